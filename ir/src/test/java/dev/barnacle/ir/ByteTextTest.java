package dev.barnacle.ir;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteTextTest {
  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  /** The texts are those of Python's {@code bytes.decode("utf-8", "surrogateescape")}. */
  @ParameterizedTest
  @CsvSource({
    "c3bc, 00fc",
    "fc, dcfc",
    "61fc62, 0061dcfc0062",
    "c3, dcc3",
    "c328, dcc30028",
    "e282ac, 20ac",
    "e282, dce2dc82",
    "e28261, dce2dc820061",
    "f09f9880, d83dde00",
    "f09f98, dcf0dc9fdc98",
    "c080, dcc0dc80",
    "eda080, dceddca0dc80",
    "edb380, dceddcb3dc80",
    "f4908080, dcf4dc90dc80dc80",
    "ff80fe, dcffdc80dcfe",
    "efbbbf41, feff0041",
  })
  void bytesThatAreNoUtf8BecomeLowSurrogates(String bytes, String characters) {
    StringBuilder wanted = new StringBuilder();
    for (int i = 0; i < characters.length(); i += 4) {
      wanted.append((char) Integer.parseInt(characters.substring(i, i + 4), 16));
    }
    assertEquals(wanted.toString(), ByteText.decode(bytes(bytes)));
    assertArrayEquals(bytes(bytes), ByteText.encode(wanted.toString()));
  }

  @Test
  void anyBytesComeBack() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(12)];
      random.nextBytes(bytes);
      assertArrayEquals(bytes, ByteText.encode(ByteText.decode(bytes)));
    }
  }

  @Test
  void onlyWhatIsNoUnicodeIsReplaced() {
    String text = ByteText.decode(bytes("c3bcfcf09f9880"));
    assertEquals("\u00fc\ufffd\ud83d\ude00", ByteText.unicode(text));
    assertEquals("plain", ByteText.unicode("plain"));
  }
}
