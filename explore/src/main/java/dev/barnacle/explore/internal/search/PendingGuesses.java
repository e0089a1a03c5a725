package dev.barnacle.explore.internal.search;

import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.properties.ModelProperties;
import dev.barnacle.explore.internal.trace.Trace;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Event;

/**
 * Decides whether enough writes can still come for the guessed reads.
 *
 * <p>Where coherence holds, guessed reads of one thread from one atomic location, one after the
 * other, that return different values or have another access between them read from different
 * writes. All of these are still to come, most often from other threads.
 */
final class PendingGuesses {
  private final Trace trace;
  private final ModelProperties properties;

  PendingGuesses(Trace trace, ModelProperties properties) {
    this.trace = trace;
    this.properties = properties;
  }

  /** Writes that have come but that guessed reads have not been offered yet. */
  @FunctionalInterface
  interface Offered {
    /** Returns the number of those that are to a location. */
    int to(int location);
  }

  /** Returns whether the threads may still write as often as the guessed reads need. */
  boolean canBeKept(ThreadState[] threads, Offered offered) {
    if (!properties.coherent()) {
      return true;
    }
    for (int t = 0; t < threads.length; t++) {
      for (int e = 0; e < trace.execution.size(); e++) {
        if (isFirst(t, e) && needed(t, e) > supply(threads, t, e, offered)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns whether an event is the first guess of a thread at its location. */
  private boolean isFirst(int t, int e) {
    var x = trace.execution;
    if (!x.pending().contains(e)
        || x.event(e).thread() != t
        || trace.isNonAtomic(x.event(e).location())) {
      return false;
    }
    for (int p = 0; p < e; p++) {
      if (x.pending().contains(p)
          && x.event(p).thread() == t
          && x.event(p).location() == x.event(e).location()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the number of different writes that a thread's guesses need, from its first one of a
   * location on.
   */
  private int needed(int t, int first) {
    var x = trace.execution;
    var sb = x.relation(BaseRelation.SEQUENCED_BEFORE);
    int location = x.event(first).location();
    int runs = 1;
    int last = first;
    boolean sameWrite = x.event(first).kind() == Event.Kind.READ;
    for (int e = first + 1; e < x.size(); e++) {
      if (x.event(e).thread() != t || x.event(e).location() != location || !sb.contains(last, e)) {
        continue;
      }
      boolean guess = x.pending().contains(e);
      if (guess && !(sameWrite && trace.read[e] == trace.read[last])) {
        runs++;
      }
      sameWrite = guess && x.event(e).kind() == Event.Kind.READ;
      last = e;
    }
    return runs;
  }

  private long supply(ThreadState[] threads, int reader, int e, Offered offered) {
    int location = trace.execution.event(e).location();
    int memory = trace.memoryOf(location);
    long most = offered.to(location);
    for (int u = 0; u < threads.length; u++) {
      ThreadState s = threads[u];
      if (!s.finished && (u != reader || !properties.noReadFromOwnFuture())) {
        most += s.code.writeCounts.from(s.at, memory);
      }
    }
    return most;
  }
}
