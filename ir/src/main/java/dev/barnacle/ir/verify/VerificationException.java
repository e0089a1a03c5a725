package dev.barnacle.ir.verify;

import dev.barnacle.ir.Module;
import java.util.List;
import java.util.stream.Collectors;

/** A module breaks invariants: a bug of the program that made it. */
public final class VerificationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<VerifierError> errors;

  VerificationException(Module module, String when, List<VerifierError> errors) {
    super(
        errors.stream()
            .map(VerifierError::toString)
            .collect(Collectors.joining("\n", "broken IR in " + module.name() + when + ":\n", "")));
    this.errors = List.copyOf(errors);
  }

  /** Returns all that is broken. */
  public List<VerifierError> errors() {
    return errors;
  }
}
