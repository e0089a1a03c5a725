package dev.barnacle.icd.internal.query;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.icd.internal.abi.InfoArguments;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.handle.Handle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place for the answer of a {@code clGet…Info}: each method checks that there is room for it.
 *
 * @param size {@code param_value_size}
 * @param value {@code param_value}; 0 if it is not wanted
 * @param sizeReturned {@code param_value_size_ret}; 0 if it is not wanted
 */
public record Info(long size, long value, long sizeReturned) {
  /** A version with a name, as {@code cl_name_version} has it. */
  public record NameVersion(int version, String name) {
    public static final int BYTES = 68;
  }

  /** Returns where a call wants its answer. */
  public static Info of(InfoArguments call) {
    return new Info(call.paramValueSize(), call.paramValue(), call.paramValueSizeRet());
  }

  /** Returns the error of a query that the object does not know. */
  public static ClException unknown(int parameter) {
    return new ClException(
        ErrorCode.CL_INVALID_VALUE, "no such query: 0x" + Integer.toHexString(parameter));
  }

  /** Prepares an answer of so many bytes and returns whether it is wanted. */
  private boolean wants(long bytes) {
    if (value != 0 && Long.compareUnsigned(size, bytes) < 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "the answer has " + bytes + " bytes, there is room for " + size);
    }
    if (sizeReturned != 0) {
      Native.putLong(sizeReturned, bytes);
    }
    return value != 0;
  }

  public void int32(int answer) {
    if (wants(4)) {
      Native.putInt(value, answer);
    }
  }

  public void bool(boolean answer) {
    int32(answer ? 1 : 0);
  }

  /** A {@code size_t}, {@code cl_ulong}, pointer or set of flags. */
  public void int64(long answer) {
    if (wants(8)) {
      Native.putLong(value, answer);
    }
  }

  public void handle(@Nullable Handle answer) {
    int64(answer == null ? 0 : answer.address());
  }

  public void bytes(byte[] answer) {
    if (wants(answer.length)) {
      Native.putBytes(value, answer);
    }
  }

  public void string(String answer) {
    byte[] text = SourceEncoding.encode(answer);
    if (wants(text.length + 1L)) {
      Native.putBytes(value, text);
      Native.putBytes(value + text.length, new byte[1]);
    }
  }

  /** An array of {@code cl_uint}. */
  public void ints(List<Integer> answer) {
    if (wants((long) Integer.BYTES * answer.size())) {
      for (int i = 0; i < answer.size(); i++) {
        Native.putInt(value + (long) Integer.BYTES * i, answer.get(i));
      }
    }
  }

  public void longs(long... answer) {
    if (wants(8L * answer.length)) {
      for (int i = 0; i < answer.length; i++) {
        Native.putLong(value + 8L * i, answer[i]);
      }
    }
  }

  public void handles(List<? extends Handle> answer) {
    longs(answer.stream().mapToLong(Handle::address).toArray());
  }

  public void versions(List<NameVersion> answer) {
    if (!wants((long) NameVersion.BYTES * answer.size())) {
      return;
    }
    long at = value;
    for (NameVersion one : answer) {
      byte[] name = new byte[NameVersion.BYTES - 4];
      byte[] text = one.name().getBytes(StandardCharsets.UTF_8);
      System.arraycopy(text, 0, name, 0, Math.min(text.length, name.length - 1));
      Native.putInt(at, one.version());
      Native.putBytes(at + 4, name);
      at += NameVersion.BYTES;
    }
  }
}
