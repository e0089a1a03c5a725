package dev.barnacle.command.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON is read as Jackson reads it, and what is wrong with it is said in plain words. */
class JsonReaderTest {
  private static final ObjectMapper JACKSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private static String refusal(String text) {
    return assertThrows(InputException.class, () -> JsonReader.read("l.json", text)).diagnostic();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\": [1, 2 | 1:12: error: the text ends before an array is closed with ']'",
        "{\"a\": {\"b\": 1 | 1:14: error: the text ends before an object is closed with '}'",
        "garbage | 1:1: error: 'garbage' is no JSON value (a text is in double quotes)",
        "{\"a\" 1} | 1:6: error: unexpected '1', expected ':'",
        "{\"a\": 1 \"b\": 2} | 1:9: error: unexpected '\"', expected ',' or '}'",
        "[1 2] | 1:4: error: unexpected '2', expected ',' or ']'",
        "{a: 1} | 1:2: error: unexpected 'a', expected a name in double quotes",
        "[\"\\q\"] | 1:3: error: JSON has no escape '\\q'",
        "[01] | 1:2: error: this is no JSON number",
        "[,] | 1:2: error: unexpected ','",
      })
  void mistakesAreNamed(String text, String words) {
    assertEquals("l.json:" + words, refusal(text));
  }

  @Test
  void noLibraryIsQuoted() {
    List<String> all =
        List.of(
            "{", "[", "\"", "\"a", "nul", "{\"a\":}", "[1,]", "-", "1.", "1e", "\"\t\"", "\\", "]");
    for (String text : all) {
      String refusal = refusal(text);
      assertFalse(
          refusal.matches("(?s).*([A-Z]_[A-Z]|code \\d|Stream|token|expecting).*"),
          text + ": " + refusal);
    }
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"a\"",
            "\"b\"",
            "\"\\n\"",
            "\"",
            "0",
            "12",
            "-3.5e7",
            "01",
            "1.",
            "-",
            "1e",
            "2E+3",
            "true",
            "false",
            "null",
            "nul",
            "truex",
            "\n",
            " ",
            "\t",
            "\r",
            "x",
            "\u00e9",
            "\"\\u20aC\"",
            "\"\\ud83d\\ude00\"",
            "\"\\u12\"",
            "\"\\/\\\"\"",
            "\"a\nb\"",
            "\u00a0")
        .list()
        .ofMaxSize(9)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> values() {
    return values(3);
  }

  private static Arbitrary<String> values(int depth) {
    Arbitrary<String> leaf =
        Arbitraries.of("1", "-2.5", "true", "null", "\"x y\"", "[]", "{}", "0x1", "\"\\u0041\"");
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> inner = values(depth - 1);
    Arbitrary<String> member =
        inner.flatMap(v -> Arbitraries.of("a", "b", "c").map(k -> "\"" + k + "\": " + v));
    return Arbitraries.oneOf(
        leaf,
        inner.list().ofMaxSize(3).map(all -> "[" + String.join(",\n", all) + "]"),
        member.list().ofMaxSize(3).map(all -> " { " + String.join(" ,\n ", all) + "}"));
  }

  @Property(tries = 3000)
  void piecesAreReadAsJacksonReadsThem(@ForAll("texts") String text) {
    compare(text);
  }

  @Property(tries = 1000)
  void valuesAreReadAsJacksonReadsThem(@ForAll("values") String text) {
    compare(text);
  }

  private static void compare(String text) {
    JsonNode expected = jackson(text);
    Object read;
    try {
      read = plain(JsonReader.read("f", text));
    } catch (InputException e) {
      assertEquals(null, expected, text + ": " + e.diagnostic());
      return;
    }
    assertNotNull(expected, text);
    // As text: a number that no double holds is infinite to Jackson, and a string in our JSON.
    assertEquals(String.valueOf(expected), String.valueOf(jackson(JsonLine.of(read))), text);
  }

  /** Returns what Jackson reads; null for what it refuses. */
  private static @Nullable JsonNode jackson(String text) {
    try {
      JsonNode read = JACKSON.readTree(text);
      return read.isMissingNode() ? null : read;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  private static @Nullable Object plain(Json json) {
    return switch (json) {
      case Json.Obj object -> {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        object.members().forEach((key, value) -> members.put(key, plain(value)));
        yield members;
      }
      case Json.Array array -> array.elements().stream().map(JsonReaderTest::plain).toList();
      case Json.Text text -> text.text();
      case Json.Num number when number.literal().matches("-?[0-9]+") ->
          new BigInteger(number.literal());
      case Json.Num number -> Double.valueOf(number.literal());
      case Json.Bool bool -> bool.value();
      case Json.Null _ -> null;
    };
  }

  @Test
  void placesAreThoseOfTheFirstCharacters() {
    Json.Obj json = JsonReader.read("f", "{\"a\": 1,\r\n \"b\": [2, {}]}").asObject();
    assertEquals(new Place("f", 1, 7), json.require("a").place());
    assertEquals(new Place("f", 2, 7), json.require("b").place());
    assertEquals(new Place("f", 2, 11), json.require("b").asArray().getLast().place());
  }

  @Test
  void whatIsDeepIsRefused() {
    String deep = "[".repeat(100_000);
    assertEquals(
        "f:1:1002: error: JSON in JSON, more than 1000 deep",
        assertThrows(InputException.class, () -> JsonReader.read("f", deep)).diagnostic());
    assertEquals(
        "f:1:9: error: \"a\" is given twice",
        assertThrows(InputException.class, () -> JsonReader.read("f", "{\"a\": 1,\"a\": 2}"))
            .diagnostic());
  }
}
