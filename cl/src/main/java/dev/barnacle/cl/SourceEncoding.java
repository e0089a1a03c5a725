package dev.barnacle.cl;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How the bytes of a program become text. OpenCL C leaves the encoding to the implementation: a
 * program is UTF-8, or where it is not, ISO 8859-1 (older ones have its letters in their comments).
 */
public final class SourceEncoding {
  /** The word that modules of SPIR-V begin with. */
  private static final int SPIR_V = 0x07230203;

  private SourceEncoding() {}

  /**
   * Returns the text of a program in a file.
   *
   * @throws IOException if it can't be read, or is no text but a module of SPIR-V
   */
  public static String read(Path file) throws IOException {
    byte[] program = Files.readAllBytes(file);
    if (program.length >= Integer.BYTES && isSpirV(ByteBuffer.wrap(program).getInt())) {
      throw new IOException(
          "it is a SPIR-V module, which this version does not read; give the OpenCL C");
    }
    return decode(program);
  }

  private static boolean isSpirV(int word) {
    return word == SPIR_V || word == Integer.reverseBytes(SPIR_V);
  }

  /** Returns a program's text. */
  public static String decode(byte[] program) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(program)).toString();
    } catch (CharacterCodingException e) {
      return new String(program, StandardCharsets.ISO_8859_1);
    }
  }
}
