package dev.barnacle.watch.internal.race.access;

/** The effect of an access on memory. */
public enum AccessKind {
  READ(false, false),
  WRITE(true, false),
  ATOMIC_READ(false, true),
  ATOMIC_WRITE(true, true),
  /** An atomic read-modify-write. */
  ATOMIC_UPDATE(true, true);

  private final boolean writes;
  private final boolean atomic;

  AccessKind(boolean writes, boolean atomic) {
    this.writes = writes;
    this.atomic = atomic;
  }

  /** Returns whether it writes. */
  public boolean writes() {
    return writes;
  }

  /** Returns whether it reads. */
  public boolean reads() {
    return this != WRITE && this != ATOMIC_WRITE;
  }

  /** Returns whether it is atomic. */
  public boolean atomic() {
    return atomic;
  }
}
