package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.InterleaveGroup;
import org.jspecify.annotations.Nullable;

/** The form of a load or store by all lanes that run. */
public sealed interface MemoryForm extends Form {
  /** One access for all lanes, to one address. */
  record Uniform() implements MemoryForm {}

  /**
   * Neighbouring addresses: one wide access.
   *
   * @param slots elements from one lane's vector to the next's; one of three has room for four
   * @param inOrder loads that vectors of work-items make one after the other stay in that order,
   *     which processors prefetch by
   */
  record Contiguous(int slots, boolean inOrder) implements MemoryForm {}

  /** Neighbouring addresses that fall from lane to lane: one wide access, turned round. */
  record Reversed() implements MemoryForm {}

  /**
   * A field of structures: wide accesses and shuffles for several fields together.
   *
   * @param group the accesses, in order; its loads are made with the first, stores with the last
   */
  record Interleaved(InterleaveGroup group) implements MemoryForm {}

  /**
   * Every second to fourth element: a wide access that leaves out what lies between.
   *
   * @param stride bytes from lane to lane
   */
  record Strided(long stride) implements MemoryForm {}

  /**
   * A private array, each element beside the other lanes'.
   *
   * @param wide all lanes access the same index: one wide access; else a gather or scatter
   * @param owned all lanes that ever use the array run: nothing of other lanes is kept
   */
  record Interlaced(boolean wide, boolean owned) implements MemoryForm {}

  /**
   * An address that is tested at run time: neighbours have one wide access, else as {@code
   * otherwise}.
   *
   * @param window lanes near each other have two wide loads and a permutation
   */
  record RunTimeContiguous(Address address, boolean window, Spread otherwise)
      implements MemoryForm {}

  /**
   * A gather or scatter.
   *
   * @param whole the integer as which a small vector moves in one piece; null where each component
   *     moves by itself
   * @param rows each lane's whole vector by one access, and a transposition
   * @param stride bytes from row to row, where all lanes run; 0 where it is not known
   */
  record Spread(@Nullable IntType whole, boolean rows, long stride) implements MemoryForm {}

  /** One lane after the other. */
  record LaneByLane() implements MemoryForm {}

  /**
   * An address as {@code base + extended(index) × scale}, where the scale is an element's size.
   *
   * @param base a uniform pointer
   * @param index a varying integer of 32 or 64 bits
   * @param signed an index of 32 bits is extended with its sign
   * @param mirrored the index may fall from lane to lane
   */
  record Address(Value base, Value index, boolean signed, boolean mirrored) {}
}
