package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.llvm.text.LlvmNames;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.EarlyReturns;
import dev.barnacle.simd.internal.analysis.WorkItemState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The scope of a work-group function, which the scopes of its regions share: the names of values
 * and places, the state that is kept across barriers, and the code of a work-item that comes to a
 * barrier or returns.
 */
public final class GroupScope {
  /** The number of no region, in the slot that names the next one. */
  public static final int NOWHERE = -1;

  private final ModuleContext module;
  private final Function kernel;
  private final BarrierRegions regions;
  private final Liveness liveness;
  private final WorkItemState state;
  private final LlvmNames names = new LlvmNames();
  private final Map<Instruction, Integer> numbers = new HashMap<>();
  private final Map<Block, Integer> blockNumbers = new HashMap<>();
  private final List<Block> blockOrder;
  private final boolean someReturnEarly;
  private final int lanes;
  private final LlvmText allocas;
  private final @Nullable YieldEmitter yields;

  public GroupScope(
      ModuleContext module,
      Function kernel,
      BarrierRegions regions,
      Liveness liveness,
      WorkItemState state,
      int lanes) {
    this.lanes = lanes;
    this.allocas = new LlvmText(names);
    this.module = module;
    this.kernel = kernel;
    this.regions = regions;
    this.liveness = liveness;
    this.state = state;
    for (Instruction value : state.across()) {
      numbers.put(value, numbers.size());
    }
    this.blockOrder = ControlFlow.reversePostOrder(kernel);
    for (Block block : kernel.blocks()) {
      blockNumbers.put(block, blockNumbers.size());
    }
    this.yields = state.yields() == null ? null : new YieldEmitter(this, state.yields());
    this.someReturnEarly = EarlyReturns.areSeenLater(kernel, regions, state);
  }

  /** Returns a parameter of the kernel, or its value where the code is made for one. */
  public String parameter(Parameter parameter) {
    OptionalLong value = module.specialization().value(parameter);
    return value.isPresent() ? Long.toString(value.getAsLong()) : "%p" + parameter.index();
  }

  /**
   * Adds what a work-item does when it comes to the barrier that region {@code next} starts after.
   */
  void arrive(BarrierRegions.Region region, int next, LlvmText out) {
    if (yields != null) {
      yields.arrive(region, next, out);
    } else {
      note(region, next, out);
    }
    out.br("r" + region.index() + ".l0");
  }

  /** Notes that work-items have come to a barrier, and whether others came to another one. */
  public void note(BarrierRegions.Region region, int next, LlvmText out) {
    if (exits(region).size() > 1) {
      noteBarrier(next, out);
    } else {
      out.store("i32", next, "%next");
    }
  }

  /** Notes a barrier where others may have come to another one. */
  void noteBarrier(int next, LlvmText out) {
    String known = out.load("i32", "%next");
    String first = out.icmp("eq", "i32", known, NOWHERE);
    String same = out.icmp("eq", "i32", known, next);
    String fine = out.or("i1", first, same);
    String bad = out.not(fine);
    String before = out.load("i1", "%diverged");
    out.store("i1", out.or("i1", before, bad), "%diverged");
    out.store("i32", next, "%next");
  }

  /** Adds what a work-item does when it returns. */
  void finish(BarrierRegions.Region region, LlvmText out) {
    if (yields != null) {
      yields.leave(region, out);
    } else if (marksReturns(region)) {
      String flag = out.gepInBounds("%done", itemIndex(region, out));
      out.store("i8", "1", flag);
    }
    out.br("r" + region.index() + ".l0");
  }

  /** Returns how work-items are put aside; null if none are. */
  public @Nullable YieldEmitter yields() {
    return yields;
  }

  /** Returns whether work-items that return in this region must be known in later ones. */
  public boolean marksReturns(BarrierRegions.Region region) {
    return someReturnEarly && !exits(region).isEmpty();
  }

  public boolean someReturnEarly() {
    return someReturnEarly;
  }

  /** Returns the regions that {@code region} can be followed by. */
  public Set<Integer> exits(BarrierRegions.Region region) {
    Set<Integer> exits = new TreeSet<>();
    for (Piece piece : region.pieces()) {
      if (piece.cut() != null) {
        exits.add(regions.regionAfter(piece.cut()));
      }
    }
    return exits;
  }

  public static boolean returns(BarrierRegions.Region region) {
    return region.pieces().stream()
        .anyMatch(p -> p.cut() == null && p.block().terminator() instanceof Return);
  }

