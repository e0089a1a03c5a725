package dev.barnacle.watch.command;

/**
 * What reports say of a command.
 *
 * @param name such as {@code kernel 'scale'} or {@code READ_BUFFER}
 * @param queue the number of its queue; {@link #HOST} or {@link #AT_ONCE} where there is none
 * @param outOfOrder whether that queue is out of order
 * @param serial its place among all commands of the context, from 1
 */
record CommandText(String name, int queue, boolean outOfOrder, long serial) {
  /** No queue: what the host does itself. */
  static final int HOST = 0;

  /** No queue: a launch that the host makes and waits for. */
  static final int AT_ONCE = -1;

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
