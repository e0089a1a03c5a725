package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.ir.Function;

/** The decoded code of a function. */
public final class FunctionCode {
  private static final Op[] NONE = {};

  /** The function. */
  public final Function function;

  /** Its operations, block by block; it begins with the first. */
  public Op[] ops = NONE;

  /** For each operation, the memory objects that it and what may come after it may write. */
  public long[] writes = {};

  /**
   * For each operation, the memory objects that it and what may come after it may access, counting
   * updates that nobody sees ({@link Op#blind}) for none.
   */
  public long[] touches = {};

  /** The same up to a barrier of the work-group that orders the object's memory. */
  public long[] touchesInPhase = {};

  /** The same as {@code touches} for a call whose result is not used. */
  public long[] touchesUnused = {};

  /** The same as {@code touchesInPhase} for a call whose result is not used. */
  public long[] touchesInPhaseUnused = {};

  /** How many registers a call takes. */
  public int registers;

  FunctionCode(Function function) {
    this.function = function;
  }
}
