package dev.barnacle.explore.internal.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A part of the search tree: what comes, in the order of the search, from one node on and before
 * another. A node's path says which child of its parent each of its ancestors and itself is, the
 * root's excepted.
 */
public final class Subtree {
  private static final int NEVER = Integer.MAX_VALUE;

  private final int[] from;
  private final int[] to;
  private final int cut;
  private final List<int[]> frontier = new ArrayList<>();
  private int[] path = new int[64];
  private int[] children = new int[65];
  private int depth;

  /**
   * The length of the prefix of {@code from} that the path begins with; {@link #onTo} is that of
   * {@code to}.
   */
  private int onFrom;

  private int onTo;

  private Subtree(int[] from, int[] to, int cut) {
    this.from = from;
    this.to = to;
    this.cut = cut;
  }

  /** The whole tree. */
  public static Subtree all() {
    return new Subtree(new int[0], new int[0], NEVER);
  }

  /** The tree down to a depth; see {@link #frontier}. */
  public static Subtree above(int depth) {
    return new Subtree(new int[0], new int[0], depth);
  }

  /**
   * The tree in parts, in the order of the search.
   *
   * @param frontier where to cut it
   * @param parts how many parts there are at most
   */
  public static List<Subtree> split(List<int[]> frontier, int parts) {
    if (frontier.isEmpty()) {
      return List.of(all());
    }
    List<Subtree> list = new ArrayList<>();
    int[] from = {};
    for (int i = 1; i <= parts; i++) {
      int at = (int) ((long) frontier.size() * i / parts);
      int[] to = i == parts ? new int[0] : frontier.get(at);
      if (i == parts || !Arrays.equals(from, to)) {
        list.add(new Subtree(from, to, NEVER));
      }
      from = to;
    }
    return list;
  }

  /** The nodes at the depth down to which the tree was searched, in order. */
  public List<int[]> frontier() {
    return frontier;
  }

  /** Enters the next child of the present node, if it has something of this part. */
  boolean enter() {
    int i = children[depth]++;
    boolean first = onFrom == depth && depth < from.length;
    boolean last = onTo == depth && depth < to.length;
    if ((first && i < from[depth]) || (last && i > to[depth])) {
      return false;
    }
    boolean same = last && i == to[depth];
    if (same && depth + 1 == to.length) {
      return false;
    }
    onFrom += first && i == from[depth] ? 1 : 0;
    onTo += same ? 1 : 0;
    path[depth++] = i;
    if (depth == path.length) {
      path = Arrays.copyOf(path, 2 * depth);
      children = Arrays.copyOf(children, 2 * depth + 1);
    }
    children[depth] = 0;
    if (depth == cut) {
      frontier.add(Arrays.copyOf(path, depth));
      leave();
      return false;
    }
    return true;
  }

  /** Goes back to the parent. */
  void leave() {
    depth--;
    onFrom = Math.min(onFrom, depth);
    onTo = Math.min(onTo, depth);
  }
}
