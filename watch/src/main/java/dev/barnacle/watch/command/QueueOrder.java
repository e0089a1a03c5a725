package dev.barnacle.watch.command;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The order that one queue gives its commands (rules 5, 6, 7 and 8). */
public final class QueueOrder {
  private final int number;
  private final boolean outOfOrder;
  private @Nullable CommandNode last;
  private @Nullable CommandNode barrier;
  private CommandText.Pause lastPause = CommandText.Pause.NONE;
  private CommandClock ended = CommandClock.NONE;
  private final Set<CommandNode> live = new LinkedHashSet<>();

  /** The role of a command in its queue. */
  public enum Role {
    /** Any command. */
    COMMAND,
    /** It waits for all before it, if it has no wait list. */
    MARKER,
    /** The same, and all behind it wait for it. */
    BARRIER
  }

  QueueOrder(int number, boolean outOfOrder) {
    this.number = number;
    this.outOfOrder = outOfOrder;
  }

  int number() {
    return number;
  }

  boolean outOfOrder() {
    return outOfOrder;
  }

  /** Returns the last marker or barrier so far that waits for all before it. */
  CommandText.Pause lastPause() {
    return lastPause;
  }

  /** A marker or barrier that waits for all before it has been enqueued. */
  void paused(CommandText.Pause pause) {
    lastPause = pause;
  }

  /** Returns the command that comes before the next one in its queue; null for none. */
  @Nullable CommandNode before() {
    return outOfOrder ? barrier : last;
  }

  /** Returns all commands so far, those that have ended as one. */
  All all() {
    return new All(ended, new ArrayList<>(live));
  }

  /** The commands of a queue up to a time. */
  public static final class All {
    private final CommandClock ended;
    private final List<CommandNode> live;

    private All(CommandClock ended, List<CommandNode> live) {
      this.ended = ended;
      this.live = live;
    }

    CommandClock ended() {
      return ended;
    }

    List<CommandNode> live() {
      return live;
    }
  }

  /** A command is enqueued. */
  void add(CommandNode node, Role role) {
    last = node;
    live.add(node);
    if (role == Role.BARRIER) {
      barrier = node;
    }
  }

  /** A command has ended. */
  void end(CommandNode node) {
    if (live.remove(node)) {
      ended = ended.join(node.after());
    }
  }
}
