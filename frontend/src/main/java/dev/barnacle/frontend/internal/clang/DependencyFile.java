package dev.barnacle.frontend.internal.clang;

import java.util.ArrayList;
import java.util.List;

/** Reads the make rule that clang's {@code -MMD} writes. */
final class DependencyFile {
  private DependencyFile() {}

  /** The prerequisites of the rule, without the source itself, which comes first. */
  static List<String> parse(String text) {
    int colon = text.indexOf(": ");
    if (colon < 0) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    for (int i = colon + 2; i < text.length(); i++) {
      char c = text.charAt(i);
      char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
      if (c == '\\' && (next == ' ' || next == '#' || next == '\\')) {
        name.append(next);
        i++;
      } else if (c == '$' && next == '$') {
        name.append('$');
        i++;
      } else if (c == '\\' && next == '\n') {
        i++;
      } else if (Character.isWhitespace(c)) {
        finish(name, names);
      } else {
        name.append(c);
      }
    }
    finish(name, names);
    return names.isEmpty() ? names : List.copyOf(names.subList(1, names.size()));
  }

  private static void finish(StringBuilder name, List<String> names) {
    if (!name.isEmpty()) {
      names.add(name.toString());
      name.setLength(0);
    }
  }
}
