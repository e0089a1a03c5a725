package dev.barnacle.cli.internal.explore;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.bytes.ScalarCodec;
import dev.barnacle.explore.KernelOutcome;
import java.lang.foreign.MemorySegment;

/**
 * An element of memory that a launch may write.
 *
 * @param object the number of the memory object in the outcome
 * @param index which element
 * @param name {@code out[3]}; a lane of a vector is {@code out[3].s1}
 * @param type its type
 * @param offset its first byte
 */
record Element(int object, long index, String name, DataType.Scalar type, long offset) {
  /** Returns its value in a final state. */
  Number value(KernelOutcome.State state) {
    return ScalarCodec.get(MemorySegment.ofArray(state.contents().get(object)), offset, type);
  }
}
