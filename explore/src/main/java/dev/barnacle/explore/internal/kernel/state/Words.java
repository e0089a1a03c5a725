package dev.barnacle.explore.internal.kernel.state;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/** A sequence of numbers, and its hash. */
final class Words implements LongConsumer {
  private long[] words = new long[64];
  private int size;

  @Override
  public void accept(long word) {
    if (size == words.length) {
      words = Arrays.copyOf(words, 2 * size);
    }
    words[size++] = word;
  }

  /** Adds numbers, and how many they are. */
  void addAll(long[] more) {
    accept(more.length);
    for (long word : more) {
      accept(word);
    }
  }

  /** Adds sequences of numbers in an order that depends on nothing else. */
  void addSorted(List<long[]> lists) {
    lists.sort(Arrays::compare);
    accept(lists.size());
    lists.forEach(this::addAll);
  }

  /** Returns the numbers. */
  long[] toArray() {
    return Arrays.copyOf(words, size);
  }

  /** Returns the upper half of their hash of 128 bits. */
  long high() {
    return hash(0x9e3779b97f4a7c15L);
  }

  /** Returns the lower half. */
  long low() {
    return hash(0xc2b2ae3d27d4eb4fL);
  }

  private long hash(long seed) {
    long h = seed ^ size;
    for (int i = 0; i < size; i++) {
      h = mix((Long.rotateLeft(h, 29) ^ words[i]) * 0x9fb21c651e98df25L + seed);
    }
    return h;
  }

  /** Mixes the bits of a number (the finalizer of MurmurHash3, as Stafford's variant 13 has it). */
  private static long mix(long number) {
    long h = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
    h = (h ^ (h >>> 27)) * 0x94d049bb133111ebL;
    return h ^ (h >>> 31);
  }
}
