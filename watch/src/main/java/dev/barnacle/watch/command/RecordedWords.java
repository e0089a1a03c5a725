package dev.barnacle.watch.command;

import org.jspecify.annotations.Nullable;

/**
 * Says which order is missing between two commands of one command-buffer.
 *
 * @param first where it was recorded
 * @param second where it was recorded
 * @param atOnce whether both are of one execution of the command-buffer
 */
record RecordedWords(RecordedIn first, RecordedIn second, boolean atOnce) {
  /** Returns the words for two commands; null if they are not of one command-buffer. */
  static @Nullable RecordedWords of(CommandText first, CommandText second) {
    CommandText.Replay a = first.replay();
    CommandText.Replay b = second.replay();
    return a == null || b == null || a.recorded().buffer() != b.recorded().buffer()
        ? null
        : new RecordedWords(a.recorded(), b.recorded(), isOneReplay(a, b));
  }

  /** A replay on several queues has a part in each, which are enqueued one after the other. */
  private static boolean isOneReplay(CommandText.Replay a, CommandText.Replay b) {
    return a.replay() == b.replay();
  }

  String missing() {
    if (!atOnce) {
      return "they are of two executions of command-buffer "
          + first.buffer()
          + ", and neither waits for the other's event";
    }
    return (first.queue() == second.queue()
            ? "both are in command-buffer "
                + first.buffer()
                + ", recorded for a queue that is out of order, "
            : "both are in command-buffer "
                + first.buffer()
                + ", recorded for different queues of it, ")
        + "and neither waits for the other, by a sync point or a barrier";
  }

  String suggestion(String firstName, String secondName) {
    if (!atOnce) {
      return "Put the event of the first execution into the wait list of the second, or enqueue"
          + " both in one queue that is in order.";
    }
    return "Put the sync point of "
        + firstName
        + " into the wait list of "
        + secondName
        + (first.queue() == second.queue() ? ", or record a barrier between them." : ".");
  }
}
