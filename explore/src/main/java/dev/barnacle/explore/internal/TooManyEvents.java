package dev.barnacle.explore.internal;

/** An execution would have more events than there is room for. */
final class TooManyEvents extends RuntimeException {
  private static final long serialVersionUID = 1;

  TooManyEvents() {
    super(null, null, false, false);
  }
}
