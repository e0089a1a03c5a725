package dev.barnacle.command.arguments;

/** Arguments that a command does not take. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Makes one; the message is for the user and ends without a full stop. */
  public UsageException(String message) {
    super(message);
  }
}
