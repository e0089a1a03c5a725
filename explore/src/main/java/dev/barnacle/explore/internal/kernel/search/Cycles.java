package dev.barnacle.explore.internal.kernel.search;

/** Cycles of a relation. */
final class Cycles {
  private Cycles() {}

  /** Returns whether there is one. */
  static boolean in(boolean[][] edges) {
    int[] state = new int[edges.length];
    for (int i = 0; i < edges.length; i++) {
      if (state[i] == 0 && from(edges, state, i)) {
        return true;
      }
    }
    return false;
  }

  private static boolean from(boolean[][] edges, int[] state, int at) {
    state[at] = 1;
    for (int k = 0; k < edges.length; k++) {
      if (edges[at][k] && (state[k] == 1 || (state[k] == 0 && from(edges, state, k)))) {
        return true;
      }
    }
    state[at] = 2;
    return false;
  }
}
