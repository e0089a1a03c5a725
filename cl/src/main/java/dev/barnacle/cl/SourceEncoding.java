package dev.barnacle.cl;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * How the bytes of a program become text. OpenCL C leaves the encoding to the implementation: a
 * program is UTF-8, or where it is not, ISO 8859-1 (older ones have its letters in their comments).
 */
public final class SourceEncoding {
  private SourceEncoding() {}

  /** Returns a program's text. */
  public static String decode(byte[] program) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(program)).toString();
    } catch (CharacterCodingException e) {
      return new String(program, StandardCharsets.ISO_8859_1);
    }
  }
}
