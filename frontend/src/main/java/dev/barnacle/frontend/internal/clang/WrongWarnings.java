package dev.barnacle.frontend.internal.clang;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Clang's warnings that are wrong here.
 *
 * <ul>
 *   <li>Variables in local memory may be read before they are written: it looks at one work-item
 *       and takes them for its own; that another one writes them is what they are for, and the
 *       value that it wants them to begin with no such variable may have.
 *   <li>An extension is not supported: it does not allow some in OpenCL C 1.x, which programs of
 *       that version have here.
 * </ul>
 */
final class WrongWarnings {
  private static final Pattern WARNING =
      Pattern.compile(
          "^.*?: warning: variable '(\\w+)' .*\\[-W(sometimes-|conditional-)?uninitialized\\]$");

  /** The beginning of what is said of one thing. */
  private static final Pattern FIRST =
      Pattern.compile("^(In file included from .*|.*?(?:^|: )(?:fatal error|error|warning): .*)$");

  private static final Pattern COUNT =
      Pattern.compile("^(\\d+) warnings?(?: and (\\d+) errors?)? generated\\.$");

  /** An excerpt's line of the source, and the one below it that points into it. */
  private static final Pattern EXCERPT = Pattern.compile("^ *\\d+ \\|(.*)$");

  private static final Pattern CARET = Pattern.compile("^ *\\|( *)\\^.*$");

  /** The qualifier that makes a variable local, not what it points to. */
  private static final Pattern LOCAL = Pattern.compile("\\b(__)?local\\b[^*]*$");

  /** The end of a warning of an extension that clang does not allow. */
  private static final String IGNORED = "' - ignoring [-Wignored-pragmas]";

  private static final Pattern EXTENSION =
      Pattern.compile(
          "^.*?: warning: unsupported OpenCL extension '(\\w+)" + Pattern.quote(IGNORED));

  private WrongWarnings() {}

  /** Returns what clang wrote without them. */
  static String removedFrom(String log) {
    if (!log.contains("uninitialized]") && !log.contains(IGNORED)) {
      return log;
    }
    StringBuilder kept = new StringBuilder();
    List<String> part = new ArrayList<>();
    int removed = 0;
    for (String line : log.lines().toList()) {
      Matcher count = COUNT.matcher(line);
      if (count.matches() || FIRST.matcher(line).matches()) {
        removed += flush(part, kept);
      }
      part.add(count.matches() ? count(count, removed) : line);
    }
    removed += flush(part, kept);
    return removed == 0 ? log : kept.toString();
  }

  private static int flush(List<String> part, StringBuilder kept) {
    boolean wrong = isOfLocal(part) || isOfExtension(part);
    if (!wrong) {
      part.stream().filter(l -> !l.isEmpty()).forEach(l -> kept.append(l).append('\n'));
    }
    part.clear();
    return wrong ? 1 : 0;
  }

  private static boolean isOfExtension(List<String> part) {
    Matcher warning = EXTENSION.matcher(part.isEmpty() ? "" : part.getFirst());
    return warning.matches() && DeviceFeatures.extensions().contains(warning.group(1));
  }

  private static boolean isOfLocal(List<String> part) {
    Matcher warning = WARNING.matcher(part.isEmpty() ? "" : part.getFirst());
    if (!warning.matches()) {
      return false;
    }
    String note = ": note: initialize the variable '" + warning.group(1) + "' to silence";
    for (int i = 0; i + 2 < part.size(); i++) {
      Matcher source = EXCERPT.matcher(part.get(i + 1));
      Matcher caret = CARET.matcher(part.get(i + 2));
      if (part.get(i).contains(note) && source.matches() && caret.matches()) {
        int end = Math.min(caret.group(1).length(), source.group(1).length());
        return isLocal(source.group(1).substring(0, end));
      }
    }
    return false;
  }

  /** Returns whether the declaration at the end of a text is of a local variable. */
  private static boolean isLocal(String text) {
    int start = 0;
    for (char before : new char[] {';', '{', '}'}) {
      start = Math.max(start, text.lastIndexOf(before) + 1);
    }
    return LOCAL.matcher(text.substring(start)).find();
  }

  private static String count(Matcher count, int removed) {
    int warnings = Integer.parseInt(count.group(1)) - removed;
    String words = warnings == 0 ? "" : warnings + (warnings == 1 ? " warning" : " warnings");
    if (count.group(2) != null) {
      words +=
          (warnings == 0 ? "" : " and ")
              + count.group(2)
              + (count.group(2).equals("1") ? " error" : " errors");
    }
    return words.isEmpty() ? "" : words + " generated.";
  }
}
