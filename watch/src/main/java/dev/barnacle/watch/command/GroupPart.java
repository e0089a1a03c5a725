package dev.barnacle.watch.command;

import dev.barnacle.watch.command.MemoryUse.AccessType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a kernel's accesses that is ordered before something although the kernel is not: those
 * of one work-group, or those that this had made when it set a user event.
 *
 * @param node the kernel
 * @param group the work-group
 * @param shared only its accesses to fine-grained shared virtual memory are (rule 1)
 * @param done the accesses that it had made; null for all
 */
record GroupPart(CommandNode node, long group, boolean shared, @Nullable List<MemoryUse> done) {
  /** Returns the bytes of an access of a kernel that are not in it. */
  Ranges without(CommandNode of, MemoryUse use, AccessType type, int tag, Ranges bytes) {
    if (node != of || !use.isOf(group, tag) || (shared && !use.isShared())) {
      return bytes;
    }
    if (done == null) {
      return Ranges.NONE;
    }
    Ranges rest = bytes;
    for (MemoryUse made : done) {
      rest = rest.minus(made.get(type));
    }
    return rest;
  }
}
