package dev.barnacle.cli.internal;

import org.jspecify.annotations.Nullable;

/** Bad usage or input: one line for the user, exit status 2. */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String diagnostic;
  private final boolean placed;

  /** Makes an exception about the command line. */
  public InputException(String message) {
    this(null, message);
  }

  /** Makes an exception about a place in a file; null where there is none to name. */
  public InputException(@Nullable Place place, String message) {
    super(message);
    this.placed = place != null;
    this.diagnostic = (place == null ? "" : place + ": ") + "error: " + message;
  }

  /** Returns whether it names a place. */
  public boolean hasPlace() {
    return placed;
  }

  /** Returns the line for stderr, {@code file:line:column: error: …}. */
  public String diagnostic() {
    return diagnostic;
  }
}
