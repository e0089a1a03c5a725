package dev.barnacle.cl.internal.record;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.queue.Command;
import dev.barnacle.cl.internal.queue.CommandWork;
import java.util.List;

/**
 * A recorded command, as it is until it is updated. It uses what it was given as long as it can be
 * replayed.
 */
public final class RecordedStep {
  private final int number;
  private final int queue;
  private final List<Integer> waits;
  private final CommandWork work;
  private final Lifetime lifetime;

  /**
   * Makes one.
   *
   * @param number its place in the command-buffer, from 0
   * @param queue the place of its queue among the command-buffer's
   * @param waits the numbers of the commands that it waits for, all of them smaller
   */
  public RecordedStep(int number, int queue, List<Integer> waits, CommandWork work) {
    this.number = number;
    this.queue = queue;
    this.waits = List.copyOf(waits);
    this.work = work;
    Lifetime.Use[] uses = Command.hold(work.held());
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_COMMAND_BUFFER_KHR, "recorded command", () -> Command.letGo(uses));
  }

  public int number() {
    return number;
  }

  public int queue() {
    return queue;
  }

  public List<Integer> waits() {
    return waits;
  }

  public CommandWork work() {
    return work;
  }

  /** Returns what keeps it; its maker has the first reference. */
  public Lifetime lifetime() {
    return lifetime;
  }
}
