package dev.barnacle.watch.internal.race.shadow;

import dev.barnacle.watch.internal.race.access.AccessKind;
import java.util.List;

/** The stamps that the interval detector remembers of each cell of memory. */
public enum StampKind {
  /** The last non-atomic write. */
  WRITE(AccessKind.WRITE),
  /** Two representatives of the non-atomic reads. */
  READ_1(AccessKind.READ),
  READ_2(AccessKind.READ),
  /** Two representatives of the atomic writes and updates. */
  ATOMIC_WRITE_1(AccessKind.ATOMIC_WRITE),
  ATOMIC_WRITE_2(AccessKind.ATOMIC_WRITE),
  /** Two representatives of the atomic reads. */
  ATOMIC_READ_1(AccessKind.ATOMIC_READ),
  ATOMIC_READ_2(AccessKind.ATOMIC_READ);

  public static final List<StampKind> ALL = List.of(values());

  /** One of each kind: a cell that has a second representative has a first one. */
  static final List<StampKind> FIRST = List.of(WRITE, READ_1, ATOMIC_WRITE_1, ATOMIC_READ_1);

  private final AccessKind kind;

  StampKind(AccessKind kind) {
    this.kind = kind;
  }

  /** Returns the kind that is reported; an update counts as an atomic write. */
  public AccessKind kind() {
    return kind;
  }
}
