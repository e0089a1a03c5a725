package dev.barnacle.explore.internal.compare;

import dev.barnacle.explore.Distinction.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Threads of operations without their labels. Operations are numbered thread by thread.
 *
 * @param starts the first operation of each thread, and the number of operations
 * @param location the location of each operation, or -1
 * @param locations the number of locations
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Shape(int[] starts, Kind[] kinds, int[] location, int locations) {

  int threads() {
    return starts.length - 1;
  }

  int size() {
    return kinds.length;
  }

  int thread(int operation) {
    int t = 0;
    while (starts[t + 1] <= operation) {
      t++;
    }
    return t;
  }

  boolean reads(int operation) {
    return kinds[operation] == Kind.LOAD || kinds[operation] == Kind.EXCHANGE;
  }

  boolean writes(int operation) {
    return kinds[operation] == Kind.STORE || kinds[operation] == Kind.EXCHANGE;
  }

  /** The operations that write a location. */
  List<Integer> writesOf(int place) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < kinds.length; i++) {
      if (location[i] == place && writes(i)) {
        found.add(i);
      }
    }
    return found;
  }

  /** The shape without an operation. */
  Shape without(int operation) {
    int[] place = new int[locations];
    Arrays.fill(place, -1);
    Kind[] left = new Kind[size() - 1];
    int[] at = new int[left.length];
    int used = 0;
    for (int i = 0, k = 0; i < size(); i++) {
      if (i != operation) {
        left[k] = kinds[i];
        int old = location[i];
        if (old >= 0 && place[old] < 0) {
          place[old] = used++;
        }
        at[k++] = old < 0 ? -1 : place[old];
      }
    }
    List<Integer> first = new ArrayList<>();
    for (int t = 0; t < threads(); t++) {
      int from = starts[t] - (starts[t] > operation ? 1 : 0);
      int to = starts[t + 1] - (starts[t + 1] > operation ? 1 : 0);
      if (from < to) {
        first.add(from);
      }
    }
    first.add(left.length);
    return new Shape(first.stream().mapToInt(i -> i).toArray(), left, at, used);
  }
}
