package dev.barnacle.icd.internal.abi;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A list of properties: names and values in turn, and a zero.
 *
 * @param words all of it with the zero, as queries return it; empty if the program gave null
 * @param values the value of each name, in order
 */
@SuppressWarnings("ArrayRecordComponent") // compared by what it holds
public record Properties(long[] words, Map<Long, Long> values) {
  private static final int MOST = 256;

  /**
   * Returns a name or value that has 32 bits, or −1, which none has: those of OpenCL are small
   * numbers in words of 64 bits.
   */
  public static int small(long word) {
    return word == (int) word ? (int) word : -1;
  }

  /**
   * Reads a list.
   *
   * @param duplicate the error where a name comes twice
   */
  public static Properties read(long address, ErrorCode duplicate) {
    Map<Long, Long> values = new LinkedHashMap<>();
    if (address == 0) {
      return new Properties(new long[0], values);
    }
    long at = address;
    for (long name; (name = Native.getLong(at)) != 0; at += 16) {
      if (values.put(name, Native.getLong(at + 8)) != null || values.size() > MOST) {
        throw new ClException(duplicate, "property 0x" + Long.toHexString(name) + " comes twice");
      }
    }
    return new Properties(Native.longs(address, (int) ((at - address) / 8) + 1), values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Properties p && Arrays.equals(words, p.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }
}
