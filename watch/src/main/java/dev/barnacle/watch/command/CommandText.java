package dev.barnacle.watch.command;

import org.jspecify.annotations.Nullable;

/**
 * The description of a command in reports.
 *
 * @param name such as {@code kernel 'scale'} or {@code READ_BUFFER}
 * @param queue the number of its queue; {@link #HOST} or {@link #AT_ONCE} where there is none
 * @param outOfOrder whether that queue is out of order
 * @param serial its place among all commands of the context, from 1
 * @param pause the last marker or barrier without a wait list in its queue before it
 * @param replay of which it is a part; null for none
 * @param origin who has enqueued it on the device; null for a command of the host
 */
record CommandText(
    String name,
    int queue,
    boolean outOfOrder,
    long serial,
    Pause pause,
    @Nullable Replay replay,
    @Nullable Origin origin) {
  /** No queue: what the host does itself. */
  static final int HOST = 0;

  /** No queue: a launch that the host makes and waits for. */
  static final int AT_ONCE = -1;

  /**
   * A marker or barrier.
   *
   * @param serial its place among all commands; 0 for none
   */
  record Pause(long serial, boolean isBarrier) {
    static final Pause NONE = new Pause(0, false);
  }

  /**
   * A command that belongs to a command-buffer.
   *
   * @param serial that of the command in a queue that it is a part of
   * @param replay the number of the execution
   */
  record Replay(RecordedIn recorded, long serial, long replay) {}

  /** A queue on the device. */
  static final int ON_DEVICE = -2;

  /**
   * The origin of a command on the device.
   *
   * @param parent the command of the kernel that has enqueued it
   * @param flag when it may begin, such as {@code CLK_ENQUEUE_FLAGS_NO_WAIT}
   */
  record Origin(CommandText parent, String flag) {}

  /** A command of a queue of the host. */
  CommandText(
      String name,
      int queue,
      boolean outOfOrder,
      long serial,
      Pause pause,
      @Nullable Replay replay) {
    this(name, queue, outOfOrder, serial, pause, replay, null);
  }

  /** Makes the text of an action of the host, or of a launch that it waits for. */
  CommandText(String name, int queue, long serial) {
    this(name, queue, false, serial, Pause.NONE, null);
  }

  /** A command on the device. */
  CommandText(String name, long serial, Origin origin) {
    this(name, ON_DEVICE, true, serial, Pause.NONE, null, origin);
  }

  boolean isOnDevice() {
    return origin != null;
  }

  /** Returns whether another command has enqueued it, or one above it. */
  boolean comesFrom(CommandText other) {
    CommandText at = this;
    while (at.origin != null) {
      at = at.origin.parent();
      if (at.serial == other.serial) {
        return true;
      }
    }
    return false;
  }

  /** Returns the same command's text with another one's: a part of it. */
  CommandText part(String itsName, RecordedIn recorded, long execution, long itsSerial) {
    return new CommandText(
        itsName, queue, outOfOrder, itsSerial, pause, new Replay(recorded, serial, execution));
  }

  /** Returns what has the event that can be waited for. */
  String eventOf() {
    return replay == null ? name : "command-buffer " + replay.recorded().buffer();
  }

  /** Returns its name, with its number where another command has the same name. */
  String nameBeside(CommandText other) {
    if (!name.equals(other.name)) {
      return name;
    }
    return replay == null
        ? name + " (command " + serial + ")"
        : name
            + " (command "
            + replay.recorded().number()
            + " of command-buffer "
            + replay.recorded().buffer()
            + ")";
  }

  boolean isHost() {
    return queue == HOST;
  }

  /** Returns its name and where it was enqueued. */
  String where() {
    if (replay != null) {
      RecordedIn in = replay.recorded();
      return name
          + " (command "
          + in.number()
          + " of command-buffer "
          + in.buffer()
          + ", which is command "
          + replay.serial()
          + " in queue "
          + queue
          + ")";
    }
    if (origin != null) {
      return name + " (command " + serial + ", enqueued by " + origin.parent().name() + ")";
    }
    return queue <= HOST
        ? name
        : name
            + " (command "
            + serial
            + ", in queue "
            + queue
            + (outOfOrder ? ", out of order)" : ")");
  }
}
