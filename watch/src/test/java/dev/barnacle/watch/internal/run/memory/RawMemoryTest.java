package dev.barnacle.watch.internal.run.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.math.SoftArithmetic;
import java.lang.foreign.Arena;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Both ways to memory are the same, also for addresses that are not aligned. */
final class RawMemoryTest {
  @Test
  void theseTestsHaveTheFastWay() {
    assertTrue(RawMemory.isDirect());
  }

  @Property(tries = 300)
  void readsAreTheSame(@ForAll long bits, @ForAll @IntRange(max = 8) int skip) {
    try (Arena arena = Arena.ofConfined()) {
      long at = arena.allocate(16, 8).address() + skip;
      SegmentMemory.putLong(at, bits);
      assertEquals(SegmentMemory.getByte(at), RawMemory.getByte(at));
      assertEquals(SegmentMemory.getShort(at), RawMemory.getShort(at));
      assertEquals(SegmentMemory.getInt(at), RawMemory.getInt(at));
      assertEquals(bits, RawMemory.getLong(at));
      assertEquals(bits(SegmentMemory.getFloat(at)), bits(RawMemory.getFloat(at)));
      assertEquals(bits(SegmentMemory.getDouble(at)), bits(RawMemory.getDouble(at)));
      assertEquals(
          bits(SoftArithmetic.halfOfBits(SegmentMemory.getShort(at))), bits(RawMemory.getHalf(at)));
    }
  }

  @Property(tries = 300)
  void writesAreTheSame(
      @ForAll long before, @ForAll long bits, @ForAll @IntRange(max = 8) int skip) {
    try (Arena arena = Arena.ofConfined()) {
      long one = arena.allocate(16, 8).address() + skip;
      long other = arena.allocate(16, 8).address() + skip;
      for (int kind = 0; kind < 7; kind++) {
        SegmentMemory.putLong(one, before);
        SegmentMemory.putLong(other, before);
        write(kind, one, bits, true);
        write(kind, other, bits, false);
        assertEquals(SegmentMemory.getLong(one), SegmentMemory.getLong(other), "kind " + kind);
      }
    }
  }

  private static void write(int kind, long at, long bits, boolean raw) {
    int word = (int) bits;
    switch (kind) {
      case 0 ->
          choose(raw, () -> RawMemory.putByte(at, word), () -> SegmentMemory.putByte(at, word));
      case 1 ->
          choose(raw, () -> RawMemory.putShort(at, word), () -> SegmentMemory.putShort(at, word));
      case 2 -> choose(raw, () -> RawMemory.putInt(at, word), () -> SegmentMemory.putInt(at, word));
      case 3 ->
          choose(raw, () -> RawMemory.putLong(at, bits), () -> SegmentMemory.putLong(at, bits));
      case 4 -> {
        float value = Float.intBitsToFloat(word);
        choose(raw, () -> RawMemory.putFloat(at, value), () -> SegmentMemory.putFloat(at, value));
      }
      case 5 -> {
        double value = Double.longBitsToDouble(bits);
        choose(raw, () -> RawMemory.putDouble(at, value), () -> SegmentMemory.putDouble(at, value));
      }
      default -> {
        float value = SoftArithmetic.halfOfBits((short) bits);
        int half = SoftArithmetic.halfBits(value);
        choose(raw, () -> RawMemory.putHalf(at, value), () -> SegmentMemory.putShort(at, half));
      }
    }
  }

  private static void choose(boolean raw, Runnable one, Runnable other) {
    (raw ? one : other).run();
  }

  @Property(tries = 100)
  void atomicOperationsAreTheSame(@ForAll long before, @ForAll long value, @ForAll boolean equal) {
    try (Arena arena = Arena.ofConfined()) {
      long one = arena.allocate(8, 8).address();
      long other = arena.allocate(8, 8).address();
      RawMemory.atomicPutLong(one, before);
      SegmentMemory.atomicPutLong(other, before);
      assertEquals(before, RawMemory.atomicLong(one));
      assertEquals(before, SegmentMemory.atomicLong(other));
      long expected = equal ? before : value;
      assertEquals(
          SegmentMemory.exchangeLong(other, expected, value),
          RawMemory.exchangeLong(one, expected, value));
      assertEquals(SegmentMemory.addInt(other, (int) before), RawMemory.addInt(one, (int) before));
      int now = RawMemory.atomicInt(one);
      assertEquals(SegmentMemory.atomicInt(other), now);
      int wanted = equal ? now : (int) before;
      assertEquals(
          SegmentMemory.exchangeInt(other, wanted, 7), RawMemory.exchangeInt(one, wanted, 7));
      RawMemory.atomicPutInt(one + 4, (int) value);
      SegmentMemory.atomicPutInt(other + 4, (int) value);
      assertEquals(SegmentMemory.getLong(other), SegmentMemory.getLong(one));
    }
  }

  private static int bits(float value) {
    return Float.floatToRawIntBits(value);
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }
}
