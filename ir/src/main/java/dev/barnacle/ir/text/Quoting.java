package dev.barnacle.ir.text;

import java.util.regex.Pattern;

/** Writes names and strings in the text form. */
final class Quoting {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_.$][A-Za-z0-9_.$]*");

  private Quoting() {}

  /** Returns {@code name} as it stands in the text: bare where it is a word, else quoted. */
  static String name(String name) {
    return WORD.matcher(name).matches() ? name : quoted(name);
  }

  /** Returns {@code text} between quotes, in printable ASCII. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    text.chars().forEach(c -> append(out, (char) c));
    return out.append('"').toString();
  }

  private static void append(StringBuilder out, char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\t' -> out.append("\\t");
      default -> {
        if (c >= ' ' && c < 0x7f) {
          out.append(c);
        } else if (c < 0x100) {
          out.append(String.format("\\x%02x", (int) c));
        } else {
          out.append(String.format("\\u%04x", (int) c));
        }
      }
    }
  }
}
