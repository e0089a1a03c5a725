package dev.barnacle.explore.internal.program;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * Sets of the reads that a value depends on. A set is a long, 0 being the empty one: where an
 * execution has room for at most 64 events, a bit for each event; where it has more, the number of
 * a set that is kept here, each set once, so that equal sets are equal longs.
 */
public final class Dependencies {
  private final boolean small;
  private final List<BitSet> sets = new ArrayList<>();
  private final Map<BitSet, Long> numbers = new HashMap<>();

  /** For executions of at most so many events. */
  public Dependencies(int capacity) {
    small = capacity <= Long.SIZE;
    number(new BitSet());
  }

  private long number(BitSet set) {
    Long known = numbers.get(set);
    if (known == null) {
      known = (long) sets.size();
      sets.add(set);
      numbers.put(set, known);
    }
    return known;
  }

  /** The set of one read. */
  public long of(int event) {
    if (small) {
      return 1L << event;
    }
    BitSet set = new BitSet();
    set.set(event);
    return number(set);
  }

  /** Returns the union of two sets. */
  public long union(long a, long b) {
    if (small) {
      return a | b;
    }
    if (a == b || b == 0) {
      return a;
    }
    if (a == 0) {
      return b;
    }
    BitSet set = (BitSet) sets.get((int) a).clone();
    set.or(sets.get((int) b));
    return number(set);
  }

  public void forEach(long set, IntConsumer action) {
    if (!small) {
      sets.get((int) set).stream().forEach(action);
      return;
    }
    for (long left = set; left != 0; left &= left - 1) {
      action.accept(Long.numberOfTrailingZeros(left));
    }
  }

  /** The set of the images of its members. */
  public long image(long set, IntUnaryOperator image) {
    long[] out = {0};
    forEach(set, e -> out[0] = union(out[0], of(image.applyAsInt(e))));
    return out[0];
  }
}
