package dev.barnacle.simd.internal.abi;

/**
 * The outcome of a work-group, at {@link ArenaLayout#OUTCOME}. A group that was put aside goes on
 * if it is run again in the same arena.
 */
public enum GroupOutcome {
  /** It has ended; or, before it is run, it has not begun. */
  ENDED(0),
  /** It was put aside, as its work-items only waited. */
  IDLE(1),
  /** It was put aside, but not all its work-items only waited. */
  MOVED(2);

  private final int code;

  GroupOutcome(int code) {
    this.code = code;
  }

  /** Returns the number that stands for it, an i64. */
  public int code() {
    return code;
  }
}
