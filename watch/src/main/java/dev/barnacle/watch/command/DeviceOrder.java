package dev.barnacle.watch.command;

import java.util.List;

/**
 * The order of a command that a kernel has enqueued on the device (rules 1, 2, 12, 13 and 14).
 *
 * @param flag when it may begin, such as {@code CLK_ENQUEUE_FLAGS_NO_WAIT}
 * @param behindParent whether it begins when its parent has ended
 * @param behindGroup whether it begins when the work-group has ended that has enqueued it
 * @param group that work-group
 * @param waits the commands whose events it waits for
 */
public record DeviceOrder(
    String flag, boolean behindParent, boolean behindGroup, long group, List<CommandNode> waits) {
  public DeviceOrder {
    waits = List.copyOf(waits);
  }
}
