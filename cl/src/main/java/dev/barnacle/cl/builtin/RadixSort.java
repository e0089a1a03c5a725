package dev.barnacle.cl.builtin;

import dev.barnacle.cl.BuiltInCall;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sorts keys in place, in rising order, by the digits of their codes from the lowest (LSD radix
 * sort), each digit by all threads: each counts the digits of its part, and puts its keys behind
 * those of the parts before it. Equal keys stay in their order.
 */
final class RadixSort {
  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int VALUE_BYTES = 4;

  /** Keys of a part at least: fewer are not worth a thread. */
  private static final long LEAST_PART = 1 << 14;

  private static final ValueLayout.OfInt INTS = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONGS = ValueLayout.JAVA_LONG_UNALIGNED;

  private final KeyType type;

  RadixSort(KeyType type) {
    this.type = type;
  }

  /** Runs {@code barnacle_sort_…}. */
  void sort(BuiltInCall call) {
    long count = call.longValue(1);
    sort(call, call.memory(0, count, type.byteSize()), null, count);
  }

  /** Runs {@code barnacle_sort_pairs_…}: each value goes where its key goes. */
  void sortPairs(BuiltInCall call) {
    long count = call.longValue(2);
    sort(call, call.memory(0, count, type.byteSize()), call.memory(1, count, VALUE_BYTES), count);
  }

  private void sort(
      BuiltInCall call, MemorySegment keys, @Nullable MemorySegment values, long count) {
    int parts = Math.clamp(count / LEAST_PART, 1, call.computeUnits());
    try (Arena arena = Arena.ofShared()) {
      MemorySegment otherKeys = arena.allocate(count * type.byteSize(), 128);
      MemorySegment otherValues = values == null ? null : arena.allocate(count * VALUE_BYTES, 128);
      new Run(call, new Side(keys, values), new Side(otherKeys, otherValues), count, parts).sort();
    } catch (OutOfMemoryError e) {
      throw new ClException(
          ErrorCode.CL_OUT_OF_HOST_MEMORY, "no memory for a copy of " + count + " keys", e);
    }
  }

  /** Keys and, of pairs, their values. */
  private record Side(MemorySegment keys, @Nullable MemorySegment values) {}

  /** One sorting. */
  private final class Run {
    private final BuiltInCall call;
    private final long count;
    private final int parts;
    private final Side home;
    private boolean isHome = true;
    private Side from;
    private Side to;

    Run(BuiltInCall call, Side home, Side other, long count, int parts) {
      this.call = call;
      this.home = home;
      this.from = home;
      this.to = other;
      this.count = count;
      this.parts = parts;
    }

    private long first(int part) {
      return (long) ((double) count * part / parts);
    }

    private long last(int part) {
      return part + 1 == parts ? count : first(part + 1);
    }

    private void each(IntConsumer part) {
      call.parallel(parts, part);
    }

    void sort() {
      each(p -> type.encode(home.keys(), first(p), last(p)));
      for (int shift = 0; shift < Byte.SIZE * type.byteSize(); shift += DIGIT_BITS) {
        pass(shift);
      }
      if (!isHome) {
        MemorySegment.copy(from.keys(), 0, home.keys(), 0, home.keys().byteSize());
        if (home.values() != null && from.values() != null) {
          MemorySegment.copy(from.values(), 0, home.values(), 0, home.values().byteSize());
        }
      }
      each(p -> type.decode(home.keys(), first(p), last(p)));
    }

    private void pass(int shift) {
      long[][] counts = new long[parts][];
      each(p -> counts[p] = count(p, shift));
      if (!place(counts)) {
        return; // all keys have the same digit
      }
      each(p -> scatter(p, shift, counts[p]));
      Side sorted = to;
      to = from;
      from = sorted;
      isHome = !isHome;
    }

    /** Makes of how many keys of a digit each part has where it puts the first. */
    private boolean place(long[][] counts) {
      long at = 0;
      boolean several = false;
      for (int digit = 0; digit < DIGITS; digit++) {
        long before = at;
        for (long[] part : counts) {
          long mine = part[digit];
          part[digit] = at;
          at += mine;
        }
        several |= at > before && at - before < count;
      }
      return several;
    }

    private long[] count(int part, int shift) {
      long[] counts = new long[DIGITS];
      MemorySegment keys = from.keys();
      long last = last(part);
      if (type.byteSize() == 4) {
        for (long i = first(part); i < last; i++) {
          counts[keys.getAtIndex(INTS, i) >>> shift & DIGITS - 1]++;
        }
      } else {
        for (long i = first(part); i < last; i++) {
          counts[(int) (keys.getAtIndex(LONGS, i) >>> shift) & DIGITS - 1]++;
        }
      }
      return counts;
    }

    private void scatter(int part, int shift, long[] places) {
      if (type.byteSize() == 4) {
        scatterInts(part, shift, places);
      } else {
        scatterLongs(part, shift, places);
      }
    }

    private void scatterInts(int part, int shift, long[] places) {
      MemorySegment keys = from.keys();
      MemorySegment sorted = to.keys();
      long last = last(part);
      for (long i = first(part); i < last; i++) {
        int key = keys.getAtIndex(INTS, i);
        long place = places[key >>> shift & DIGITS - 1]++;
        sorted.setAtIndex(INTS, place, key);
        moveValue(i, place);
      }
    }

    private void scatterLongs(int part, int shift, long[] places) {
      MemorySegment keys = from.keys();
      MemorySegment sorted = to.keys();
      long last = last(part);
      for (long i = first(part); i < last; i++) {
        long key = keys.getAtIndex(LONGS, i);
        long place = places[(int) (key >>> shift) & DIGITS - 1]++;
        sorted.setAtIndex(LONGS, place, key);
        moveValue(i, place);
      }
    }

    private void moveValue(long index, long place) {
      MemorySegment values = from.values();
      MemorySegment sorted = to.values();
      if (values != null && sorted != null) {
        sorted.setAtIndex(INTS, place, values.getAtIndex(INTS, index));
      }
    }
  }
}
