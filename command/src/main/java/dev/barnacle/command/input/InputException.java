package dev.barnacle.command.input;

import org.jspecify.annotations.Nullable;

/** Bad usage or input: one line for the user, exit status 2. */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final String ERROR = "error: ";

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
    this.diagnostic = (place == null ? "" : place + ": ") + error(message);
  }

  /** Returns a line of an error; what another part says of it may be one already. */
  public static String error(String message) {
    return message.startsWith(ERROR) ? message : ERROR + message;
  }

  private InputException(String diagnostic, boolean placed) {
    super(diagnostic);
    this.placed = placed;
    this.diagnostic = diagnostic;
  }

  /** Makes an exception of all that a compiler said, with places. */
  public static InputException whole(String log) {
    return new InputException(log.stripTrailing(), true);
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
