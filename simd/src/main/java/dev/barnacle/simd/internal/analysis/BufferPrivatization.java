package dev.barnacle.simd.internal.analysis;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds the buffers of which each thread may keep a copy of its own, such as a histogram's bins: it
 * starts with the operation's identity, is updated by plain loads and stores, and is added to the
 * buffer when the thread has no more work-groups ({@code PrivatizedBuffers}).
 *
 * <p>Why that is right. All that the kernel does with the buffer is relaxed read-modify-writes by
 * one commutative and associative integer operation, whose results are not used; no other argument
 * reaches it, and no pointer of unknown origin exists. So nobody sees the buffer before the launch
 * ends, and then it holds the same in whatever order the operations were done. Relaxed operations
 * synchronise with nothing by themselves. With the help of fences they would: of two work-items
 * that each do "fence, add, fence" one finds the other's addition, and so sees what that wrote
 * before (OpenCL architecture, 3.3.6.2 "Fence Operations"). Fences and barriers of a wider scope
 * than the work-group's therefore rule copies out. Those of the work-group's scope do not: its
 * work-items run on one thread, which does their operations on the copy in an order in which each
 * sees all before it.
 *
 * <p>The technique is privatisation with reduction (L. Rauchwerger and D. Padua, "The LRPD Test:
 * Speculative Run-Time Parallelization of Loops with Privatization and Reduction Parallelization",
 * PLDI 1995).
 */
public final class BufferPrivatization {
  /** The largest buffer that is copied, in bytes: it should stay in a core's own cache. */
  static final long MAX_BYTES = 256 << 10;

  /** The number of times that a loop is thought to run. */
  private static final long LOOP_WEIGHT = 8;

  /** The narrowest group whose work-items run as lanes; others would not use a copy. */
  private static final int MIN_WIDTH = 4;

  /**
   * The use of one buffer.
   *
   * @param op how operands and buffer are put together
   * @param type the elements' type
   * @param weight operations that a work-item is thought to do
   */
  public record Use(AtomicRmw.Op op, Type type, long weight) {}

  private final UnderlyingObjects roots;
  private final Loops loops;
  private final Map<Integer, Use> uses = new HashMap<>();
  private final Set<Integer> refused = new HashSet<>();
  private final boolean impossible;

  private BufferPrivatization(Function kernel) {
    this.roots = new UnderlyingObjects(kernel);
    this.loops = new Loops(new Dominators(new ControlFlow(kernel)));
    boolean all = true;
    for (Block block : kernel.blocks()) {
      for (Instruction instruction : block.instructions()) {
        all &= look(instruction, block);
      }
    }
    this.impossible = !all;
  }

  /** Returns the buffers that may be copied, by parameter. */
  public static Map<Integer, Use> of(Function kernel) {
    BufferPrivatization copies = new BufferPrivatization(kernel);
    if (InsertYields.areIn(kernel)) {
      return Map.of(); // its groups go from thread to thread
    }
    if (copies.impossible || copies.uses.isEmpty()) {
      return Map.of();
    }
    Set<Instruction> used = new HashSet<>();
    for (Instruction instruction : kernel.instructions()) {
      for (Value operand : instruction.operands()) {
        if (operand instanceof AtomicRmw rmw) {
          used.add(rmw);
        }
      }
    }
    used.forEach(i -> copies.refuse(((AtomicRmw) i).pointer()));
    copies.refused.forEach(copies.uses::remove);
    return Map.copyOf(copies.uses);
  }

  /** Returns whether copies are possible beside this instruction. */
  private boolean look(Instruction instruction, Block block) {
    switch (instruction) {
      case Fence fence -> {
        return fence.order() == MemoryOrder.RELAXED || isNarrow(fence.scope());
      }
      case Barrier barrier -> {
        return isNarrow(barrier.scope());
      }
      case Call _ -> {
        return false;
      }
      case AtomicRmw rmw -> {
        return update(rmw, block);
      }
      case PointerAdd _, Phi _, Select _, Compare _ -> {
        return true;
      }
      case Cast cast when cast.type() instanceof PointerType -> {
        return true;
      }
      default -> {
        return others(instruction);
      }
    }
  }

  private static boolean isNarrow(MemoryScope scope) {
    return scope.compareTo(MemoryScope.WORK_GROUP) <= 0;
  }

  /** Any other use of a buffer rules it out; one of an unknown pointer rules out all. */
  private boolean others(Instruction instruction) {
    for (Value operand : instruction.operands()) {
      if (operand.type().scalar() instanceof PointerType type && !isOwn(type) && !refuse(operand)) {
        return false;
      }
    }
    return true;
  }

  /** Private, local and constant memory is no buffer that is written. */
  private static boolean isOwn(PointerType type) {
    return type.space() == AddressSpace.PRIVATE
        || type.space() == AddressSpace.LOCAL
        || type.space() == AddressSpace.CONSTANT;
  }

  private boolean refuse(Value pointer) {
    long from = roots.of(pointer);
    if (from == UnderlyingObjects.UNKNOWN) {
      return false;
    }
    for (long rest = from & ~UnderlyingObjects.LOCAL; rest != 0; rest &= rest - 1) {
      refused.add(Long.numberOfTrailingZeros(rest));
    }
    return true;
  }

  private boolean update(AtomicRmw i, Block block) {
    long from = roots.of(i.pointer());
    if (AliasClasses.isOfOneGroup(i.pointer()) || from == UnderlyingObjects.LOCAL) {
      return true;
    }
    if (Long.bitCount(from) != 1
        || i.order() != MemoryOrder.RELAXED
        || !i.op().isAssociative()
        || !(i.type() instanceof IntType)) {
      return refuse(i.pointer());
    }
    int parameter = Long.numberOfTrailingZeros(from);
    long weight = 1;
    for (int depth = loops.containing(block).size(); depth > 0; depth--) {
      weight *= LOOP_WEIGHT;
    }
    Use use = new Use(i.op().inner(), i.type(), weight);
    Use before = uses.get(parameter);
    if (before != null && (before.op() != use.op() || !before.type().equals(use.type()))) {
      refused.add(parameter);
    } else {
      long sum = before == null ? weight : before.weight() + weight;
      uses.put(parameter, new Use(use.op(), use.type(), sum));
    }
    return true;
  }

  /**
   * Returns the arguments of a launch that are worth a copy, a bit each: small ones whose copies
   * cost less to fill and to add up than the operations on them would.
   *
   * @param range of the launch, in the groups that are run
   */
  public static long worthwhile(
      Map<Integer, Use> uses, Launch launch, NdRange range, long disjoint, int threads) {
    if (uses.isEmpty() || range.local(0) < MIN_WIDTH) {
      return 0;
    }
    double items = 1;
    for (int d = 0; d < 3; d++) {
      items *= range.global(d);
    }
    long chosen = 0;
    for (Map.Entry<Integer, Use> entry : uses.entrySet()) {
      Parameter parameter = launch.kernel().parameters().get(entry.getKey());
      long bit = UnderlyingObjects.bit(parameter) & disjoint;
      if (bit != 0 && launch.arguments().get(entry.getKey()) instanceof Argument.Memory memory) {
        Use use = entry.getValue();
        double elements = (double) memory.memory().byteSize() / use.type().byteSize();
        boolean pays = items * use.weight() >= elements * threads;
        chosen |= pays && memory.memory().byteSize() <= MAX_BYTES ? bit : 0;
      }
    }
    return chosen;
  }
}