  /** Returns the lanes of a vector; 1 where work-items run one by one. */
  public int lanes() {
    return lanes;
  }

  /** Returns the text of the function's further stack slots. */
  public LlvmText allocas() {
    return allocas;
  }

  /** Returns which loops of the kernel LLVM may vectorise. */
  public VectorizableLoops loops() {
    return module.loops(kernel);
  }

  public ModuleContext module() {
    return module;
  }

  public LlvmNames names() {
    return names;
  }

  public BarrierRegions regions() {
    return regions;
  }

  public Liveness liveness() {
    return liveness;
  }

  public WorkItemState state() {
    return state;
  }

  public List<Instruction> liveAtStart(BarrierRegions.Region region) {
    return region.liveAtStart(liveness);
  }

  public int number(Instruction value) {
    return Objects.requireNonNull(numbers.get(value));
  }

  int blockNumber(Block block) {
    return Objects.requireNonNull(blockNumbers.get(block));
  }

  public String slot(Instruction value) {
    return "%slot." + number(value);
  }

  public String privateName(Alloca alloca) {
    return "%private." + kernel.entry().instructions().indexOf(alloca);
  }

  /** Adds the stack slot of a private variable, for all lanes. */
  public void allocatePrivate(Alloca alloca, LlvmText out) {
    long bytes = lanes == 1 ? alloca.byteSize() : state.arrays().bytes(alloca) * lanes;
    int least = lanes > 1 && state.arrays().isInterleaved(alloca) ? 64 : 1;
    out.as(privateName(alloca))
        .alloca(HelperScope.bytes(bytes), Math.max(least, alloca.alignment()));
  }

  /** Returns the address of the private memory of a work-item, or of a vector's first one. */
  public String privateMemory(BarrierRegions.Region region, Alloca alloca, LlvmText out) {
    if (!state.isKept(alloca)) {
      return privateName(alloca);
    }
    String offset =
        state.arrays().isInterleaved(alloca)
            ? out.binary(
                "mul nuw nsw",
                "i64",
                vectorIndex(region, out),
                state.arrays().bytes(alloca) * lanes)
            : out.binary(
                "mul nuw nsw", "i64", itemIndex(region, out), WorkItemState.stride(alloca));
    String first = out.gepInBounds("%arena", state.offsetOf(alloca));
    return out.gepInBounds(first, offset);
  }

  /** Returns the i32 loop variable of a dimension. */
  public String localIdText(BarrierRegions.Region region, int dimension) {
    return "%r" + region.index() + ".i" + dimension;
  }

  /** Adds the number of the work-item in its group, an i64. */
  public String itemIndex(BarrierRegions.Region region, LlvmText out) {
    String plane = out.binary("mul nuw nsw", "i32", localIdText(region, 2), "%size32.1");
    String row = out.binary("add nuw nsw", "i32", plane, localIdText(region, 1));
    String scaled = out.binary("mul nuw nsw", "i32", row, "%size32.0");
    String index = out.binary("add nuw nsw", "i32", scaled, localIdText(region, 0));
    return out.cast("zext nneg", "i32", index, "i64");
  }

  /**
   * Adds the number of the vector in its group, an i64: each row of work-items starts a new one.
   */
  private String vectorIndex(BarrierRegions.Region region, LlvmText out) {
    int shift = Integer.numberOfTrailingZeros(lanes);
    String up = out.binary("add nuw nsw", "i32", "%size32.0", (lanes - 1));
    String width = out.binary("lshr", "i32", up, shift);
    String plane = out.binary("mul nuw nsw", "i32", localIdText(region, 2), "%size32.1");
    String row = out.binary("add nuw nsw", "i32", plane, localIdText(region, 1));
    String scaled = out.binary("mul nuw nsw", "i32", row, width);
    String column = out.binary("lshr", "i32", localIdText(region, 0), shift);
    String index = out.binary("add nuw nsw", "i32", scaled, column);
    return out.cast("zext nneg", "i32", index, "i64");
  }

  /** Returns the region's pieces so that definitions come before uses. */
  List<Piece> emissionOrder(BarrierRegions.Region region) {
    Set<Piece> in = new HashSet<>(region.pieces());
    List<Piece> order = new ArrayList<>();
    order.add(region.entry());
    for (Block block : blockOrder) {
      Piece first = regions.first(block);
      if (in.contains(first) && !first.equals(region.entry())) {
        order.add(first);
      }
    }
    return order;
  }
}
