package dev.barnacle.ir.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The longest token that can be read is one token. */
class LexerTest {
  private static String tokens(String text) {
    return new Lexer("f", text)
        .tokens().stream()
            .map(t -> t.kind() + ":" + t.text() + ":" + t.line() + ":" + t.column())
            .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "12 -3 0x1F | NUMBER:12:1:1 NUMBER:-3:1:4 NUMBER:0x1F:1:7 END::1:11",
        "0xg -0x1 | NUMBER:0:1:1 WORD:xg:1:2 NUMBER:-0:1:5 WORD:x1:1:7 END::1:9",
        "1.5e-3 1.e 2e | NUMBER:1.5e-3:1:1 NUMBER:1:1:8 WORD:.e:1:9 NUMBER:2:1:12 WORD:e:1:13"
            + " END::1:14",
        "-> -inf -a.b$ | SIGN:->:1:1 WORD:-inf:1:4 WORD:-a.b$:1:9 END::1:14",
        "%0 %1a %x.1 @g @1 | LOCAL:0:1:1 LOCAL:1:1:4 WORD:a:1:6 LOCAL:x.1:1:8 GLOBAL:g:1:13"
            + " SIGN:@:1:16 NUMBER:1:1:17 END::1:18",
        "a ;comment ; \" | WORD:a:1:1 END::1:15",
      })
  void tokensAreTheLongest(String text, String expected) {
    assertEquals(expected, tokens(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"?", "-", "%-a", "% a", "\"a", "\u0661", "\u00e9"})
  void whatIsNoTokenIsAnError(String text) {
    assertThrows(ParseException.class, () -> tokens(text));
  }
}
