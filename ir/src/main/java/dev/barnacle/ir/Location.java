package dev.barnacle.ir;

import org.jspecify.annotations.Nullable;

/**
 * A place in the user's source.
 *
 * @param file as the user named it
 * @param line from 1; 0 where only the file is known
 * @param column from 1, in bytes; 0 where it is not known
 * @param inlinedAt the call through which this place was reached, for inlined functions
 */
public record Location(String file, int line, int column, @Nullable Location inlinedAt) {
  /** A place that is not in an inlined function. */
  public Location(String file, int line, int column) {
    this(file, line, column, null);
  }

  @Override
  public String toString() {
    String here = file + ":" + line + ":" + column;
    return inlinedAt == null ? here : here + " inlined at " + inlinedAt;
  }
}
