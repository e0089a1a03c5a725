package dev.barnacle.watch.internal.race.clock;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map from numbers to ticks; what is not in it has tick 0. A trie of nodes of 16, so
 * that maps made of one another share most of it, and joining two such visits only where they
 * differ.
 *
 * <p><b>Lineages.</b> Where work-items hand on what they know in turn (a lock, a counter that all
 * update), each map is made of the one before and has all that it has, but few nodes in common with
 * what one of the work-items knew a round ago. So a map that is made of the last one of a lineage
 * becomes the last one in its place, and of two maps of one lineage the later one has all that the
 * earlier one has. The maps of a lineage are made by one thread.
 *
 * <p>Vector clocks: Fidge, "Timestamps in Message-Passing Systems That Preserve the Partial
 * Ordering", 1988; Mattern, "Virtual Time and Global States of Distributed Systems", 1989. Tree
 * clocks skip what is known too (Mathur, Tunç, Pavlogiannis and Viswanathan, "A Tree Clock Data
 * Structure for Causal Orderings in Concurrent Executions", ASPLOS 2022), but change in place.
 */
final class VectorClock {
  static final VectorClock NONE = new VectorClock(null, 0, new Lineage());

  private static final int BITS = 4;
  private static final int WIDTH = 1 << BITS;

  /** Null if empty; {@code long[]} at height 0, else {@code Object[]}. */
  private final @Nullable Object root;

  private final int height;
  private final Lineage lineage;

  /** Its place in the lineage. */
  private final long age;

  /** Maps of which each has all that those before have. */
  private static final class Lineage {
    /** The age of the last one. */
    private long last;
  }

  private VectorClock(@Nullable Object root, int height, Lineage lineage) {
    this.root = root;
    this.height = height;
    this.lineage = lineage;
    this.age = ++lineage.last;
  }

  /** Returns whether no other map of its lineage was made of it. */
  private boolean isLast() {
    return root != null && age == lineage.last;
  }

  /** Returns the tick of a number. */
  long get(long key) {
    if (root == null || beyond(key, height)) {
      return 0;
    }
    Object node = root;
    for (int h = height; h > 0; h--) {
      node = ((@Nullable Object[]) node)[slot(key, h)];
      if (node == null) {
        return 0;
      }
    }
    return ((long[]) node)[slot(key, 0)];
  }

  /** Returns this map with a tick that is at least {@code tick} for a number. */
  VectorClock with(long key, long tick) {
    if (get(key) >= tick) {
      return this;
    }
    Object grown = root;
    int h = height;
    while (beyond(key, h)) {
      grown = raise(grown);
      h++;
    }
    return new VectorClock(put(grown, h, key, tick), h, isLast() ? lineage : new Lineage());
  }

  private static Object put(@Nullable Object node, int h, long key, long tick) {
    if (h == 0) {
      long[] copy = node == null ? new long[WIDTH] : ((long[]) node).clone();
      copy[slot(key, 0)] = tick;
      return copy;
    }
    @Nullable Object[] copy =
        node == null ? new @Nullable Object[WIDTH] : ((@Nullable Object[]) node).clone();
    int slot = slot(key, h);
    copy[slot] = put(copy[slot], h - 1, key, tick);
    return copy;
  }

  /** Returns the larger tick of each number; one of the two maps itself if it is that. */
  VectorClock join(VectorClock other) {
    if (root == other.root || other.root == null) {
      return this;
    }
    if (root == null) {
      return other;
    }
    if (lineage == other.lineage) {
      return age > other.age ? this : other;
    }
    int h = Math.max(height, other.height);
    Object mine = raiseTo(root, height, h);
    Object its = raiseTo(other.root, other.height, h);
    Object joined = join(mine, its, h);
    if (joined == mine) {
      return this;
    }
    if (joined == its) {
      return other;
    }
    return new VectorClock(
        joined, h, isLast() ? lineage : other.isLast() ? other.lineage : new Lineage());
  }

  private static Object join(Object a, Object b, int h) {
    return h == 0
        ? joinLeaves((long[]) a, (long[]) b)
        : joinNodes((@Nullable Object[]) a, (@Nullable Object[]) b, h);
  }

  private static Object joinNodes(@Nullable Object[] a, @Nullable Object[] b, int h) {
    boolean isA = true;
    boolean isB = true;
    @Nullable Object[] joined = new @Nullable Object[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
      Object x = a[i];
      Object y = b[i];
      Object both = x == y || y == null ? x : x == null ? y : join(x, y, h - 1);
      joined[i] = both;
      isA &= both == x;
      isB &= both == y;
    }
    return isA ? a : isB ? b : joined;
  }

  private static long[] joinLeaves(long[] a, long[] b) {
    long[] joined = a.clone();
    for (int i = 0; i < WIDTH; i++) {
      joined[i] = Math.max(a[i], b[i]);
    }
    return Arrays.equals(joined, a) ? a : Arrays.equals(joined, b) ? b : joined;
  }

  private static Object raiseTo(Object node, int from, int to) {
    Object raised = node;
    for (int h = from; h < to; h++) {
      @Nullable Object[] parent = new @Nullable Object[WIDTH];
      parent[0] = raised;
      raised = parent;
    }
    return raised;
  }

  private static @Nullable Object raise(@Nullable Object node) {
    return node == null ? null : raiseTo(node, 0, 1);
  }

  private static boolean beyond(long key, int height) {
    int bits = BITS * (height + 1);
    return bits < Long.SIZE && key >>> bits != 0;
  }

  private static int slot(long key, int height) {
    return (int) (key >>> (BITS * height)) & (WIDTH - 1);
  }
}
