package dev.barnacle.cli.internal.launch;

import dev.barnacle.command.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of which one is chosen: {@code any:0..3}, {@code any:-1,5,8..10}. */
final class AnyText {
  static final String PREFIX = "any:";

  private static final Pattern RANGE = Pattern.compile("(-?\\d+)\\.\\.(-?\\d+)");
  private static final int MOST = 65_536;

  private AnyText() {}

  /** Returns the numbers in order. */
  static List<String> literals(String text) {
    List<String> literals = new ArrayList<>();
    for (String part : text.substring(PREFIX.length()).split(",", -1)) {
      Matcher range = RANGE.matcher(part.strip());
      if (range.matches()) {
        range(range, text, literals);
      } else if (NumberText.isNumber(part.strip())) {
        literals.add(part.strip());
      } else {
        throw new InputException(
            "'" + part.strip() + "' in '" + text + "' is no number and no range FROM..TO");
      }
    }
    return literals;
  }

  private static void range(Matcher range, String text, List<String> literals) {
    try {
      long from = Long.parseLong(range.group(1));
      long to = Long.parseLong(range.group(2));
      if (from <= to && to - from < MOST) {
        for (long i = from; i <= to; i++) {
          literals.add(String.valueOf(i));
        }
        return;
      }
    } catch (NumberFormatException _) {
      // told below
    }
    throw new InputException(
        "'" + range.group() + "' in '" + text + "' is no range of at most " + MOST + " numbers");
  }
}
