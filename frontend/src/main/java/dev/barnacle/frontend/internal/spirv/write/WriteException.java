package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.llvm.view.LlvmDebugLocation;
import org.jspecify.annotations.Nullable;

/**
 * An error for what has no form in SPIR-V, or none in the version that was asked for; perhaps with
 * a place.
 */
final class WriteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String text;
  private final transient @Nullable LlvmDebugLocation place;

  WriteException(String text) {
    this(text, null);
  }

  private WriteException(String text, @Nullable LlvmDebugLocation place) {
    super(text);
    this.text = text;
    this.place = place;
  }

  /** Returns the exception with a place, where it has none yet. */
  WriteException at(@Nullable LlvmDebugLocation where) {
    return place == null && where != null ? new WriteException(text, where) : this;
  }

  /** Returns it as an error in the source. */
  Diagnostic diagnostic(String source) {
    LlvmDebugLocation where = place;
    return where == null
        ? new Diagnostic(Diagnostic.Severity.ERROR, source, 0, 0, text)
        : new Diagnostic(
            Diagnostic.Severity.ERROR, where.file(), where.line(), where.column(), text);
  }

  @Override
  public String getMessage() {
    return text;
  }
}
