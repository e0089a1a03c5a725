package dev.barnacle.watch.command;

/**
 * What reports say of a command.
 *
 * @param name such as {@code kernel 'scale'} or {@code READ_BUFFER}
 * @param queue the number of its queue; {@link #HOST} or {@link #AT_ONCE} where there is none
 * @param outOfOrder whether that queue is out of order
 * @param serial its place among all commands of the context, from 1
 * @param pause the last marker or barrier without a wait list in its queue before it
 */
record CommandText(String name, int queue, boolean outOfOrder, long serial, Pause pause) {
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

  /** What the host does, or a launch that it waits for. */
  CommandText(String name, int queue, long serial) {
    this(name, queue, false, serial, Pause.NONE);
  }

  /** Returns its name, with its number where another command has the same name. */
  String nameBeside(CommandText other) {
    return name.equals(other.name) ? name + " (command " + serial + ")" : name;
  }

  boolean isHost() {
    return queue == HOST;
  }

  /** Returns its name and where it was enqueued. */
  String where() {
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
