package dev.barnacle.frontend.internal.clang;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A running SHA-256 over parts, each with its length before it, so that no two lists of parts run
 * together to the same bytes.
 */
final class Sha256 {
  /** The size of a sum in bytes. */
  static final int BYTES = 32;

  private final MessageDigest digest = newDigest();

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  Sha256 add(byte[] part) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
    digest.update(part);
    return this;
  }

  Sha256 add(String part) {
    return add(part.getBytes(StandardCharsets.UTF_8));
  }

  Sha256 addAll(Iterable<String> parts) {
    for (String part : parts) {
      add(part);
    }
    return add("end of list");
  }

  byte[] sum() {
    return digest.digest();
  }

  String hex() {
    return HexFormat.of().formatHex(sum());
  }

  static byte[] of(byte[] content) {
    return newDigest().digest(content);
  }

  static String hexOf(byte[] content) {
    return HexFormat.of().formatHex(of(content));
  }
}
