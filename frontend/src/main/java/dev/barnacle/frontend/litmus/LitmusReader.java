package dev.barnacle.frontend.litmus;

import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.internal.litmus.LitmusLowering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads litmus tests. */
public final class LitmusReader {
  private LitmusReader() {}

  /**
   * Reads a file.
   *
   * @throws FrontendException if it is no litmus test that can be understood; its diagnostics name
   *     the place
   */
  public static LitmusTest read(Path file) throws IOException, FrontendException {
    return parse(file.toString(), Files.readString(file));
  }

  /**
   * Parses the text of a test.
   *
   * @param file the name for diagnostics
   */
  public static LitmusTest parse(String file, String text) throws FrontendException {
    return LitmusLowering.lower(file, text);
  }
}
