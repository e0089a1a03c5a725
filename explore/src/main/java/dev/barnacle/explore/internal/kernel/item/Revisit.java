package dev.barnacle.explore.internal.kernel.item;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A read and the execution before it. A write that comes of what is sequenced after the read may be
 * one that the read reads from all the same ({@link LoadBuffering}): then all begins again there.
 */
public final class Revisit {
  private final Execution start;
  private final int reader;

  /** The values that the read was given so. */
  private final Set<Long> values;

  private final boolean last;

  /**
   * Makes one.
   *
   * @param start the execution before it, which nobody changes
   * @param reader the work-item that reads
   */
  public Revisit(Execution start, int reader) {
    this(start, reader, ConcurrentHashMap.newKeySet(), false);
  }

  private Revisit(Execution start, int reader, Set<Long> values, boolean last) {
    this.start = start;
    this.reader = reader;
    this.values = values;
    this.last = last;
  }

  /**
   * Returns the same for an execution in which the read has been given a value: as it stands in
   * nobody's way there, more may be written. That once is enough, as the read's value does not
   * matter to what it may read from.
   *
   * @return null in an execution that began again twice
   */
  @Nullable Revisit again() {
    return last ? null : new Revisit(start, reader, values, true);
  }

  /** Returns whether the read was given a value. */
  boolean has(long value) {
    return values.contains(value);
  }

  /** Notes that the read is given a value, unless it was before: then it returns false. */
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
