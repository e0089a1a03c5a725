package dev.barnacle.cli.internal.json;

import dev.barnacle.cli.internal.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads JSON of the usual kind, such as launch files, without Jackson, whose start takes longer
 * than to read them. Mistakes, and what is unusual, are left to it.
 */
final class PlainJson {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_LENGTH = 1 << 16;
  private static final int MAX_DIGITS = 40;

  /** What is not read here. */
  private static final class Unusual extends Exception {
    private static final long serialVersionUID = 1;

    Unusual() {
      super(null, null, false, false);
    }
  }

  private final String file;
  private final String text;
  private int position;
  private int line = 1;
  private int lineStart;

  private PlainJson(String file, String text) {
    this.file = file;
    this.text = text;
  }

  /** Returns the value that the text is; empty if Jackson must read it. */
  static Optional<Json> read(String file, String text) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      PlainJson reader = new PlainJson(file, text);
      Json value = reader.value(0);
      reader.skipBlank();
      return reader.position == text.length() ? Optional.of(value) : Optional.empty();
    } catch (Unusual e) {
      return Optional.empty();
    }
  }

  private Json value(int depth) throws Unusual {
    char c = peek();
    Place place = new Place(file, line, position - lineStart + 1);
    if (depth > MAX_DEPTH) {
      throw new Unusual();
    }
    return switch (c) {
      case '{' -> object(place, depth);
      case '[' -> array(place, depth);
      case '"' -> new Json.Text(place, string());
      case 't' -> word("true", new Json.Bool(place, true));
      case 'f' -> word("false", new Json.Bool(place, false));
      case 'n' -> word("null", new Json.Null(place));
      default -> new Json.Num(place, number());
    };
  }

  private Json object(Place place, int depth) throws Unusual {
    Map<String, Json> members = new LinkedHashMap<>();
    position++;
    if (!accept('}')) {
      do {
        if (peek() != '"') {
          throw new Unusual();
        }
        String key = string();
        if (!accept(':') || members.put(key, value(depth + 1)) != null) {
          throw new Unusual();
        }
      } while (accept(','));
      if (!accept('}')) {
        throw new Unusual();
      }
    }
    return new Json.Obj(place, members);
  }

  private Json array(Place place, int depth) throws Unusual {
    List<Json> elements = new ArrayList<>();
    position++;
    if (!accept(']')) {
      do {
        elements.add(value(depth + 1));
      } while (accept(','));
      if (!accept(']')) {
        throw new Unusual();
      }
    }
    return new Json.Array(place, elements);
  }

  /** A string without escapes. */
  private String string() throws Unusual {
    int start = ++position;
    while (position < text.length()) {
      char c = text.charAt(position++);
      if (c == '"') {
        return text.substring(start, position - 1);
      }
      if (c == '\\' || c < ' ') {
        break;
      }
    }
    throw new Unusual();
  }

  private Json word(String word, Json value) throws Unusual {
    if (!text.startsWith(word, position)) {
      throw new Unusual();
    }
    position += word.length();
    if (position < text.length() && Character.isLetterOrDigit(text.charAt(position))) {
      throw new Unusual();
    }
    return value;
  }

  private String number() throws Unusual {
    int start = position;
    if (at('-')) {
      position++;
    }
    int first = position;
    digits();
    if (text.charAt(first) == '0' && position > first + 1) {
      throw new Unusual();
    }
    if (at('.')) {
      position++;
      digits();
    }
    if (at('e') || at('E')) {
      position++;
      if (at('-') || at('+')) {
        position++;
      }
      digits();
    }
    if (position - start > MAX_DIGITS
        || (position < text.length() && Character.isLetter(text.charAt(position)))) {
      throw new Unusual();
    }
    return text.substring(start, position);
  }

  private void digits() throws Unusual {
    int start = position;
    while (position < text.length()
        && text.charAt(position) >= '0'
        && text.charAt(position) <= '9') {
      position++;
    }
    if (position == start) {
      throw new Unusual();
    }
  }

  private boolean at(char c) {
    return position < text.length() && text.charAt(position) == c;
  }

  private boolean accept(char c) throws Unusual {
    boolean found = peek() == c;
    if (found) {
      position++;
    }
    return found;
  }

  private char peek() throws Unusual {
    skipBlank();
    if (position == text.length()) {
      throw new Unusual();
    }
    return text.charAt(position);
  }

  private void skipBlank() {
    for (; position < text.length(); position++) {
      char c = text.charAt(position);
      if (c == '\n') {
        line++;
        lineStart = position + 1;
      } else if (c != ' ' && c != '\t') {
        return;
      }
    }
  }
}
