package dev.barnacle.cli.internal;

import dev.barnacle.ir.ByteText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;

/** Writes text in UTF-8, and what came as bytes that are none as these bytes. */
public final class ByteTextWriter extends Writer {
  private final OutputStream out;

  /** The first half of a character whose second half is to come. */
  private String half = "";

  /** Writes to a stream. */
  public ByteTextWriter(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(char[] characters, int offset, int count) throws IOException {
    String text = half + new String(characters, offset, count);
    boolean open = !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
    int end = open ? text.length() - 1 : text.length();
    half = text.substring(end);
    out.write(ByteText.encode(text.substring(0, end)));
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.write(ByteText.encode(half));
    out.close();
  }
}
