package dev.barnacle.explore.internal.search;

import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.properties.ModelProperties;
import dev.barnacle.explore.internal.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Decides whether threads that all wait can be served by each other.
 *
 * <p>Each waiting read would take its value from a write that comes after another waiting read, or
 * from a waiting read-modify-write itself. Following these sources leads into a cycle. A cycle of
 * nothing but read-modify-writes that read from each other is impossible where they are atomic; so
 * is one in the memory of one region in which every read comes after its source in the model's
 * happens-before, because the read is of a non-atomic location or acquires what was released.
 */
final class CyclicGuesses {
  private final Scenario scenario;
  private final ModelProperties properties;

  CyclicGuesses(Scenario scenario, ModelProperties properties) {
    this.scenario = scenario;
    this.properties = properties;
  }

  /**
   * Returns which of the waiting threads should go on with a guess. It is one on a possible cycle,
   * so that threads that only wait for what such a cycle writes need not guess. Of these it is the
   * first that waits with an atomic operation, else the first. Returns -1 if some thread's sources
   * lead into no possible cycle.
   */
  int guesser(ThreadState[] threads, Trace trace) {
    Sources sources = new Sources(threads, trace);
    boolean[][] reaches = sources.closure();
    int first = -1;
    for (int t = threads.length - 1; t >= 0; t--) {
      if (threads[t].waiting) {
        if (!sources.leadToCycle(t, reaches)) {
          return -1;
        }
        if (sources.isOnCycle(t, reaches)
            && (first < 0 || !isPlain(threads[t]) || isPlain(threads[first]))) {
          first = t;
        }
      }
    }
    return first;
  }

  private static boolean isPlain(ThreadState s) {
    return s.next().kind == Op.Kind.LOAD;
  }

  /** The threads that could write what a thread waits for. */
  private final class Sources {
    private final ThreadState[] threads;
    private final Trace trace;
    private final boolean[][] any;

    /** The write comes after the writer's waiting read. */
    private final boolean[][] later;

    /** The write need not happen before the read. */
    private final boolean[][] unordered;

    Sources(ThreadState[] threads, Trace trace) {
      this.threads = threads;
      this.trace = trace;
      int n = threads.length;
      any = new boolean[n][n];
      later = new boolean[n][n];
      unordered = new boolean[n][n];
      for (int t = 0; t < n; t++) {
        for (int u = 0; u < n; u++) {
          if (threads[t].waiting && threads[u].waiting) {
            source(t, u);
          }
        }
      }
    }

    private void source(int t, int u) {
      Op reader = threads[t].next();
      Op other = threads[u].next();
      int location = location(t);
      List<Op> writes = new ArrayList<>();
      if (t != u || !properties.noReadFromOwnFuture()) {
        writes.addAll(threads[u].code.writesFrom(threads[u].at + 1, trace.memoryOf(location)));
        later[t][u] = !writes.isEmpty();
      }
      if (t != u && ThreadCode.writes(other) && location(u) == location) {
        writes.add(other);
      }
      any[t][u] = !writes.isEmpty();
      boolean sequenced = scenario.unsequenced().getOrDefault(other.source, Set.of()).isEmpty();
      unordered[t][u] =
          any[t][u]
              && !(sequenced
                  && t != u
                  && (isVisible(location) || synchronise(location, reader, writes)));
    }

    private int location(int t) {
      Op next = threads[t].next();
      return trace.location(threads[t].slots[next.a], next.elementBytes());
    }

    private boolean isVisible(int location) {
      return properties.orders().of(trace.isLocal(location)).visible()
          && trace.isNonAtomic(location);
    }

    private boolean synchronise(int location, Op reader, List<Op> writes) {
      return properties.orders().of(trace.isLocal(location)).synchronises()
          && acquires(reader)
          && writes.stream().allMatch(Sources::releases);
    }

    /** Returns whether a read acquires, also where it is of a compare-exchange that fails. */
    private static boolean acquires(Op op) {
      MemoryStrength says = op.strength;
      return says != null && says.order().acquires() && says.failureOrder().acquires();
    }

    private static boolean releases(Op op) {
      return op.strength != null && op.strength.order().releases();
    }

    boolean[][] closure() {
      int n = any.length;
      boolean[][] reaches = new boolean[n][];
      for (int t = 0; t < n; t++) {
        reaches[t] = any[t].clone();
      }
      for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) {
          for (int j = 0; reaches[i][k] && j < n; j++) {
            reaches[i][j] |= reaches[k][j];
          }
        }
      }
      return reaches;
    }

    boolean leadToCycle(int t, boolean[][] reaches) {
      for (int u = 0; u < any.length; u++) {
        if ((u == t || reaches[t][u]) && isOnCycle(u, reaches)) {
          return true;
        }
      }
      return false;
    }

    boolean isOnCycle(int t, boolean[][] reaches) {
      return reaches[t][t] && isPossible(t, reaches);
    }

    /** Returns whether the threads that are on cycles with one have what a possible cycle needs. */
    private boolean isPossible(int u, boolean[][] reaches) {
      boolean hasLater = !properties.atomicity();
      boolean hasUnordered = false;
      boolean hasLocal = false;
      boolean hasGlobal = false;
      for (int i = 0; i < any.length; i++) {
        for (int j = 0; j < any.length; j++) {
          if (any[i][j] && reaches[u][i] && reaches[j][u]) {
            hasLater |= later[i][j];
            hasUnordered |= unordered[i][j];
            hasLocal |= trace.isLocal(location(i));
            hasGlobal |= !trace.isLocal(location(i));
          }
        }
      }
      return hasLater && (hasUnordered || (hasLocal && hasGlobal));
    }
  }
}
