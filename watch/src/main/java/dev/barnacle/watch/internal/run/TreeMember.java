package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.enqueue.CommandTree;
import dev.barnacle.engine.enqueue.DeviceEvent;
import dev.barnacle.engine.enqueue.Enqueuer;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.MemoryUse;
import dev.barnacle.watch.internal.run.exec.BoundArguments;
import dev.barnacle.watch.internal.run.exec.QueueAccess;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A launch among those that come of one launch of the host.
 *
 * @param enqueuer takes what it enqueues in the order whose results stay
 * @param setter is told of user events
 * @param node its command
 * @param block what it is bound to; null for the launch of the host
 * @param trial makes a tree for what it enqueues in other orders, which is not run
 */
public record TreeMember(
    Enqueuer enqueuer,
    EventSetter setter,
    CommandNode node,
    BoundArguments.@Nullable Enqueued block,
    Supplier<CommandTree> trial) {
  /** Is told which work-group sets a user event, and of what the launch has accessed so far. */
  @FunctionalInterface
  interface EventSetter {
    void set(DeviceEvent event, long group, Supplier<List<MemoryUse>> uses);
  }

  /**
   * Returns what takes its operations on queues.
   *
   * @param stays whether the order's results stay
   * @param uses gives what it has accessed so far
   */
  QueueAccess queues(boolean stays, Supplier<List<MemoryUse>> uses) {
    if (stays) {
      return new QueueAccess(enqueuer, (event, group) -> setter.set(event, group, uses));
    }
    CommandTree tree = trial.get();
    return new QueueAccess(new Enqueuer(tree, tree.root()), (event, group) -> {});
  }
}
