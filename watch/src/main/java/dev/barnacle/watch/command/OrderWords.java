package dev.barnacle.watch.command;

/** Says which order is missing between two commands, and what would make it. */
final class OrderWords {
  private final CommandText first;
  private final CommandText second;
  private final String firstName;
  private final String secondName;
  private final boolean usedAfterFree;
  private final boolean firstIsMap;

  OrderWords(CommandNode first, MemoryUse use, CommandNode second, MemoryUse other) {
    this.first = first.text();
    this.second = second.text();
    this.firstName = this.first.nameBeside(this.second);
    this.secondName = this.second.nameBeside(this.first);
    this.usedAfterFree = use.frees() && first.isIn(second.before());
    this.firstIsMap = use.span() != null;
  }

  String explanation(boolean bothAtomic) {
    return missing()
        + (bothAtomic
            ? "; atomic operations of different kernels on a buffer are only defined at such points"
            : "");
  }

  private String missing() {
    if (DeviceWords.concern(first, second)) {
      return new DeviceWords(first, second).explanation();
    }
    if (usedAfterFree) {
      return secondName + " comes after the memory has been freed";
    }
    if (firstIsMap) {
      return "the host may use the mapped region until it is unmapped, and nothing orders "
          + secondName
          + " before the map or behind the end of the unmap command";
    }
    if (hasHost()) {
      return "the host has not waited for " + waitedFor().name() + " when it goes on";
    }
    RecordedWords recorded = RecordedWords.of(first, second);
    if (recorded != null) {
      return recorded.missing();
    }
    if (first.queue() == second.queue()) {
      return "both are in queue "
          + first.queue()
          + ", which is out of order, and neither waits for the other, by events or a barrier"
          + (hasPause(false)
              ? "; the marker between them waits for what is before it, but nothing waits for the"
                  + " marker"
              : "");
    }
    return "they are in different queues ("
        + first.queue()
        + " and "
        + second.queue()
        + "), and neither waits for the other's event"
        + (hasPause(true) ? "; the barrier between them orders its own queue only" : "");
  }

  private CommandText waitedFor() {
    return first.queue() <= CommandText.HOST ? second : first;
  }

  private boolean hasHost() {
    return first.queue() <= CommandText.HOST || second.queue() <= CommandText.HOST;
  }

  /** Returns whether a marker, or a barrier, lies between them in the queue of the second. */
  private boolean hasPause(boolean barrier) {
    CommandText.Pause pause = second.pause();
    return pause.serial() > first.serial() && pause.isBarrier() == barrier;
  }

  String suggestion() {
    if (DeviceWords.concern(first, second)) {
      return new DeviceWords(first, second).suggestion();
    }
    if (usedAfterFree) {
      return "Free the memory behind the last command that uses it.";
    }
    if (firstIsMap) {
      boolean follows = first.queue() == second.queue() && !second.outOfOrder();
      return follows
          ? "Unmap the region before " + secondName + " is enqueued."
          : "Unmap the region first, and have "
              + secondName
              + " wait for the unmap command's event.";
    }
    if (hasHost()) {
      return "Wait for the event of "
          + waitedFor().eventOf()
          + ", or finish its queue, before that.";
    }
    RecordedWords recorded = RecordedWords.of(first, second);
    if (recorded != null) {
      return recorded.suggestion(firstName, secondName);
    }
    return "Put the event of "
        + (first.replay() == null ? firstName : first.eventOf())
        + " into the wait list of "
        + (second.replay() == null ? secondName : second.eventOf())
        + (first.queue() == second.queue()
            ? ", or a barrier between them."
            : ", or finish queue " + first.queue() + " in between.");
  }
}
