package dev.barnacle.cl.bytes;

import dev.barnacle.ir.ByteText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Converts the bytes of a program's source, options, log and output to text. OpenCL C leaves the
 * encoding to the implementation: it is UTF-8, and bytes that are none stay what they are ({@link
 * ByteText}).
 */
public final class SourceEncoding {
  /** The word that modules of SPIR-V begin with. */
  private static final int SPIR_V = 0x07230203;

  private SourceEncoding() {}

  /**
   * Returns the text of a program in a file; none of a module of SPIR-V.
   *
   * @throws IOException if it can't be read
   */
  public static String read(Path file) throws IOException {
    byte[] program = Files.readAllBytes(file);
    return isSpirv(program) ? "" : decode(program);
  }

  /** Returns whether bytes begin as a module of SPIR-V does. */
  public static boolean isSpirv(byte[] program) {
    if (program.length < Integer.BYTES) {
      return false;
    }
    int word = ByteBuffer.wrap(program).getInt();
    return word == SPIR_V || word == Integer.reverseBytes(SPIR_V);
  }

  /** Returns bytes of a program as text, which {@link #encode} makes the same bytes again. */
  public static String decode(byte[] program) {
    return ByteText.decode(program);
  }

  /**
   * Returns a source as text to look at, where the bytes don't matter: one that is no UTF-8 is ISO
   * 8859-1 (older ones have its letters in their comments).
   */
  public static String readable(byte[] program) {
    String text = ByteText.decode(program);
    return text.equals(ByteText.unicode(text))
        ? text
        : new String(program, StandardCharsets.ISO_8859_1);
  }

  /** Returns the bytes of a text: UTF-8, and what was none as it was. */
  public static byte[] encode(String text) {
    return ByteText.encode(text);
  }
}
