package dev.barnacle.simd;

import java.time.Duration;
import java.util.Optional;

/**
 * The processor time that LLVM may take for a kernel. Some of its passes never end for some code;
 * then the kernel is compiled again for fewer lanes, or with fewer passes.
 *
 * @param seconds for a kernel; 0: as long as it takes; {@link #BY_SIZE}: more for more code
 */
public record CompileLimit(int seconds) {
  /** The number of seconds that stands for {@link #AUTO}. */
  private static final int BY_SIZE = -1;

  /**
   * Hundreds of times what kernels take on an ordinary computer. These take some ten milliseconds,
   * and up to 20 microseconds for a character of LLVM's text.
   */
  public static final CompileLimit AUTO = new CompileLimit(BY_SIZE);

  /** No limit. */
  public static final CompileLimit OFF = new CompileLimit(0);

  private static final int LEAST_SECONDS = 20;
  private static final int CHARACTERS_A_SECOND = 4096;

  /** Checks the number. */
  public CompileLimit {
    if (seconds < BY_SIZE) {
      throw new IllegalArgumentException(seconds + " seconds");
    }
  }

  /** Returns the one of that text: {@code auto}, {@code off}, or a number of seconds. */
  static CompileLimit parse(String text) {
    if (text.equals("auto")) {
      return AUTO;
    }
    if (text.equals("off")) {
      return OFF;
    }
    try {
      int seconds = Integer.parseInt(text);
      if (seconds > 0) {
        return new CompileLimit(seconds);
      }
    } catch (NumberFormatException e) {
      // as for a number that is none of seconds
    }
    throw new IllegalArgumentException(
        "compile-limit=" + text + ": expected auto, off or a number of seconds");
  }

  /** Returns the time for code of so many characters of LLVM's text; empty for any time. */
  public Optional<Duration> of(int characters) {
    return switch (seconds) {
      case 0 -> Optional.empty();
      case BY_SIZE ->
          Optional.of(Duration.ofSeconds(LEAST_SECONDS + characters / CHARACTERS_A_SECOND));
      default -> Optional.of(Duration.ofSeconds(seconds));
    };
  }

  /** Returns the text that options use. */
  @Override
  public String toString() {
    return this.equals(AUTO) ? "auto" : this.equals(OFF) ? "off" : Integer.toString(seconds);
  }
}
