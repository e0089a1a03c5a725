package dev.barnacle.cli.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.internal.InputException;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** What is read without Jackson is what Jackson reads, places included. */
class PlainJsonTest {
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "\"\\n\"", "\"", "0", "12", "-3.5e7",
            "01", "1.", "-", "1e", "2E+3", "true", "false", "null", "nul", "truex", "\n", " ", "\t",
            "\r", "x", "\u00e9")
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
  void piecesAreReadAlikeOrLeft(@ForAll("texts") String text) {
    compare(text);
  }

  @Property(tries = 1000)
  void valuesAreReadAlikeOrLeft(@ForAll("values") String text) {
    compare(text);
  }

  private static void compare(String text) {
    Optional<Json> plain = PlainJson.read("f", text);
    if (plain.isPresent()) {
      assertEquals(JsonReader.parse("f", text), plain.get(), text);
    }
  }

  @Test
  void launchFilesAreReadWithoutJackson() {
    String text =
        """
        {"source": "k.cl", "kernel": "k", "global": [64, 2], "local": [],
         "args": [{"buffer": {"type": "float4", "count": 16, "init": "random:1"}},
                  {"value": {"type": "float", "value": -2.5e-3}}, {"null": true}]}
        """;
    assertEquals(Optional.of(JsonReader.parse("f", text)), PlainJson.read("f", text));
  }

  @Test
  void mistakesAreJacksonsToTell() {
    assertTrue(PlainJson.read("f", "{\"a\": 1, \"a\": 2}").isEmpty());
    assertTrue(PlainJson.read("f", "[1] 2").isEmpty());
    assertTrue(PlainJson.read("f", "").isEmpty());
    assertTrue(PlainJson.read("f", "[".repeat(100) + "]".repeat(100)).isEmpty());
    InputException e =
        org.junit.jupiter.api.Assertions.assertThrows(
            InputException.class, () -> JsonReader.read("f", "{\"a\": 01}"));
    assertTrue(e.diagnostic().startsWith("f:1:"), e.diagnostic());
  }
}
