package dev.barnacle.explore.internal.trace;

/** An execution would have more events than there is room for. */
public final class TooManyEvents extends RuntimeException {
  private static final long serialVersionUID = 1;

  public TooManyEvents() {
    super(null, null, false, false);
  }
}
