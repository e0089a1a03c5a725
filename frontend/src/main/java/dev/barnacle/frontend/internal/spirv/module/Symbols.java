package dev.barnacle.frontend.internal.spirv.module;

import java.nio.charset.StandardCharsets;

/** Names and strings as LLVM's assembly writes them. */
public final class Symbols {
  private Symbols() {}

  /** Returns a name in quotes; what is not printable is escaped. */
  public static String quoted(String name) {
    return "\"" + escaped(name.getBytes(StandardCharsets.UTF_8)) + "\"";
  }

  /** Returns bytes as they stand between quotes. */
  public static String escaped(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      int c = b & 0xff;
      if (c >= ' ' && c < 0x7f && c != '"' && c != '\\') {
        text.append((char) c);
      } else {
        text.append('\\').append("%02X".formatted(c));
      }
    }
    return text.toString();
  }
}
