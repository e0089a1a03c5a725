package dev.barnacle.spark;

/** A task could not be done here; Spark begins it again, elsewhere if it can. */
final class TaskException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TaskException(String message) {
    super(message);
  }
}
