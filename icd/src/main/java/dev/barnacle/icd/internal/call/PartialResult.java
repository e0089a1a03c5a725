package dev.barnacle.icd.internal.call;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;

/** An error of an entry point that returns a handle all the same, as {@code clLinkProgram} may. */
public final class PartialResult extends ClException {
  private static final long serialVersionUID = 1L;

  private final long handle;

  PartialResult(ErrorCode code, String detail, long handle) {
    super(code, detail);
    this.handle = handle;
  }

  public long handle() {
    return handle;
  }
}
