package dev.barnacle.watch.internal.run.exec;

/**
 * The numbers of fences of asynchronous copies that a group has executed, for each memory that they
 * order.
 *
 * @param local those with {@code CLK_LOCAL_MEM_FENCE}
 * @param global those with {@code CLK_GLOBAL_MEM_FENCE}
 */
record CopyFences(int local, int global) {
  static final CopyFences NONE = new CopyFences(0, 0);
  private static final int LOCAL = 1;
  private static final int GLOBAL = 2;

  /** Returns how many there are behind another one, which has these flags. */
  CopyFences and(int flags) {
    return new CopyFences(
        local + ((flags & LOCAL) == 0 ? 0 : 1), global + ((flags & GLOBAL) == 0 ? 0 : 1));
  }

  /** Returns whether a fence that orders a memory lies between here and later on. */
  boolean isBefore(CopyFences later, boolean inLocal) {
    return inLocal ? local < later.local : global < later.global;
  }
}
