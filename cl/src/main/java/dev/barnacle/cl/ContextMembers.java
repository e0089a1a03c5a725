package dev.barnacle.cl;

import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The objects made in a context that have not ended; they are closed with it. */
final class ContextMembers {
  private final Set<AutoCloseable> members = ConcurrentHashMap.newKeySet();

  void add(AutoCloseable member) {
    members.add(member);
  }

  void remove(AutoCloseable member) {
    members.remove(member);
  }

  /** Ends them all, whatever references there are. */
  void abandonAll() {
    new ArrayList<>(members).forEach(ContextMembers::abandon);
  }

  /** Ends one, whatever references there are. */
  static void abandon(AutoCloseable member) {
    switch (member) {
      case MemoryObject m -> m.lifetime().abandon();
      case Sampler s -> s.lifetime().abandon();
      case SvmBlock s -> s.closeInTurn();
      case Program p -> p.lifetime().abandon();
      case CommandQueue q -> q.abandon();
      case CommandBuffer b -> b.abandon();
      case Semaphore s -> s.lifetime().abandon();
      case DeviceCommandQueue q -> q.lifetime().abandon();
      default -> throw new IllegalStateException("no member of a context: " + member);
    }
  }

  /** Submits all that has been enqueued in any of the queues. */
  void flushQueues() {
    for (AutoCloseable member : members) {
      if (member instanceof CommandQueue queue) {
        queue.flush();
      }
    }
  }
}
