package dev.barnacle.llvm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A running SHA-256 over parts, each with its length before it, so that no two lists of parts run
 * together to the same bytes.
 */
public final class Sha256 {
  /** The size of a sum in bytes. */
  public static final int BYTES = 32;

  private final MessageDigest digest = newDigest();

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Begins a sum over no parts. */
  public Sha256() {}

  /** Adds a part. */
  public Sha256 add(byte[] part) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
    digest.update(part);
    return this;
  }

  /** Adds a part, in UTF-8. */
  public Sha256 add(String part) {
    return add(part.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds the parts of a list, and where it ends. */
  public Sha256 addAll(Iterable<String> parts) {
    for (String part : parts) {
      add(part);
    }
    return add("end of list");
  }

  /** Returns the sum, and begins anew. */
  public byte[] sum() {
    return digest.digest();
  }

  /** Returns the sum in hexadecimal digits, and begins anew. */
  public String hex() {
    return HexFormat.of().formatHex(sum());
  }

  /** Returns the sum of a content alone, without its length before it. */
  public static byte[] of(byte[] content) {
    return newDigest().digest(content);
  }

  /** Returns the same in hexadecimal digits. */
  public static String hexOf(byte[] content) {
    return HexFormat.of().formatHex(of(content));
  }
}
