package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.enqueue.CommandTree;
import dev.barnacle.engine.enqueue.Enqueuer;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.internal.run.exec.BoundArguments;
import dev.barnacle.watch.internal.run.exec.QueueAccess;
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
    QueueAccess.EventSetter setter,
    CommandNode node,
    BoundArguments.@Nullable Enqueued block,
    Supplier<CommandTree> trial) {
  /**
   * Returns what takes its operations on queues.
   *
   * @param stays whether the order's results stay
   */
  QueueAccess queues(boolean stays) {
    if (stays) {
      return new QueueAccess(enqueuer, setter);
    }
    CommandTree tree = trial.get();
    return new QueueAccess(new Enqueuer(tree, tree.root()), (event, group) -> {});
  }
}
