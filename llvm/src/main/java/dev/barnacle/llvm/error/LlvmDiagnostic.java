package dev.barnacle.llvm.error;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message from LLVM while it linked, transformed or compiled a module.
 *
 * @param severity how bad it is
 * @param message LLVM's words
 */
public record LlvmDiagnostic(Severity severity, String message) {
  private static final Pattern FRAME =
      Pattern.compile("stack frame size \\((\\d+)\\) exceeds limit");

  /** LLVM's degrees of severity. */
  public enum Severity {
    /** The result must not be used. */
    ERROR,
    /** Worth telling the user. */
    WARNING,
    /** An action that the optimiser took or could not take. */
    REMARK,
    /** More on the message before. */
    NOTE
  }

  /**
   * Returns the bytes of a function's stack frame, where this says that they are more than its
   * attribute {@code warn-stack-size}; 0 where it says something else.
   */
  public long frameBytes() {
    Matcher frame = FRAME.matcher(message);
    return severity == Severity.WARNING && frame.find() ? Long.parseLong(frame.group(1)) : 0;
  }
}
