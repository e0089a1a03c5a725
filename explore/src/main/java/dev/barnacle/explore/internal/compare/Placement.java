package dev.barnacle.explore.internal.compare;

import dev.barnacle.model.BaseRelation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The groups of the threads, numbered in the order of their first threads; a group's number is its
 * own among all groups.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Placement(int[] subGroup, int[] workGroup, int[] device) {

  /** All placements of threads on so many devices at most that the models may tell apart. */
  static List<Placement> all(int threads, Vocabulary vocabulary, int devices) {
    List<Placement> all = new ArrayList<>();
    int[] one = new int[threads];
    for (int[] device : finer(one, vocabulary.hasPlaces(BaseRelation.DEVICE))) {
      if (Arrays.stream(device).max().orElse(0) >= devices) {
        continue;
      }
      for (int[] workGroup : finer(device, vocabulary.hasPlaces(BaseRelation.WORK_GROUP))) {
        for (int[] subGroup : finer(workGroup, vocabulary.hasPlaces(BaseRelation.SUB_GROUP))) {
          all.add(new Placement(subGroup, workGroup, device));
        }
      }
    }
    return all;
  }

  /** The partitions that are at least as fine as one; only itself where they do not matter. */
  private static List<int[]> finer(int[] coarse, boolean matters) {
    if (!matters) {
      return List.of(coarse);
    }
    List<int[]> found = new ArrayList<>();
    refine(coarse, new int[coarse.length], 0, 0, found);
    return found;
  }

  private static void refine(int[] coarse, int[] parts, int thread, int used, List<int[]> found) {
    if (thread == parts.length) {
      found.add(parts.clone());
      return;
    }
    for (int part = 0; part <= used; part++) {
      if (part == used || coarse[first(parts, thread, part)] == coarse[thread]) {
        parts[thread] = part;
        refine(coarse, parts, thread + 1, part == used ? used + 1 : used, found);
      }
    }
  }

  private static int first(int[] parts, int threads, int part) {
    for (int t = 0; t < threads; t++) {
      if (parts[t] == part) {
        return t;
      }
    }
    throw new IllegalArgumentException("part " + part + " is empty");
  }

  /** The part of a thread in one of the three partitions. */
  int[] parts(BaseRelation relation) {
    return switch (relation) {
      case SUB_GROUP -> subGroup;
      case WORK_GROUP -> workGroup;
      case DEVICE -> device;
      default -> throw new IllegalArgumentException(relation.symbol());
    };
  }

  /** The places of the other threads. */
  Placement without(int thread) {
    return new Placement(drop(subGroup, thread), drop(workGroup, thread), drop(device, thread));
  }

  private static int[] drop(int[] parts, int thread) {
    int[] left = new int[parts.length - 1];
    for (int i = 0, k = 0; i < parts.length; i++) {
      if (i != thread) {
        left[k++] = parts[i];
      }
    }
    return left;
  }

  /**
   * Returns whether threads are together here where those of another placement are.
   *
   * @param threads for each thread of the other placement the thread here
   */
  boolean isAs(Placement other, int[] threads) {
    return isAs(subGroup, other.subGroup, threads)
        && isAs(workGroup, other.workGroup, threads)
        && isAs(device, other.device, threads);
  }

  private static boolean isAs(int[] parts, int[] others, int[] threads) {
    for (int s = 0; s < threads.length; s++) {
      for (int t = 0; t < s; t++) {
        if ((others[s] == others[t]) != (parts[threads[s]] == parts[threads[t]])) {
          return false;
        }
      }
    }
    return true;
  }
}
