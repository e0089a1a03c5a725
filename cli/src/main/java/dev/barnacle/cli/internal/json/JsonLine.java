package dev.barnacle.cli.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.barnacle.ir.ByteText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as one line of JSON: maps, lists, strings, numbers, booleans and null. Numbers that
 * JSON lacks are strings: {@code "NaN"}, {@code "Infinity"}, {@code "-Infinity"}.
 */
public final class JsonLine {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonLine() {}

  /** Returns {@code value} in one line, without its end. */
  public static String of(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    switch (value) {
      case null -> json.writeNull();
      case Map<?, ?> map -> writeObject(json, map);
      case List<?> list -> writeArray(json, list);
      case String text -> json.writeString(ByteText.unicode(text));
      case Boolean bool -> json.writeBoolean(bool);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case BigInteger number -> json.writeNumber(number);
      case Float number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      default -> throw new IllegalArgumentException("no JSON for a " + value.getClass().getName());
    }
  }

  private static void writeObject(JsonGenerator json, Map<?, ?> map) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeFieldName(String.valueOf(entry.getKey()));
      write(json, entry.getValue());
    }
    json.writeEndObject();
  }

  private static void writeArray(JsonGenerator json, List<?> list) throws IOException {
    json.writeStartArray();
    for (Object element : list) {
      write(json, element);
    }
    json.writeEndArray();
  }
}
