package dev.barnacle.explore.internal.kernel.item;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A read and the execution before it. A write that comes of what is sequenced after the read may be
 * one that the read reads from all the same ({@link LoadBuffering}): then all begins again there.
 */
public final class Revisit {
  private final Execution start;
  private final int reader;

  /** The values that the read was given so. */
  private final Set<Long> values = ConcurrentHashMap.newKeySet();

  /**
   * Makes one.
   *
   * @param start the execution before it, which nobody changes
   * @param reader the work-item that reads
   */
  public Revisit(Execution start, int reader) {
    this.start = start;
    this.reader = reader;
  }

  /** Returns whether a value is a new one. */
  boolean add(long value) {
    return values.add(value);
  }

  /** Returns the work-item that reads. */
  int reader() {
    return reader;
  }

  /** Returns a copy of the execution before it. */
  synchronized Execution begin() {
    return start.fork();
  }
}
