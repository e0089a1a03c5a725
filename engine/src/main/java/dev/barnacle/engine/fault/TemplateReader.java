package dev.barnacle.engine.fault;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads templates. */
final class TemplateReader {
  private final String text;
  private int at;

  TemplateReader(String text) {
    this.text = text;
  }

  Template read() {
    Template template = template(false);
    if (at < text.length()) {
      throw wrong();
    }
    return template;
  }

  /** Reads up to the end, or up to the bar or the brace behind a text in braces. */
  private Template template(boolean inner) {
    int begin = at;
    List<Object> parts = new ArrayList<>();
    StringBuilder plain = new StringBuilder();
    while (at < text.length() && !(inner && isEnd(text.charAt(at)))) {
      char c = text.charAt(at++);
      if (c == '{') {
        parts.add(plain.toString());
        plain.setLength(0);
        parts.add(hole());
      } else if (isEnd(c)) {
        throw wrong();
      } else {
        plain.append(c);
      }
    }
    parts.add(plain.toString());
    return Template.of(text.substring(begin, at), parts);
  }

  private static boolean isEnd(char c) {
    return c == '|' || c == '}';
  }

  private Template.Hole hole() {
    int begin = at;
    while (at < text.length() && isName(text.charAt(at))) {
      at++;
    }
    String path = text.substring(begin, at);
    char sign = next();
    if (path.isEmpty()) {
      throw wrong();
    }
    return switch (sign) {
      case '}' -> new Template.Hole(path, Template.Use.VALUE, Map.of());
      case '?' -> new Template.Hole(path, Template.Use.TRUTH, pair("true", "false"));
      case '#' -> new Template.Hole(path, Template.Use.NUMBER, pair("1", "*"));
      case ':' -> new Template.Hole(path, Template.Use.CONSTANT, byConstant());
      default -> throw wrong();
    };
  }

  private static boolean isName(char c) {
    return Character.isLetterOrDigit(c) || c == '.';
  }

  private Map<String, Template> pair(String first, String second) {
    Map<String, Template> choices = new LinkedHashMap<>();
    choices.put(first, template(true));
    boolean more = next() == '|';
    choices.put(second, more ? template(true) : Template.of("", List.of()));
    if (more && next() != '}') {
      throw wrong();
    }
    return choices;
  }

  private Map<String, Template> byConstant() {
    Map<String, Template> choices = new LinkedHashMap<>();
    do {
      int equals = text.indexOf('=', at);
      if (equals < 0) {
        throw wrong();
      }
      String names = text.substring(at, equals);
      at = equals + 1;
      Template chosen = template(true);
      for (String name : names.split(",", -1)) {
        if (choices.put(name.strip(), chosen) != null) {
          throw wrong();
        }
      }
    } while (next() == '|');
    return choices;
  }

  private char next() {
    if (at == text.length()) {
      throw wrong();
    }
    return text.charAt(at++);
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("at " + at + " of: " + text);
  }
}
