package dev.barnacle.cli.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.cli.internal.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a launch file is said in plain words. */
class JsonWordsTest {
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
        "garbage | 1:8: error: 'garbage' is no JSON value (a text is in double quotes)",
        "{\"a\" 1} | 1:6: error: unexpected '1', expected ':'",
        "{\"a\": 1 \"b\": 2} | 1:9: error: unexpected '\"', expected ',' or '}'",
        "[1 2] | 1:4: error: unexpected '2', expected ',' or ']'",
        "{a: 1} | 1:2: error: unexpected 'a', expected a name in double quotes",
        "[\"\\q\"] | 1:4: error: JSON has no escape '\\q'",
        "[01] | 1:3: error: this is no JSON number",
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
}
