package dev.barnacle.watch.command;

/**
 * A part of a kernel's accesses that is ordered before something although the kernel is not: those
 * of one work-group.
 *
 * @param node the kernel
 * @param group the work-group
 * @param shared only its accesses to fine-grained shared virtual memory are (rule 1)
 */
record GroupPart(CommandNode node, long group, boolean shared) {
  /** Returns whether an access of a kernel is in it. */
  boolean has(CommandNode of, MemoryUse use, int tag) {
    long by = use.group(tag);
    return node == of
        && (by == group || by == MemoryUse.UNKNOWN_GROUP)
        && (!shared || use.isShared());
  }
}
