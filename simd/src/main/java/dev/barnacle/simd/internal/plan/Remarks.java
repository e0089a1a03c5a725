package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.simd.KernelExplanation;
import dev.barnacle.simd.KernelExplanation.Decision;
import dev.barnacle.simd.KernelExplanation.Topic;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.WorkItemState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The decisions on one kernel in words: most of them a view of its plan ({@link PlanRemarks}). Code
 * that is emitted more than once (for several regions) is noted once.
 *
 * <p>They are what LLVM calls optimisation remarks; {@code run --explain} shows them.
 */
public final class Remarks {
  private record Key(Instruction instruction, Topic topic) {}

  private final Set<Key> noted = new HashSet<>();
  private final Set<Decision> decisions = new LinkedHashSet<>();
  private final Map<Location, Map<LaneShape.Kind, Integer>> values = new LinkedHashMap<>();
  private final Map<LaneShape.Kind, Integer> elsewhere = new EnumMap<>(LaneShape.Kind.class);
  private String why = "";
  private long keptBytes;

  /** Notes why there are as many lanes as there are. */
  void lanes(String reason) {
    why = reason;
  }

  /** Returns why there are as many lanes as there are. */
  String why() {
    return why;
  }

  /** Notes how a value differs from lane to lane. */
  public void value(Instruction instruction, LaneShape shape) {
    if (!noted.add(new Key(instruction, Topic.VALUES))) {
      return;
    }
    Location line = line(instruction.location());
    Map<LaneShape.Kind, Integer> counts =
        line == null
            ? elsewhere
            : values.computeIfAbsent(line, l -> new EnumMap<>(LaneShape.Kind.class));
    counts.merge(shape.kind(), 1, Integer::sum);
  }

  /**
   * Notes how memory is accessed.
   *
   * @param how such as {@code contiguous}
   */
  public void access(Instruction instruction, String how) {
    String what =
        switch (instruction) {
          case Load load -> "load of " + text(load.type());
          case Store store -> "store of " + text(store.value().type());
          case AtomicRmw rmw ->
              "atomic " + rmw.op().name().toLowerCase(Locale.ROOT) + " of " + text(rmw.type());
          default -> instruction.mnemonic();
        };
    note(instruction, Topic.ACCESS, what + ": " + how);
  }

  /** Notes a branch at the end of a piece. */
  public void branch(Instruction terminator, boolean uniform) {
    note(
        terminator,
        Topic.BRANCH,
        uniform
            ? "branch: all lanes go the same way"
            : "branch: lanes go different ways, each under its mask");
  }

  /** Notes a loop by an instruction of its header. */
  public void loop(Instruction header, boolean uneven) {
    note(
        header,
        Topic.LOOP,
        uneven
            ? "loop: runs until the last lane has left it"
            : "loop: all lanes leave it at the same time");
  }

  /** Notes a loop around barriers whose iterations have code of their own. */
  void unrolled(Instruction header, int turns) {
    note(header, Topic.LOOP, "loop around barriers: its " + turns + " turns have code each");
  }

  /** Notes a store that a loop does once, behind its last iteration. */
  void accumulated(Instruction store) {
    note(store, Topic.LOOP, "loop: accumulates in a register, and stores that in the end");
  }

  /** Notes that what begins with an instruction is jumped over where no lane runs it. */
  public void masked(Instruction first) {
    note(first, Topic.MASK, "from here: for some lanes only; skipped when there is none");
  }

  /**
   * Notes that what begins with an instruction has a form for when all lanes run it; what is noted
   * behind is of that.
   */
  public void allLanes(Instruction first) {
    note(
        first,
        Topic.MASK,
        "from here: one form for all lanes, without masks, and one for some; skipped when there is"
            + " none");
  }

  /** Notes what has no vector form. */
  public void laneByLane(Instruction instruction) {
    note(instruction, Topic.LANE_BY_LANE, "one lane after the other: " + reason(instruction));
  }

  private static String reason(Instruction instruction) {
    return switch (instruction) {
      case Call call -> "call of " + call.callee().name() + ", a function that was not inlined";
      case Printf _ -> "printf";
      case QueueOperation q -> q.op().keyword() + ", an operation on queues of the device";
      case AtomicRmw rmw ->
          "atomic " + rmw.op().name().toLowerCase(Locale.ROOT) + ", the lanes' addresses differ";
      case AtomicLoad _, AtomicStore _, AtomicCompareExchange _ ->
          instruction.mnemonic() + ", an atomic operation";
      case Load load when load.isVolatile() -> "volatile load";
      case Store store when store.isVolatile() -> "volatile store";
      case Store _ -> "store of different values to one address: the last lane's stays";
      case Intrinsic i ->
          i.op().name().toLowerCase(Locale.ROOT) + ", a function without a vector form";
      case ExtractElement _, InsertElement _ -> "a vector's component that is chosen at run time";
      default -> instruction.mnemonic();
    };
  }

  /** Notes what is kept across barriers, and what is computed again. */
  void state(WorkItemState state) {
    for (Instruction value : state.across()) {
      if (state.rematerialization().covers(value)) {
        note(value, Topic.KEPT, text(value.type()) + ": computed again behind barriers");
      } else {
        kept(value, text(value.type()), value.type().byteSize());
      }
    }
  }

  /** Notes private memory that is kept across barriers. */
  void kept(Alloca alloca) {
    kept(alloca, "private memory", WorkItemState.stride(alloca));
  }

  private void kept(Instruction value, String what, long bytes) {
    if (note(value, Topic.KEPT, what + ": kept across barriers, " + bytes + " bytes")) {
      keptBytes += bytes;
    }
  }

  private boolean note(Instruction instruction, Topic topic, String text) {
    if (!noted.add(new Key(instruction, topic))) {
      return false;
    }
    decisions.add(new Decision(outermost(instruction.location()), topic, text));
    return true;
  }

  private static String text(Type type) {
    return type.toString();
  }

  /** Returns the user's own place: where inlined functions were called. */
  private static @Nullable Location outermost(@Nullable Location location) {
    Location place = location;
    while (place != null && place.inlinedAt() != null) {
      place = place.inlinedAt();
    }
    return place;
  }

  private static @Nullable Location line(@Nullable Location location) {
    Location place = outermost(location);
    return place == null ? null : new Location(place.file(), place.line(), 0);
  }

  /** Returns all that was noted. */
  KernelExplanation finish(
      String kernel, Specialization specialization, int lanes, long privateBytes, long localBytes) {
    List<Decision> all = new ArrayList<>();
    values.forEach((line, counts) -> all.add(new Decision(line, Topic.VALUES, text(counts))));
    if (!elsewhere.isEmpty()) {
      all.add(new Decision(null, Topic.VALUES, text(elsewhere)));
    }
    all.addAll(decisions);
    return new KernelExplanation(
        kernel,
        specialization.localSizes(),
        specialization.partial(),
        lanes,
        specialization.merged() ? why + "; work-groups of one work-item run together" : why,
        keptBytes,
        privateBytes,
        localBytes,
        all);
  }

  private static String text(Map<LaneShape.Kind, Integer> counts) {
    List<String> parts = new ArrayList<>();
    counts.forEach((kind, n) -> parts.add(n + " " + kind.name().toLowerCase(Locale.ROOT)));
    return "values: " + String.join(", ", parts);
  }
}
