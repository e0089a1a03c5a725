package dev.barnacle.cli.internal.report;

import java.util.Set;

/** Puts text into HTML. */
public final class HtmlText {
  private HtmlText() {}

  /** Returns text so that it shows as it is; characters that HTML does not allow are replaced. */
  public static String escape(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints().forEach(c -> append(out, c));
    return out.toString();
  }

  private static void append(StringBuilder out, int c) {
    switch (c) {
      case '&' -> out.append("&amp;");
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '"' -> out.append("&quot;");
      case '\t', '\n' -> out.append((char) c);
      default -> out.appendCodePoint(isAllowed(c) ? c : 0xfffd);
    }
  }

  private static boolean isAllowed(int c) {
    return !Character.isISOControl(c)
        && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  /**
   * Returns a line of a source with marks.
   *
   * @param columns where a name, or another character, is marked: from 1, in bytes, ascending
   */
  static String marked(String line, Set<Integer> columns) {
    StringBuilder out = new StringBuilder();
    int done = 0;
    for (int column : columns) {
      int start = Sources.indent(line, column).length();
      if (column > 0 && start >= done && start < line.length()) {
        int end = end(line, start);
        out.append(escape(line.substring(done, start)))
            .append("<mark>")
            .append(escape(line.substring(start, end)))
            .append("</mark>");
        done = end;
      }
    }
    return out.append(escape(line.substring(done))).toString();
  }

  /** Returns the end of the name at an index, or of the one character that is there. */
  private static int end(String line, int start) {
    int end = start;
    while (end < line.length() && Character.isUnicodeIdentifierPart(line.charAt(end))) {
      end++;
    }
    return end == start ? line.offsetByCodePoints(start, 1) : end;
  }
}
