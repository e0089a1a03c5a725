package dev.barnacle.cl.internal.queue;

import dev.barnacle.cl.CommandType;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.AccessedRanges;
import java.util.List;

/**
 * The work of a command, with all arguments checked: it can be enqueued, or recorded and replayed.
 *
 * @param body may run many times
 * @param held what it uses until it has ended
 * @param accesses what it accesses
 */
public record CommandWork(
    CommandType type, CommandBody body, List<Lifetime> held, AccessedRanges accesses) {
  public CommandWork {
    held = List.copyOf(held);
  }
}
