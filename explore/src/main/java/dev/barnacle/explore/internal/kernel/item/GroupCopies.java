package dev.barnacle.explore.internal.kernel.item;

import java.util.List;

/**
 * The asynchronous copies of a work-group (OpenCL C, "Async Copies from Global to Local Memory,
 * Local to Global Memory, and Prefetch"). Never changed once made, but for the agent by the
 * execution that owns it.
 *
 * @param agent who accesses memory for them, behind the group's work-items: barriers order what it
 *     has done before what the work-items do then, and the other way round
 * @param pending those that nobody has waited for
 * @param events how many events there are
 * @param fences the fences of copies so far
 */
record GroupCopies(Item agent, List<PendingCopy> pending, long events, PendingCopy.Fences fences) {
  /** Makes those of a group that has not begun. */
  static GroupCopies none(Item agent) {
    return new GroupCopies(agent, List.of(), 0, new PendingCopy.Fences(0, 0));
  }

  GroupCopies with(Item owned) {
    return new GroupCopies(owned, pending, events, fences);
  }
}
