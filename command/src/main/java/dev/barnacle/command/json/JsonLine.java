package dev.barnacle.command.json;

import dev.barnacle.ir.ByteText;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as one line of JSON: maps, lists, strings, numbers, booleans and null. Numbers that
 * JSON lacks are strings: {@code "NaN"}, {@code "Infinity"}, {@code "-Infinity"}.
 */
public final class JsonLine {
  private JsonLine() {}

  /** Returns {@code value} in one line, without its end. */
  public static String of(@Nullable Object value) {
    StringBuilder text = new StringBuilder();
    write(text, value);
    return text.toString();
  }

  private static void write(StringBuilder json, @Nullable Object value) {
    switch (value) {
      case null -> json.append("null");
      case Map<?, ?> map -> writeObject(json, map);
      case List<?> list -> writeArray(json, list);
      case String text -> writeString(json, ByteText.unicode(text));
      case Float number when !Float.isFinite(number) -> writeString(json, number.toString());
      case Double number when !Double.isFinite(number) -> writeString(json, number.toString());
      case Boolean _, Integer _, Long _, BigInteger _, Float _, Double _ -> json.append(value);
      default -> throw new IllegalArgumentException("no JSON for a " + value.getClass().getName());
    }
  }

  private static void writeObject(StringBuilder json, Map<?, ?> map) {
    json.append('{');
    String separator = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.append(separator);
      writeString(json, String.valueOf(entry.getKey()));
      json.append(':');
      write(json, entry.getValue());
      separator = ",";
    }
    json.append('}');
  }

  private static void writeArray(StringBuilder json, List<?> list) {
    json.append('[');
    String separator = "";
    for (Object element : list) {
      json.append(separator);
      write(json, element);
      separator = ",";
    }
    json.append(']');
  }

  private static void writeString(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\b' -> json.append("\\b");
        case '\f' -> json.append("\\f");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        default -> {
          if (c < ' ') {
            json.append("\\u%04X".formatted((int) c));
          } else {
            json.append(c);
          }
        }
      }
    }
    json.append('"');
  }
}
