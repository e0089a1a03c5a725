package dev.barnacle.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.commons.codec.digest.Blake3;

/**
 * A running BLAKE3 sum over parts, each with its length before it, so that no two lists of parts
 * run together to the same bytes.
 *
 * <p>The JDK's own sums come with its security providers, whose set-up takes longer than all that a
 * cold check or a program of many kernels sums up. But they are ten times as fast once that is
 * done, so a large part is taken for its SHA-256.
 */
public final class Blake3Sum {
  private static final int BYTES = 32;
  private static final int LARGE = 1 << 17;

  private final Blake3 state = Blake3.initHash();

  /** Begins a sum over no parts. */
  public Blake3Sum() {}

  /** Adds a part. */
  public Blake3Sum add(byte[] part) {
    state.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length).array());
    state.update(part.length < LARGE ? part : sha256(part));
    return this;
  }

  private static byte[] sha256(byte[] part) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(part);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Adds a part, in UTF-8; one that is no Unicode, in its 16-bit units. */
  public Blake3Sum add(String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    if (new String(bytes, StandardCharsets.UTF_8).equals(part)) {
      return add(bytes);
    }
    ByteBuffer units = ByteBuffer.allocate(Character.BYTES * part.length());
    units.asCharBuffer().put(part);
    return add("no Unicode").add(units.array());
  }

  /** Adds the parts of a list, and where it ends. */
  public Blake3Sum addAll(Iterable<String> parts) {
    for (String part : parts) {
      add(part);
    }
    return add("end of list");
  }

  /** Returns the sum in hexadecimal digits; parts may be added afterwards. */
  public String hex() {
    return HexFormat.of().formatHex(state.doFinalize(BYTES));
  }
}
