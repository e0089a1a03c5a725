package dev.barnacle.cli.internal.stress;

/** Thrown where a litmus test has something that a device cannot be asked to run. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  /** Makes one that says why. */
  RefusedException(String why) {
    super(why);
  }
}
