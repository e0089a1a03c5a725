package dev.barnacle.watch.command;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Ranges of bytes that don't touch each other's bytes, by ascending address, each with a tag that
 * says who accessed it.
 */
public final class Ranges {
  /** No bytes. */
  public static final Ranges NONE = new Ranges(new long[0], new int[0]);

  private final long[] bounds;
  private final int[] tags;

  /** Bytes that two sets have in common. */
  interface Overlap {
    void at(long start, long end, int tag, int otherTag);
  }

  private Ranges(long[] bounds, int[] tags) {
    this.bounds = bounds;
    this.tags = tags;
  }

  /** Returns one range. */
  public static Ranges of(long start, long bytes, int tag) {
    return bytes <= 0 ? NONE : new Ranges(new long[] {start, start + bytes}, new int[] {tag});
  }

  boolean isEmpty() {
    return tags.length == 0;
  }

  /** Returns how many ranges there are. */
  int count() {
    return tags.length;
  }

  /** Returns the first byte; there must be one. */
  long first() {
    return bounds[0];
  }

  /** Returns the byte behind the last one; there must be one. */
  long end() {
    return bounds[bounds.length - 1];
  }

  private long start(int i) {
    return bounds[2 * i];
  }

  private long end(int i) {
    return bounds[2 * i + 1];
  }

  /** Returns the first range that does not end before an address. */
  private int find(long address) {
    int low = 0;
    int high = tags.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (end(middle) <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  boolean meets(Ranges other) {
    return !isEmpty() && !other.isEmpty() && first() < other.end() && other.first() < end();
  }

  /** Takes ranges one by one. */
  interface Each {
    void range(long start, long end);
  }

  /** Tells of all ranges. */
  void each(Each action) {
    for (int i = 0; i < count(); i++) {
      action.range(start(i), end(i));
    }
  }

  /** Returns a cursor on the first byte. */
  Cursor cursor() {
    return new Cursor();
  }

  /** Goes over all bytes in turn. */
  final class Cursor {
    private int range;
    private long done;

    /** Returns how many bytes there are from here to the end of a range; 0 behind the last. */
    long left() {
      return range == count() ? 0 : end(range) - at();
    }

    /** Returns the byte's address. */
    long at() {
      return start(range) + done;
    }

    /** Goes on by at most as many bytes as are left. */
    void skip(long bytes) {
      done += bytes;
      if (at() == end(range)) {
        range++;
        done = 0;
      }
    }
  }

  /** Tells of all bytes that this and another set have. */
  void common(Ranges other, Overlap overlap) {
    if (!meets(other)) {
      return;
    }
    int i = find(other.first());
    int j = other.find(first());
    while (i < count() && j < other.count()) {
      long start = Math.max(start(i), other.start(j));
      long end = Math.min(end(i), other.end(j));
      if (start < end) {
        overlap.at(start, end, tags[i], other.tags[j]);
      }
      if (end(i) <= other.end(j)) {
        i++;
      } else {
        j++;
      }
    }
  }

  /** Returns those whose tags are some. */
  Ranges where(IntPredicate some) {
    Builder chosen = new Builder();
    for (int i = 0; i < count(); i++) {
      if (some.test(tags[i])) {
        chosen.add(start(i), end(i), tags[i]);
      }
    }
    return chosen.build();
  }

  /** Returns what another set does not have of this. */
  Ranges minus(Ranges other) {
    if (!meets(other)) {
      return this;
    }
    Builder rest = new Builder();
    int j = 0;
    for (int i = 0; i < count(); i++) {
      long at = start(i);
      while (j < other.count() && other.end(j) <= at) {
        j++;
      }
      for (int k = j; k < other.count() && other.start(k) < end(i); k++) {
        rest.add(at, other.start(k), tags[i]);
        at = Math.max(at, other.end(k));
      }
      rest.add(at, end(i), tags[i]);
    }
    return rest.build();
  }

  @Override
  public String toString() {
    return Arrays.toString(bounds);
  }

  /** Puts ranges together that come by ascending address. */
  public static final class Builder {
    private long[] bounds = new long[8];
    private int[] tags = new int[4];
    private int count;

    /** Adds a range behind the others; one that begins where the last one ends may extend it. */
    public void add(long start, long end, int tag) {
      if (start >= end) {
        return;
      }
      if (count > 0 && bounds[2 * count - 1] > start) {
        throw new IllegalArgumentException(
            "a range at " + start + " after " + bounds[2 * count - 1]);
      }
      if (count > 0 && bounds[2 * count - 1] == start && tags[count - 1] == tag) {
        bounds[2 * count - 1] = end;
        return;
      }
      if (count == tags.length) {
        bounds = Arrays.copyOf(bounds, 4 * count);
        tags = Arrays.copyOf(tags, 2 * count);
      }
      bounds[2 * count] = start;
      bounds[2 * count + 1] = end;
      tags[count++] = tag;
    }

    /** Adds a range, unless it begins with bytes that are there. */
    public void addOnce(long start, long end, int tag) {
      if (count == 0 || bounds[2 * count - 1] <= start) {
        add(start, end, tag);
      }
    }

    /** Returns them. */
    public Ranges build() {
      return count == 0
          ? NONE
          : new Ranges(Arrays.copyOf(bounds, 2 * count), Arrays.copyOf(tags, count));
    }
  }
}
