package dev.barnacle.frontend.internal.clang;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Calls inline assembly by its name in clang's messages: {@code asm} is no keyword of OpenCL C, so
 * clang says what else it might have been, and what other spellings are, that they are disabled.
 */
final class AssemblyErrors {
  private static final String NAMED = "inline assembly is not supported";
  private static final Pattern ERROR = Pattern.compile("(.*:\\d+:(\\d+): error: ).*");
  private static final Pattern EXCERPT = Pattern.compile(" *\\d+ \\| (.*)");
  private static final Pattern STATEMENT =
      Pattern.compile("asm\\s*(\\(|volatile\\b|goto\\b|inline\\b).*");
  private static final String DISABLED = "GNU-style inline assembly is disabled";
  private static final Pattern BEFORE = Pattern.compile("(.*\\W)?asm\\s*\\(\\s*");

  private AssemblyErrors() {}

  /** Returns the log with these errors named. */
  static String namedIn(String log) {
    if (!log.contains("asm")) {
      return log;
    }
    List<String> lines = log.lines().toList();
    String text =
        IntStream.range(0, lines.size())
            .mapToObj(i -> line(lines.get(i), i + 1 < lines.size() ? lines.get(i + 1) : ""))
            .collect(Collectors.joining("\n"));
    return log.endsWith("\n") ? text + "\n" : text;
  }

  private static String line(String line, String next) {
    if (line.endsWith(DISABLED)) {
      return line.replace(DISABLED, NAMED);
    }
    Matcher error = ERROR.matcher(line);
    Matcher excerpt = EXCERPT.matcher(next);
    if (!error.matches() || !excerpt.matches()) {
      return line;
    }
    String source = excerpt.group(1);
    int at = Math.min(Integer.parseInt(error.group(2)) - 1, source.length());
    boolean assembly =
        STATEMENT.matcher(source.substring(at)).matches()
            || BEFORE.matcher(source.substring(0, at)).matches();
    return assembly ? error.group(1) + NAMED : line;
  }
}
