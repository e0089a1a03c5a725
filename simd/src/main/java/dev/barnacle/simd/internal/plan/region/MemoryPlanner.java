package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.InterleaveGroup;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.ValueUses;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Address;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Chooses the form of each load and store: one cascade of rules for both. */
final class MemoryPlanner {
  /** Elements from lane to lane of accesses that leave out what lies between. */
  static final int MOST_STRIDE = 4;

  /** The components of a vector that fills a small register. */
  private static final int ROW = 4;

  /** Bytes of elements for which there are masked accesses in AVX2 too. */
  private static final int WORD = 4;

  private final PlanInputs inputs;
  private final ValuesAtHand hand;
  private final AffineStrides strides;
  private final ContiguityCandidates candidates;
  private final InterleavePlanner groups;
  private boolean isOnce;

  /** Makes a planner of a region's accesses. */
  MemoryPlanner(PlanInputs inputs, ValueUses uses) {
    this.inputs = inputs;
    this.hand = new ValuesAtHand(uses);
    this.strides = new AffineStrides(inputs, hand);
    this.candidates = new ContiguityCandidates(inputs, hand);
    this.groups = new InterleavePlanner(inputs);
  }

  /**
   * Starts a piece.
   *
   * @param once it is before the first barrier and in no loop: all vectors of a work-group run it
   *     in turn, and do so once
   */
  void begin(List<Instruction> piece, boolean once) {
    isOnce = once;
    hand.begin();
    groups.begin(piece);
  }

  /** Notes that a value has been computed. */
  void computed(Instruction value) {
    hand.add(value);
  }

  /**
   * Returns the form of an access.
   *
   * @param mask the lanes that run
   * @param owned whether all lanes run here that ever use the private arrays of an address
   */
  MemoryForm of(Access access, LaneMask mask, Predicate<Value> owned) {
    InterleaveGroup known = groups.chosen(access);
    if (known != null) {
      return new MemoryForm.Interleaved(known);
    }
    MemoryForm one = ofOneAddress(access);
    if (one != null) {
      return one;
    }
    Value pointer = access.pointer();
    if (inputs.shapes().arrays().isInterleaved(pointer)) {
      return new MemoryForm.Interlaced(isWide(access), owned.test(pointer));
    }
    long stride = strides.of(pointer);
    int slots = slots(access, stride);
    boolean whole = slots == access.type().lanes() && access.isWhole();
    if (whole || (slots > 0 && leavesOut(access))) {
      return new MemoryForm.Contiguous(slots, slots == 1 && isStreamed(access, mask));
    }
    if (stride == -access.size() && access.type().lanes() == 1) {
      return new MemoryForm.Reversed();
    }
    InterleaveGroup group = groups.choose(access, stride, mask);
    if (group != null) {
      return new MemoryForm.Interleaved(group);
    }
    if (isStrided(access, stride, mask)) {
      return new MemoryForm.Strided(stride);
    }
    boolean rows = areRows(access);
    MemoryForm.Spread spread =
        new MemoryForm.Spread(asInteger(access), rows, rows && mask.full() ? stride : 0);
    Address near = access.isWhole() ? candidates.of(pointer, access.type()) : null;
    return near == null
        ? spread
        : new MemoryForm.RunTimeContiguous(near, !access.isStore() && hasWindow(access), spread);
  }

  /**
   * Returns the form of what has no vector form or one address for all lanes; null for the rest.
   */
  private @Nullable MemoryForm ofOneAddress(Access access) {
    boolean uniform = inputs.shape(access.pointer()).isUniform();
    if (access.instruction() instanceof Store store) {
      boolean one = uniform && inputs.shape(store.value()).isUniform();
      return one
          ? new MemoryForm.Uniform()
          : uniform || access.isOdd() ? new MemoryForm.LaneByLane() : null;
    }
    return inputs.shape(access.instruction()).isUniform()
        ? new MemoryForm.Uniform()
        : access.isOdd() ? new MemoryForm.LaneByLane() : null;
  }

  /** Returns whether the lanes access the same index of one private array. */
  private boolean isWide(Access access) {
    LaneShape shape = inputs.shape(access.pointer());
    return shape.kind() == LaneShape.Kind.AFFINE
        && shape.stride() == access.type().scalar().byteSize();
  }

  /**
   * Returns whether a load reads global memory that nothing in the work-group has read before, one
   * vector after the other. LLVM would mix the loads of unrolled code.
   */
  private boolean isStreamed(Access access, LaneMask mask) {
    Value pointer = access.pointer();
    boolean global = pointer.isIn(AddressSpace.GLOBAL) || pointer.isIn(AddressSpace.CONSTANT);
    return isOnce && mask.full() && global && !access.isStore();
  }

  /**
   * Returns how many elements there are from one lane's vector to the next's, where these follow
   * each other; 0 where they don't. A vector of three has room for four.
   */
  private static int slots(Access access, long stride) {
    Type type = access.type();
    boolean follows = stride == access.size() || (type.lanes() == 3 && stride == type.byteSize());
    return follows ? Math.toIntExact(stride / type.scalar().byteSize()) : 0;
  }

  /**
   * Returns whether a wide access that leaves some elements out takes no longer than others.
   * Without AVX-512 there are no such stores of bytes, which LLVM stores one by one, and those of
   * words take longer than that.
   */
  private boolean leavesOut(Access access) {
    int bits = inputs.target().vectorBits();
    long element = access.type().scalar().byteSize();
    return access.isStore()
        ? bits >= 512 || element < WORD
        : bits >= 512 || (bits >= 256 && element >= WORD);
  }

  /**
   * Returns whether a wide access to every second, third or fourth element pays. AVX2 has masked
   * stores too, but they take as long as single ones.
   */
  private boolean isStrided(Access access, long stride, LaneMask mask) {
    Type type = access.type();
    boolean fits =
        mask.full()
            && inputs.lanes() > 1
            && type.lanes() == 1
            && stride % type.byteSize() == 0
            && stride > type.byteSize()
            && stride <= MOST_STRIDE * type.byteSize();
    return fits
        && (access.isStore()
            ? inputs.target().vectorBits() >= 512 && type.byteSize() >= WORD
            : leavesOut(access));
  }

  /** Returns the integer as which a small vector moves in one piece, or null if there is none. */
  private static @Nullable IntType asInteger(Access access) {
    Type type = access.type();
    if (type.lanes() == 1 || access.isOdd() || !access.isWhole()) {
      return null;
    }
    return switch ((int) access.size()) {
      case 4 -> Types.I32;
      case 8 -> Types.I64;
      default -> null;
    };
  }

  /**
   * Returns whether each lane's vector moves by one access: four words fill a small register. Fewer
   * lanes than that make no transposition.
   */
  private boolean areRows(Access access) {
    Type type = access.type();
    return type.lanes() == ROW
        && type.scalar().byteSize() == WORD
        && !type.scalar().isPointer()
        && access.isWhole()
        && inputs.lanes() >= ROW;
  }

  /**
   * Returns whether lanes near each other can be loaded as a window: a register of 16 or 8 elements
   * of 32 bits can be permuted.
   */
  private boolean hasWindow(Access access) {
    TargetCpu target = inputs.target();
    Type scalar = access.type().scalar();
    boolean permutes =
        inputs.math().isAvx512() || (target.fma() && inputs.lanes() * WORD * Byte.SIZE == 256);
    return permutes
        && inputs.lanes() * WORD * Byte.SIZE == target.vectorBits()
        && scalar.byteSize() == WORD
        && !scalar.isPointer();
  }
}
