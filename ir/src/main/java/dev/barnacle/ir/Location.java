package dev.barnacle.ir;

import org.jspecify.annotations.Nullable;

/**
 * A place in the user's source.
 *
 * @param file as the user named it
 * @param line from 1; 0 where only the file is known; the number of a word of a SPIR-V module where
 *     the column says so
 * @param column from 1, in bytes; 0 where it is not known; {@link #WORD} for a word
 * @param inlinedAt the call through which this place was reached, for inlined functions
 */
public record Location(String file, int line, int column, @Nullable Location inlinedAt) {
  /** The column of an instruction of a SPIR-V module that does not say where it comes from. */
  public static final int WORD = 0xffff;

  /** A place that is not in an inlined function. */
  public Location(String file, int line, int column) {
    this(file, line, column, null);
  }

  /**
   * Returns whether it is an instruction of a SPIR-V module, which begins with the word {@link
   * #line}.
   */
  public boolean isWord() {
    return column == WORD;
  }

  /** Returns the column, or 0 where it is not known, as for a {@linkplain #isWord word}. */
  public int knownColumn() {
    return isWord() ? 0 : column;
  }

  /** Returns {@code file:line:column}, or {@code file:word number}, without the calls. */
  public String place() {
    return isWord() ? file + ":word " + line : file + ":" + line + ":" + column;
  }

  @Override
  public String toString() {
    String here = place();
    return inlinedAt == null ? here : here + " inlined at " + inlinedAt;
  }
}
