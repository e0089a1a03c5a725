package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.Location;
import org.jspecify.annotations.Nullable;

/** Names a line of the source in a sentence. */
final class SourceLine {
  private SourceLine() {}

  /**
   * Returns {@code " in line 7"}, with the file where that is not the one that the sentence is of.
   *
   * @param at the line; empty words for null
   * @param reader the place that the sentence is of
   */
  static String of(@Nullable Location at, @Nullable Location reader) {
    return at == null ? "" : " in " + name(at, reader);
  }

  /** Returns {@code "line 7"}, the same way. */
  static String name(Location at, @Nullable Location reader) {
    return name(at, reader, "");
  }

  /** Returns {@code "line 7:3"}, with the column, the same way. */
  static String withColumn(Location at, @Nullable Location reader) {
    return name(at, reader, at.knownColumn() < 1 ? "" : ":" + at.column());
  }

  private static String name(Location at, @Nullable Location reader, String column) {
    boolean other = reader != null && !reader.file().equals(at.file());
    return (at.isWord() ? "word " : "line ")
        + at.line()
        + column
        + (other ? " of " + at.file() : "");
  }
}
