package dev.barnacle.ir.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Immediate dominators of a graph whose nodes are numbered in reverse post-order from its root,
 * node 0; every node is reachable (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
 * Algorithm").
 */
final class DominatorTree {
  private final int[] parent;
  private final List<List<Integer>> children = new ArrayList<>();
  private final int[] enter;
  private final int[] leave;

  /**
   * Computes the tree.
   *
   * @param predecessors for each node those it can be reached from directly
   */
  DominatorTree(List<int[]> predecessors) {
    int count = predecessors.size();
    this.parent = new int[count];
    this.enter = new int[count];
    this.leave = new int[count];
    solve(predecessors);
    for (int i = 0; i < count; i++) {
      children.add(new ArrayList<>());
    }
    for (int i = 1; i < count; i++) {
      children.get(parent[i]).add(i);
    }
    number();
  }

  /** Returns the immediate dominator; of the root the root itself. */
  int parent(int node) {
    return parent[node];
  }

  List<Integer> children(int node) {
    return children.get(node);
  }

  /** Returns whether every path from the root to {@code b} goes through {@code a}. */
  boolean dominates(int a, int b) {
    return enter[a] <= enter[b] && leave[b] <= leave[a];
  }

  private void solve(List<int[]> predecessors) {
    Arrays.fill(parent, -1);
    parent[0] = 0;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int node = 1; node < parent.length; node++) {
        int found = commonDominator(predecessors.get(node));
        changed |= parent[node] != found;
        parent[node] = found;
      }
    }
  }

  private int commonDominator(int[] nodes) {
    int common = -1;
    for (int node : nodes) {
      if (parent[node] >= 0) {
        common = common < 0 ? node : intersect(common, node);
      }
    }
    return common;
  }

  private int intersect(int first, int second) {
    int a = first;
    int b = second;
    while (a != b) {
      if (a > b) {
        a = parent[a];
      } else {
        b = parent[b];
      }
    }
    return a;
  }

  /** Numbers the tree in the order of a walk; a node's parent has a smaller number than it. */
  private void number() {
    int[] size = new int[parent.length];
    Arrays.fill(size, 1);
    for (int node = parent.length - 1; node > 0; node--) {
      size[parent[node]] += size[node];
    }
    int[] next = new int[parent.length];
    next[0] = 1;
    leave[0] = size[0];
    for (int node = 1; node < parent.length; node++) {
      enter[node] = next[parent[node]];
      next[parent[node]] += size[node];
      next[node] = enter[node] + 1;
      leave[node] = enter[node] + size[node];
    }
  }
}
