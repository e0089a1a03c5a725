package dev.barnacle.simd.internal.emit;

import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.GroupOutcome;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.YieldState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Emits how a work-group is run whose work-items may be put aside where they wait for others.
 *
 * <p>A work-item that comes to a yield keeps its state, as at a barrier, and the number of the
 * region that it goes on with, its place. Behind each region the scheduler looks for the next one,
 * round and round, that someone is to run; when nobody is left aside all have come to a barrier or
 * returned. A round in which no work-item came to another place than where it was is idle. After
 * some of them the group itself is put aside: the function returns {@link GroupOutcome#IDLE} and
 * goes on in the same arena when it is called again, on whatever thread.
 *
 * <p>So work-items progress in turn, whoever waits for whom; they are occupancy-bound at most by
 * memory (T. Sorensen et al., "Specifying and Testing GPU Workgroup Progress Models", OOPSLA 2021).
 */
public final class YieldEmitter {
  /** Idle rounds after which a group is put aside. */
  private static final int IDLE_ROUNDS = 16;

  /** Rounds after which it is put aside in any case. */
  private static final int ROUNDS = 4096;

  private static final String PLACE = "i16";
  private static final String FIND = "yield.find";
  private static final String FOUND = "yield.found";
  private static final String MEET = "yield.meet";
  private static final String GO = "yield.go";
  private static final String FAULT = "fault";

  private final GroupScope group;
  private final YieldState state;

  YieldEmitter(GroupScope group, YieldState state) {
    this.group = group;
    this.state = state;
  }

  /** Adds the addresses of the group's state, and jumps to where it begins or goes on. */
  public void prologue(LlvmText text) {
    long control = state.control();
    text.as("%next").gepInBounds("%arena", control);
    text.as("%last").gepInBounds("%arena", control + 4);
    text.as("%diverged").gepInBounds("%arena", control + 8);
    text.as("%moved").gepInBounds("%arena", control + 9);
    text.as("%waited").gepInBounds("%arena", control + 10);
    text.as("%gathers").gepInBounds("%arena", control + 11);
    text.as("%aside").gepInBounds("%arena", state.aside());
    text.as("%places").gepInBounds("%arena", state.places());
    text.as("%idle").alloca("i32");
    text.as("%rounds").alloca("i32");
    text.as("%outcome").alloca("i64");
    text.store("i32", 0, "%idle");
    text.store("i32", 0, "%rounds");
    text.store("i64", GroupOutcome.IDLE.code(), "%outcome");
    text.as("%outcome.at").gepInBounds("%arena", ArenaLayout.OUTCOME);
    String before = text.load("i64", "%outcome.at");
    String begins = text.icmp("eq", "i64", before, GroupOutcome.ENDED.code());
    text.br(begins, "yield.begin", "yield.again");
    text.label("yield.begin");
    clear(text, "%next", YieldState.CONTROL_BYTES);
    clear(text, "%aside", state.regions());
    clear(text, "%places", state.capacity() * YieldState.PLACE_BYTES);
    text.br("r0.begin");
    text.label("yield.again");
    text.store("i1", "true", "%waited");
    text.br("yield");
  }

  private void clear(LlvmText text, String address, long bytes) {
    group.module().declare("void @llvm.memset.p0.i64(ptr, i8, i64, i1)");
    text.call("void", "@llvm.memset.p0.i64", "ptr " + address, "i8 0", "i64 " + bytes, "i1 false");
  }

  /** Returns the label of the scheduler, to which each region leads. */
  public String label() {
    return "yield";
  }

  /** Adds the scheduler. */
  public void scheduler(LlvmText text) {
    find(text);
    round(text);
    List<String> cases = new ArrayList<>();
    for (BarrierRegions.Region region : group.regions().regions()) {
      if (region.isOfSome()) {
        int index = region.index();
        cases.add(LlvmText.switchCase("i32", index, "r" + index + ".begin"));
      }
    }
    text.label(GO);
    text.store("i32", "%yield.region", "%last");
    text.store("i8", "0", "%yield.flag.at");
    text.switchTo("i32", "%yield.region", MEET, cases);
    meet(text);
  }

  private void find(LlvmText text) {
    text.label("yield");
    text.as("%yield.last").load("i32", "%last");
    text.br(FIND);
    text.label(FIND);
    text.as("%yield.step")
        .phi(
            "i32",
            LlvmText.incoming("1", "yield"),
            LlvmText.incoming("%yield.more", "yield.other"));
    String sum = text.add("i32", "%yield.last", "%yield.step");
    String over = text.icmp("uge", "i32", sum, state.regions());
    String less = text.sub("i32", sum, state.regions());
    text.as("%yield.region").select(over, "i32", less, sum);
    String wide = text.zext("i32", "%yield.region", "i64");
    text.as("%yield.flag.at").gepInBounds("%aside", wide);
    String flag = text.load("i8", "%yield.flag.at");
    String set = text.icmp("ne", "i8", flag, 0);
    text.br(set, FOUND, "yield.other");
    text.label("yield.other");
    text.as("%yield.more").add("i32", "%yield.step", 1);
    String left = text.icmp("ule", "i32", "%yield.more", state.regions());
    text.br(left, FIND, MEET);
  }

  /** Looks at what happened in a round when the next one begins. */
  private void round(LlvmText text) {
    text.label(FOUND);
    String around = text.icmp("ule", "i32", "%yield.region", "%yield.last");
    text.br(around, "yield.round", GO);
    text.label("yield.round");
    String moved = text.load("i1", "%moved");
    String waited = text.load("i1", "%waited");
    String gathered = text.load("i1", "%gathers");
    text.store("i1", "false", "%moved");
    text.store("i1", "false", "%waited");
    text.store("i1", text.not(moved), "%gathers");
    String rounds = text.add("i32", text.load("i32", "%rounds"), 1);
    text.store("i32", rounds, "%rounds");
    text.br(moved, "yield.moved", "yield.idle");
    text.label("yield.moved");
    text.store("i32", 0, "%idle");
    text.store("i64", GroupOutcome.MOVED.code(), "%outcome");
    String many = text.icmp("uge", "i32", rounds, ROUNDS);
    text.br(many, "yield.suspend", GO);
    text.label("yield.idle");
    String stuck = text.and("i1", text.not(waited), gathered);
    text.br(stuck, FAULT, "yield.count");
    text.label("yield.count");
    String idle = text.add("i32", text.load("i32", "%idle"), 1);
    text.store("i32", idle, "%idle");
    String enough = text.icmp("uge", "i32", idle, IDLE_ROUNDS);
    text.br(enough, "yield.suspend", GO);
    text.label("yield.suspend");
    String outcome = text.load("i64", "%outcome");
    text.store("i64", outcome, "%outcome.at");
    text.ret();
  }

  /** Nobody is aside: all have come to a barrier of the group, or returned. */
  private void meet(LlvmText text) {
    text.label(MEET);
    text.store("i32", 0, "%last");
    text.store("i1", "true", "%moved");
    String bad = text.load("i1", "%diverged");
    text.br(bad, FAULT, "yield.choose");
    text.label("yield.choose");
    List<String> cases = new ArrayList<>();
    for (BarrierRegions.Region region : group.regions().regions()) {
      if (region.index() > 0 && !region.isOfSome()) {
        int index = region.index();
        cases.add(LlvmText.switchCase("i32", index, "r" + index + ".begin"));
      }
    }
    text.switchTo("i32", text.load("i32", "%next"), "end", cases);
  }

  /** Adds what the function leaves in the arena when the group has ended. */
  public void end(LlvmText text) {
    text.store("i64", GroupOutcome.ENDED.code(), "%outcome.at");
  }

  /** Returns the place of those who run a region. */
  private static int place(BarrierRegions.Region region) {
    return region.isOfSome() ? region.index() : 0;
  }

  private String address(BarrierRegions.Region region, LlvmText out) {
    String item = group.itemIndex(region, out);
    return out.gepInBounds(
        "%places", out.binary("mul nuw nsw", "i64", item, YieldState.PLACE_BYTES));
  }

  // One work-item.

  /** Passes over a work-item that is not to run the region. */
  public void enter(BarrierRegions.Region region, LlvmText out) {
    if (region.index() == 0) {
      return;
    }
    String r = "r" + region.index();
    String address = address(region, out);
    String here = out.icmp("eq", PLACE, out.load(PLACE, address), place(region));
    out.br(here, r + ".item", r + ".l0");
    out.label(r + ".item");
    if (region.isOfSome()) {
      out.store(PLACE, 0, address);
    }
  }

  /** Notes where a work-item goes on that has kept its state. */
  void arrive(BarrierRegions.Region region, int next, LlvmText out) {
    note(region, next, "true", out);
    if (to(next).isOfSome()) {
      out.store(PLACE, next, address(region, out));
    }
  }

  /** Notes that a work-item has returned. */
  void leave(BarrierRegions.Region region, LlvmText out) {
    out.store("i1", "true", "%moved");
    out.store(PLACE, YieldState.RETURNED, address(region, out));
  }

  private BarrierRegions.Region to(int next) {
    return group.regions().regions().get(next);
  }

  private void note(BarrierRegions.Region region, int next, String some, LlvmText out) {
    boolean waits = next == region.index() && region.isInLoop();
    String flag = waits ? "%waited" : "%moved";
    out.store("i1", out.or("i1", out.load("i1", flag), some), flag);
    if (to(next).isOfSome()) {
      String at = out.gepInBounds("%aside", next);
      out.store("i8", out.or("i8", out.load("i8", at), out.zext("i1", some, "i8")), at);
    } else {
      group.noteBarrier(next, out);
    }
  }

  // The lanes of a vector.

  /**
   * Finds the lanes that are to run a region.
   *
   * @param lanes those that are work-items, a vector of i1
   * @return those of them that run; the text goes on where any does
   */
  public String enter(BarrierRegions.Region region, String lanes, LlvmText out) {
    if (region.index() == 0) {
      return lanes;
    }
    String r = "r" + region.index();
    String type = vector(PLACE);
    String address = address(region, out);
    String places = out.load(type, address, YieldState.PLACE_BYTES);
    String at = out.icmp("eq", type, places, splat(place(region)));
    String here = out.and(vector("i1"), lanes, at);
    out.br(any(here, out), r + ".some", r + ".l0");
    out.label(r + ".some");
    if (region.isOfSome() && !region.isInLoop()) {
      gather(region, lanes, here, places, out);
    }
    if (region.isOfSome()) {
      String left = out.select(vector("i1"), here, type, splat(0), places);
      out.store(type, left, address, YieldState.PLACE_BYTES);
    }
    return here;
  }

  /** Leaves the lanes of a sub-group aside until all that have not returned are there. */
  private void gather(
      BarrierRegions.Region region, String lanes, String here, String places, LlvmText out) {
    String r = "r" + region.index();
    String gone = out.icmp("eq", vector(PLACE), places, splat(YieldState.RETURNED));
    String none = out.xor(vector("i1"), lanes, ones());
    String missing =
        out.xor(vector("i1"), out.or(vector("i1"), out.or(vector("i1"), gone, none), here), ones());
    String complete = out.not(any(missing, out));
    if (!region.isAfterSubGroup()) {
      complete = out.or("i1", complete, out.load("i1", "%gathers"));
    }
    out.br(complete, r + ".all", r + ".few");
    out.label(r + ".few");
    out.store("i8", "1", out.gepInBounds("%aside", region.index()));
    out.br(r + ".l0");
    out.label(r + ".all");
  }

  /** Notes where the lanes of a mask go on that have kept their state. */
  public void arrive(BarrierRegions.Region region, int next, String mask, LlvmText out) {
    note(region, next, any(mask, out), out);
    if (to(next).isOfSome()) {
      put(region, next, mask, out);
    }
  }

  /** Notes that the lanes of a mask have returned. */
  public void leave(BarrierRegions.Region region, String mask, LlvmText out) {
    out.store("i1", out.or("i1", out.load("i1", "%moved"), any(mask, out)), "%moved");
    put(region, YieldState.RETURNED, mask, out);
  }

  private void put(BarrierRegions.Region region, int place, String mask, LlvmText out) {
    String type = vector(PLACE);
    String address = address(region, out);
    String before = out.load(type, address, YieldState.PLACE_BYTES);
    String now = out.select(vector("i1"), mask, type, splat(place), before);
    out.store(type, now, address, YieldState.PLACE_BYTES);
  }

  private String any(String mask, LlvmText out) {
    String bits = out.bitcast(vector("i1"), mask, "i" + group.lanes());
    return out.icmp("ne", "i" + group.lanes(), bits, 0);
  }

  private String vector(String element) {
    return "<" + group.lanes() + " x " + element + ">";
  }

  private String ones() {
    return repeated("i1 true");
  }

  private String splat(int place) {
    return repeated(PLACE + " " + place);
  }

  private String repeated(String element) {
    return "<"
        + String.join(", ", IntStream.range(0, group.lanes()).mapToObj(l -> element).toList())
        + ">";
  }
}
