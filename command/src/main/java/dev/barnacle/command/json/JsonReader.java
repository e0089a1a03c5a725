package dev.barnacle.command.json;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON (RFC 8259) with the places of its values. It is read here, and by no library, since
 * the start of one takes longer than to check a kernel.
 */
public final class JsonReader {
  private static final int MAX_DEPTH = 1000;
  private static final int HEX = 16;
  private static final int HEX_DIGITS = 4;

  private final String file;
  private final String text;
  private int position;
  private int line = 1;
  private int lineStart;

  private JsonReader(String file, String text) {
    this.file = file;
    this.text = text;
  }

  /**
   * Reads one JSON value.
   *
   * @param file the name for messages
   * @throws InputException with its place, if the text isn't one JSON value
   */
  public static Json read(String file, String text) {
    JsonReader reader = new JsonReader(file, text);
    reader.skipBlank();
    if (reader.isAtEnd()) {
      throw reader.wrong("the file has no JSON value");
    }
    Json value = reader.value(0);
    reader.skipBlank();
    if (!reader.isAtEnd()) {
      throw reader.wrong("more after the end of the JSON value");
    }
    return value;
  }

  private Json value(int depth) {
    char c = peek("a value is complete");
    Place place = here();
    if (depth > MAX_DEPTH) {
      throw wrong("JSON in JSON, more than " + MAX_DEPTH + " deep");
    }
    return switch (c) {
      case '{' -> object(place, depth);
      case '[' -> array(place, depth);
      case '"' -> new Json.Text(place, string());
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> new Json.Num(place, number());
      default -> word(place);
    };
  }

  private Json object(Place place, int depth) {
    Map<String, Json> members = new LinkedHashMap<>();
    position++;
    if (!accept('}', "an object is closed with '}'")) {
      do {
        if (peek("an object is closed with '}'") != '"') {
          throw unexpected("a name in double quotes");
        }
        Place keyPlace = here();
        String key = string();
        if (!accept(':', "an object is closed with '}'")) {
          throw unexpected("':'");
        }
        if (members.put(key, value(depth + 1)) != null) {
          throw new InputException(keyPlace, "\"" + key + "\" is given twice");
        }
      } while (accept(',', "an object is closed with '}'"));
      if (!accept('}', "an object is closed with '}'")) {
        throw unexpected("',' or '}'");
      }
    }
    return new Json.Obj(place, members);
  }

  private Json array(Place place, int depth) {
    List<Json> elements = new ArrayList<>();
    position++;
    if (!accept(']', "an array is closed with ']'")) {
      do {
        peek("an array is closed with ']'");
        elements.add(value(depth + 1));
      } while (accept(',', "an array is closed with ']'"));
      if (!accept(']', "an array is closed with ']'")) {
        throw unexpected("',' or ']'");
      }
    }
    return new Json.Array(place, elements);
  }

  private String string() {
    int start = ++position;
    while (!isAtEnd() && text.charAt(position) != '"' && text.charAt(position) != '\\') {
      step();
    }
    if (!isAtEnd() && text.charAt(position) == '"') {
      return text.substring(start, position++);
    }
    StringBuilder read = new StringBuilder(text.substring(start, position));
    while (!isAtEnd()) {
      char c = text.charAt(position);
      if (c == '"') {
        position++;
        return read.toString();
      }
      if (c == '\\') {
        read.append(escape());
      } else {
        read.append(c);
        step();
      }
    }
    throw wrong("the text ends before a value is complete");
  }

  /** Goes over a character of a string. */
  private void step() {
    if (text.charAt(position) < ' ') {
      throw wrong(
          "a text goes over the end of its line, or has a control character (write \\n, \\u0009)");
    }
    position++;
  }

  private char escape() {
    Place place = here();
    if (position + 1 == text.length()) {
      position++;
      throw wrong("the text ends before a value is complete");
    }
    char c = text.charAt(position + 1);
    position += 2;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hexadecimal(place);
      default -> throw new InputException(place, "JSON has no escape '\\" + c + "'");
    };
  }

  private char hexadecimal(Place place) {
    int code = 0;
    for (int i = 0; i < HEX_DIGITS; i++) {
      int digit = isAtEnd() ? -1 : Character.digit(text.charAt(position), HEX);
      if (digit < 0 || text.charAt(position) >= 0x80) {
        throw new InputException(place, "\\u has four hexadecimal digits after it");
      }
      code = code * HEX + digit;
      position++;
    }
    return (char) code;
  }

  /** {@code true}, {@code false} or {@code null}. */
  private Json word(Place place) {
    int end = position;
    while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
      end++;
    }
    String word = text.substring(position, end);
    Json value =
        switch (word) {
          case "true" -> new Json.Bool(place, true);
          case "false" -> new Json.Bool(place, false);
          case "null" -> new Json.Null(place);
          case "" -> throw unexpected("");
          default -> throw wrong("'" + word + "' is no JSON value (a text is in double quotes)");
        };
    position = end;
    return value;
  }

  private String number() {
    Place place = here();
    int start = position;
    position += at('-') ? 1 : 0;
    int first = position;
    boolean right = digits() && !(text.charAt(first) == '0' && position > first + 1);
    if (right && at('.')) {
      position++;
      right = digits();
    }
    if (right && (at('e') || at('E'))) {
      position++;
      position += at('-') || at('+') ? 1 : 0;
      right = digits();
    }
    if (!right || (!isAtEnd() && Character.isLetterOrDigit(text.charAt(position)))) {
      throw new InputException(place, "this is no JSON number");
    }
    return text.substring(start, position);
  }

  /** Goes over digits; returns false where there is none. */
  private boolean digits() {
    int start = position;
    while (!isAtEnd() && text.charAt(position) >= '0' && text.charAt(position) <= '9') {
      position++;
    }
    return position > start;
  }

  private boolean at(char c) {
    return !isAtEnd() && text.charAt(position) == c;
  }

  private boolean isAtEnd() {
    return position == text.length();
  }

  private boolean accept(char c, String missing) {
    boolean found = peek(missing) == c;
    position += found ? 1 : 0;
    return found;
  }

  /** Returns the next character that is not blank. */
  private char peek(String missing) {
    skipBlank();
    if (isAtEnd()) {
      throw wrong("the text ends before " + missing);
    }
    return text.charAt(position);
  }

  private void skipBlank() {
    for (; !isAtEnd(); position++) {
      char c = text.charAt(position);
      if (c == '\n') {
        line++;
        lineStart = position + 1;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        return;
      }
    }
  }

  private Place here() {
    return new Place(file, line, position - lineStart + 1);
  }

  private InputException wrong(String words) {
    return new InputException(here(), words);
  }

  private InputException unexpected(String expected) {
    int character = text.codePointAt(position);
    return wrong(
        "unexpected '"
            + Character.toString(character)
            + "'"
            + (expected.isEmpty() ? "" : ", expected " + expected));
  }
}
