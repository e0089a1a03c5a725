package dev.barnacle.model;

import java.util.Arrays;

/**
 * The common part of a set and a relation over the events of an execution: rows of bits, one column
 * an event.
 *
 * <p>The capacity (the greatest number of events) is fixed at construction; operators get the
 * number of events in use. Rows and columns from there on are never read.
 */
public abstract sealed class Bits permits EventSet, Relation {
  final int capacity;
  final int words;
  final long[] bits;

  Bits(int capacity, int rows) {
    if (capacity <= 0) {
      throw new IllegalArgumentException("a capacity is at least 1, not " + capacity);
    }
    this.capacity = capacity;
    this.words = wordsFor(capacity);
    this.bits = new long[rows * words];
  }

  /** The number of 64-bit words of a row of {@code events} columns. */
  static int wordsFor(int events) {
    return (events + 63) >>> 6;
  }

  /** The greatest number of events. */
  public final int capacity() {
    return capacity;
  }

  /** The number of words of one row. */
  public final int words() {
    return words;
  }

  /** The bits themselves, row after row: {@link #words} words each, event 0 the lowest bit. */
  public final long[] bits() {
    return bits;
  }

  /** The number of words in use for {@code n} events. */
  public abstract int used(int n);

  /** Takes the elements of another set or relation of the same kind and capacity. */
  public final void copyFrom(Bits other) {
    System.arraycopy(other.bits, 0, bits, 0, bits.length);
  }

  /** Empties it. */
  public final void clear() {
    Arrays.fill(bits, 0);
  }

  /** Empties what it has of the first {@code n} events. */
  public final void clear(int n) {
    Arrays.fill(bits, 0, used(n), 0);
  }

  /** Returns whether it has no element among the first {@code n} events. */
  public final boolean isEmpty(int n) {
    int used = used(n);
    for (int i = 0; i < used; i++) {
      if (bits[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** The mask of the columns in use in word {@code word} of a row over {@code n} events. */
  public static long mask(int n, int word) {
    int left = n - (word << 6);
    return left >= 64 ? -1L : left <= 0 ? 0L : (1L << left) - 1;
  }
}
