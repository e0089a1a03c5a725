package dev.barnacle.explore.internal.kernel.state;

import dev.barnacle.explore.internal.kernel.item.Execution;

/** Tells which writes a work-item need not read. */
@FunctionalInterface
public interface Outlook {
  /**
   * Returns whether a work-item at a read need not read a write of its object that is not the last,
   * now or later: nothing comes of it that does not come of reading the last as well.
   */
  boolean isVain(Execution x, int item, int write);
}
