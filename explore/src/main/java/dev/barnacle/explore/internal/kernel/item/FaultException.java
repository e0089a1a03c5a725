package dev.barnacle.explore.internal.kernel.item;

/** Ends what a work-item does, or the execution, with a fault. */
public final class FaultException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Fault fault;

  /** Makes one. */
  public FaultException(Fault fault) {
    super(null, null, false, false);
    this.fault = fault;
  }

  /** Returns what is wrong. */
  public Fault fault() {
    return fault;
  }
}
