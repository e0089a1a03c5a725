package dev.barnacle.ir;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Bytes as text that becomes the same bytes again: the sources, options and outputs of programs,
 * whose encoding OpenCL C leaves open. Bytes are read as UTF-8; each one that is none becomes a low
 * surrogate without a high one, U+DC80 to U+DCFF (as Python's {@code surrogateescape} has it),
 * which no text in UTF-8 has.
 */
public final class ByteText {
  private static final int ESCAPE = 0xDC00;
  private static final char FIRST = 0xDC80;
  private static final char LAST = 0xDCFF;
  private static final char REPLACEMENT = 0xFFFD;

  private ByteText() {}

  /** Returns bytes as text. */
  public static String decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    while (decoder.decode(in, out, true).isError()) {
      out.put((char) (ESCAPE | (in.get() & 0xff)));
      decoder.reset();
    }
    return out.flip().toString();
  }

  /** Returns the bytes of a text that may be one of {@link #decode}. */
  public static byte[] encode(String text) {
    if (isPlain(text)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    ByteBuffer out = ByteBuffer.allocate(3 * text.length());
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      if (isEscape(text, i)) {
        out.put(text.substring(from, i).getBytes(StandardCharsets.UTF_8));
        out.put((byte) text.charAt(i));
        from = i + 1;
      }
    }
    out.put(text.substring(from).getBytes(StandardCharsets.UTF_8));
    byte[] bytes = new byte[out.flip().limit()];
    out.get(bytes);
    return bytes;
  }

  /** Returns a text for those who take Unicode alone: bytes that are no UTF-8 become U+FFFD. */
  public static String unicode(String text) {
    if (isPlain(text)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      if (isEscape(text, i)) {
        out.setCharAt(i, REPLACEMENT);
      }
    }
    return out.toString();
  }

  private static boolean isPlain(String text) {
    // Most are Latin-1, whose bytes are copied and compared: a loop over characters takes a process
    // that has just begun a hundred times as long.
    byte[] latin = text.getBytes(StandardCharsets.ISO_8859_1);
    if (text.equals(new String(latin, StandardCharsets.ISO_8859_1))) {
      return true;
    }
    for (int i = 0; i < text.length(); i++) {
      if (isEscape(text, i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isEscape(String text, int i) {
    char c = text.charAt(i);
    return c >= FIRST && c <= LAST && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
