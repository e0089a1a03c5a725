package dev.barnacle.cli.internal.fuzz;

import dev.barnacle.cli.internal.replay.LineShrinker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Makes a kernel small as long as something holds of it: takes out lines, then puts a number or one
 * of its own parts in the place of what is between parentheses.
 */
public final class FuzzShrinker {
  private final Predicate<String> holds;
  private final BooleanSupplier stopped;

  /**
   * Makes one.
   *
   * @param holds what must hold of the kernel; it holds of the first one
   * @param stopped tells when there is no more time
   */
  public FuzzShrinker(Predicate<String> holds, BooleanSupplier stopped) {
    this.holds = text -> !stopped.getAsBoolean() && holds.test(text);
    this.stopped = stopped;
  }

  /** Returns the smallest kernel that was found. */
  public String shrink(String source) {
    String best = source;
    int before;
    do {
      before = best.length();
      best = lines(best);
      best = parts(best);
    } while (best.length() < before && !stopped.getAsBoolean());
    return best;
  }

  private String lines(String source) {
    LineShrinker lines = new LineShrinker(l -> holds.test(text(l)), stopped);
    return text(lines.shrink(source.lines().toList()));
  }

  private static String text(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  /** Replaces what is between parentheses, the outermost first. */
  private String parts(String source) {
    String best = source;
    for (int at = best.indexOf('('); at >= 0; at = best.indexOf('(', at + 1)) {
      int end = end(best, at);
      if (end < 0 || !isExpression(best, at)) {
        continue;
      }
      int from = at;
      while (from > 0 && Character.isJavaIdentifierPart(best.charAt(from - 1))) {
        from--;
      }
      for (String part : replacements(best.substring(at + 1, end))) {
        String candidate = best.substring(0, from) + part + best.substring(end + 1);
        if (candidate.length() < best.length() && holds.test(candidate)) {
          best = candidate;
          at = Math.max(0, from - 1);
          break;
        }
      }
    }
    return best;
  }

  /** Returns whether a parenthesis is of an expression or call, and no cast, head or parameter. */
  private static boolean isExpression(String text, int at) {
    String before = text.substring(text.lastIndexOf('\n', at) + 1, at).strip();
    return before.contains("=") || before.contains("(") || before.contains("{");
  }

  private static int end(String text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  /** Returns what may stand in the place of an expression: a number, or one of its operands. */
  private static List<String> replacements(String inner) {
    List<String> all = new ArrayList<>(List.of("1u", "1"));
    int depth = 0;
    int from = 0;
    for (int i = 0; i < inner.length(); i++) {
      char c = inner.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0 && (c == ',' || (c == ' ' && i > from))) {
        add(inner.substring(from, i), all);
        from = i + 1;
      }
    }
    add(inner.substring(from), all);
    return all;
  }

  private static void add(String part, List<String> all) {
    String text = part.strip();
    if (text.length() > 1 || (!text.isEmpty() && Character.isLetterOrDigit(text.charAt(0)))) {
      all.add(text);
    }
  }
}
