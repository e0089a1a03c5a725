package dev.barnacle.frontend;

import java.util.List;
import java.util.stream.Collectors;

/** A source that cannot be built; the message has one line for each diagnostic. */
public class FrontendException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Not serialised: a copy that went through a stream has the message alone. */
  private final transient List<Diagnostic> diagnostics;

  /** Makes an exception for these diagnostics, of which at least one is an error. */
  public FrontendException(List<Diagnostic> diagnostics) {
    super(diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("\n")));
    this.diagnostics = List.copyOf(diagnostics);
  }

  /** Returns what is wrong, in the order in which it was found. */
  public List<Diagnostic> diagnostics() {
    return diagnostics == null ? List.of() : diagnostics;
  }
}
