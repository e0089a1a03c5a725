package dev.barnacle.watch.command;

/** Says which order is missing between two commands, and what would make it. */
final class OrderWords {
  private final CommandText first;
  private final CommandText second;
  private final boolean usedAfterFree;
  private final boolean firstIsMap;
  private final boolean secondIsMap;

  OrderWords(CommandNode first, MemoryUse use, CommandNode second, MemoryUse other) {
    this.first = first.text();
    this.second = second.text();
    this.usedAfterFree = use.frees() && first.isIn(second.before());
    this.firstIsMap = use.span() != null;
    this.secondIsMap = other.span() != null;
  }

  String explanation(boolean bothAtomic) {
    return missing()
        + (bothAtomic
            ? "; atomic operations of different kernels on a buffer are only defined at such points"
            : "");
  }

  private String missing() {
    if (usedAfterFree) {
      return second.name() + " comes after the memory has been freed";
    }
    if (firstIsMap || secondIsMap) {
      CommandText other = firstIsMap ? second : first;
      return "the host may use the mapped region until it is unmapped, and nothing orders "
          + other.name()
          + " before the map or behind the end of the unmap command";
    }
    if (first.queue() <= CommandText.HOST || second.queue() <= CommandText.HOST) {
      CommandText command = first.queue() <= CommandText.HOST ? second : first;
      return "the host has not waited for " + command.name() + " when it goes on";
    }
    if (first.queue() == second.queue()) {
      return "both are in queue "
          + first.queue()
          + ", which is out of order, and neither waits for the other, by events or a barrier";
    }
    return "they are in different queues ("
        + first.queue()
        + " and "
        + second.queue()
        + "), and neither waits for the other's event";
  }

  String suggestion() {
    if (usedAfterFree) {
      return "Free the memory behind the last command that uses it.";
    }
    if (firstIsMap || secondIsMap) {
      String other = (firstIsMap ? second : first).name();
      return "Unmap the region first, and have " + other + " wait for the unmap command's event.";
    }
    if (first.queue() <= CommandText.HOST || second.queue() <= CommandText.HOST) {
      return "Wait for the command's event, or finish its queue, before that.";
    }
    return "Put the event of "
        + first.name()
        + " into the wait list of "
        + second.name()
        + (first.queue() == second.queue()
            ? ", or a barrier between them."
            : ", or finish the first queue in between.");
  }
}
