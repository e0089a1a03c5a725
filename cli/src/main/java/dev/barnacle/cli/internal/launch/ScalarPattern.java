package dev.barnacle.cli.internal.launch;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.bytes.ScalarCodec;
import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * Fills memory with scalars that follow from their numbers, on all processors.
 *
 * <p>Scalars without gaps go through arrays: plain loops are quick long before those over segments
 * are, and a cold process may have a million of them to write.
 */
final class ScalarPattern {
  private static final long CHUNK = 1 << 16;

  private final DataType type;
  private final int scalarBytes;
  private final LongUnaryOperator bits;

  /**
   * Makes a pattern.
   *
   * @param bits the bits of a scalar by its number, counted from 0 through the lanes of vectors
   */
  ScalarPattern(DataType type, LongUnaryOperator bits) {
    this.type = type;
    this.scalarBytes = type.scalar().byteSize();
    this.bits = bits;
  }

  /** Fills memory, which has a whole number of the type's values. */
  void fill(MemorySegment memory) {
    long values = memory.byteSize() / type.byteSize();
    if (values <= CHUNK) {
      fill(memory, 0, values); // a stream takes a millisecond to begin in a new process
      return;
    }
    LongStream.range(0, Math.ceilDiv(values, CHUNK))
        .parallel()
        .forEach(chunk -> fill(memory, chunk * CHUNK, Math.min(values, (chunk + 1) * CHUNK)));
  }

  private void fill(MemorySegment memory, long from, long to) {
    if (type.byteSize() == (long) type.lanes() * scalarBytes) {
      long first = from * type.lanes();
      int count = Math.toIntExact((to - from) * type.lanes());
      long offset = from * type.byteSize();
      switch (scalarBytes) {
        case Byte.BYTES -> bytes(memory, offset, first, count);
        case Short.BYTES -> shorts(memory, offset, first, count);
        case Integer.BYTES -> ints(memory, offset, first, count);
        default -> longs(memory, offset, first, count);
      }
      return;
    }
    for (long i = from; i < to; i++) {
      for (int lane = 0; lane < type.lanes(); lane++) {
        long offset = i * type.byteSize() + (long) lane * scalarBytes;
        ScalarCodec.putBits(memory, offset, scalarBytes, bits.applyAsLong(i * type.lanes() + lane));
      }
    }
  }

  private void bytes(MemorySegment memory, long offset, long first, int count) {
    byte[] made = new byte[count];
    for (int i = 0; i < count; i++) {
      made[i] = (byte) bits.applyAsLong(first + i);
    }
    write(MemorySegment.ofArray(made), memory, offset);
  }

  private void shorts(MemorySegment memory, long offset, long first, int count) {
    short[] made = new short[count];
    for (int i = 0; i < count; i++) {
      made[i] = (short) bits.applyAsLong(first + i);
    }
    write(MemorySegment.ofArray(made), memory, offset);
  }

  private void ints(MemorySegment memory, long offset, long first, int count) {
    int[] made = new int[count];
    if (bits instanceof RandomBits random) {
      random.fill(made, first);
    } else {
      for (int i = 0; i < count; i++) {
        made[i] = (int) bits.applyAsLong(first + i);
      }
    }
    write(MemorySegment.ofArray(made), memory, offset);
  }

  private void longs(MemorySegment memory, long offset, long first, int count) {
    long[] made = new long[count];
    for (int i = 0; i < count; i++) {
      made[i] = bits.applyAsLong(first + i);
    }
    write(MemorySegment.ofArray(made), memory, offset);
  }

  /** Copies from segment to segment: from an array itself the JDK takes long to do it first. */
  private static void write(MemorySegment made, MemorySegment memory, long offset) {
    MemorySegment.copy(made, 0, memory, offset, made.byteSize());
  }
}
