package dev.barnacle.watch.command;

/** Says which order is missing between two commands of which one is enqueued on the device. */
final class DeviceWords {
  private final CommandText first;
  private final CommandText second;

  DeviceWords(CommandText first, CommandText second) {
    this.first = first;
    this.second = second;
  }

  /**
   * Returns whether these words are for the two: the one above the other, or both on the device.
   */
  static boolean concern(CommandText first, CommandText second) {
    return (first.isOnDevice() && second.isOnDevice())
        || first.comesFrom(second)
        || second.comesFrom(first);
  }

  private CommandText above() {
    return second.comesFrom(first) ? first : second;
  }

  /** Returns the command right below the one above, which leads to the other. */
  private CommandText below() {
    CommandText at = second.comesFrom(first) ? second : first;
    while (at.origin() != null && at.origin().parent().serial() != above().serial()) {
      at = at.origin().parent();
    }
    return at;
  }

  private boolean isOneAboveTheOther() {
    return first.comesFrom(second) || second.comesFrom(first);
  }

  String explanation() {
    if (!isOneAboveTheOther()) {
      return "both are enqueued on the device, where queues are out of order, and neither waits for"
          + " the other's event";
    }
    CommandText.Origin origin = below().origin();
    String flag = origin == null ? "" : origin.flag();
    return flag.endsWith("WAIT_WORK_GROUP")
        ? below().name()
            + " waits only for the work-group that enqueues it ("
            + flag
            + "), and the access is another one's"
        : below().name()
            + " does not wait for "
            + above().name()
            + ", which enqueues it: "
            + flag
            + (flag.endsWith("NO_WAIT")
                ? ", and what was written before enqueue_kernel is visible in fine-grained shared"
                    + " virtual memory only"
                : "");
  }

  String suggestion() {
    return isOneAboveTheOther()
        ? "Enqueue it with CLK_ENQUEUE_FLAGS_WAIT_KERNEL."
        : "Have enqueue_kernel give the event of "
            + first.nameBeside(second)
            + ", and put it into the event wait list of "
            + second.nameBeside(first)
            + ".";
  }
}
