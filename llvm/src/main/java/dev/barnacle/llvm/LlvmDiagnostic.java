package dev.barnacle.llvm;

/**
 * What LLVM said while it linked, transformed or compiled a module.
 *
 * @param severity how bad it is
 * @param message LLVM's words
 */
public record LlvmDiagnostic(Severity severity, String message) {
  /** LLVM's degrees of severity. */
  public enum Severity {
    /** The result must not be used. */
    ERROR,
    /** Worth telling the user. */
    WARNING,
    /** What the optimiser did or could not do. */
    REMARK,
    /** More on the message before. */
    NOTE
  }
}
