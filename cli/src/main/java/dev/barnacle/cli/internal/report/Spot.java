package dev.barnacle.cli.internal.report;

import dev.barnacle.ir.Location;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place that a finding names, and what happened there.
 *
 * @param file as the user named it; empty where no place is known
 * @param line from 1, or the number of a word of a SPIR-V module; 0 where it is not known
 * @param column from 1, in bytes; 0 where it is not known; {@link Location#WORD} for a word
 * @param words what happened, such as {@code write by work-item 5}; may be empty
 * @param callers the calls through which an inlined function was reached, the innermost first
 */
public record Spot(String file, int line, int column, String words, List<Spot> callers) {
  public Spot {
    callers = List.copyOf(callers);
  }

  /** Returns the spot of a location. */
  public static Spot of(@Nullable Location location, String words) {
    if (location == null) {
      return new Spot("", 0, 0, words, List.of());
    }
    List<Spot> callers = new ArrayList<>();
    for (Location call = location.inlinedAt(); call != null; call = call.inlinedAt()) {
      callers.add(plain(call, "called from here"));
    }
    Spot here = plain(location, words);
    return new Spot(here.file, here.line, here.column, words, callers);
  }

  private static Spot plain(Location at, String words) {
    return new Spot(at.file(), at.line(), at.column(), words, List.of());
  }

  /** Returns whether a file is known. */
  public boolean isKnown() {
    return !file.isEmpty();
  }

  /** Returns whether it is a word of a SPIR-V module, not a line. */
  public boolean isWord() {
    return column == Location.WORD;
  }

  /** Returns {@code file:line:column}, as far as that is known. */
  public String place() {
    if (line == 0) {
      return file;
    }
    return isWord()
        ? file + ":word " + line
        : file + ":" + line + (column == 0 ? "" : ":" + column);
  }

  /** Returns the place and what happened there, in a line. */
  public String inWords() {
    return isKnown() ? place() + (words.isEmpty() ? "" : ": " + words) : words;
  }
}
