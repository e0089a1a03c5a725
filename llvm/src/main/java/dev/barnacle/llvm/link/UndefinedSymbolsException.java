package dev.barnacle.llvm.link;

import dev.barnacle.llvm.error.LlvmException;
import java.util.List;

/** An object file that uses what nobody defines. */
public final class UndefinedSymbolsException extends LlvmException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception that names these. */
  public UndefinedSymbolsException(List<String> names) {
    super("nobody defines " + String.join(", ", names));
  }
}
