package dev.barnacle.cli.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * The stream that results go to. Writers that print take no notice of what can't be written. This
 * one remembers it, so that the command ends with an error.
 */
public final class StandardOutput extends OutputStream {
  /** The C library's message where nobody reads a pipe any more. */
  private static final String NO_READER = "Broken pipe";

  private final OutputStream out;
  private Optional<String> failure = Optional.empty();

  /** Makes one that writes to a stream. */
  public StandardOutput(OutputStream out) {
    this.out = out;
  }

  /**
   * Returns why something could not be written; empty where all was, and where the reader has gone
   * ({@code barnacle … | head -1}): it has what it wants.
   */
  public Optional<String> failure() {
    return failure;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    try {
      out.write(bytes, offset, count);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private IOException failed(IOException e) {
    String why = String.valueOf(e.getMessage());
    if (failure.isEmpty() && !why.equals(NO_READER)) {
      failure = Optional.of(why);
    }
    return e;
  }
}
