package dev.barnacle.cli.internal.check;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * What the name of a kernel's integer says of its value: whether it is the size of something is
 * seldom in the name, but what is none often is.
 */
final class NamedIntegers {
  /** Places in memory, and numbers of steps that the host counts: they start at 0. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(?i)off|start|begin|first|origin|pos|idx|index|iter|step|pass|stage|level"
              + "|^(i\\d?|j|k|t|d|x|y|z)$");

  /** What is added to or multiplied with places, and sizes as powers of two. */
  private static final Pattern SMALL =
      Pattern.compile(
          "(?i)radius|border|halo|pad|margin|log|bits?$|shift|stride|inc|dilat|order|channel|batch");

  /** The distance of two rows, in elements or bytes. */
  private static final Pattern ROW = Pattern.compile("(?i)pitch|stride|step|linesize|^ld[a-d]?$");

  /** How many elements a work-item has in a row, at most, or bytes. */
  static final int PER_ITEM = 16;

  private NamedIntegers() {}

  /** Tells whether it is the distance of two rows in memory of two dimensions or more. */
  static boolean isRow(String name) {
    return ROW.matcher(name).find();
  }

  /** Returns its value; empty if the name says nothing. */
  static OptionalLong value(String name) {
    if (PLACE.matcher(name).find()) {
      return OptionalLong.of(0);
    }
    return SMALL.matcher(name).find() ? OptionalLong.of(1) : OptionalLong.empty();
  }
}
