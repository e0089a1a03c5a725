package dev.barnacle.cl;

import dev.barnacle.cl.internal.record.RecordedStep;
import org.jspecify.annotations.Nullable;

/**
 * A command of a {@link CommandBuffer} ({@code cl_mutable_command_khr}). Later commands of the same
 * command-buffer can wait for it: it is its own sync point ({@code cl_sync_point_khr}).
 */
public final class RecordedCommand {
  /** The input of a recorded or updated launch, so that it can be made for another device. */
  record Launch(BoundKernel kernel, NDRange range) {}

  private final CommandBuffer commandBuffer;
  private final CommandType type;
  private final int number;
  private final int place;
  private @Nullable RecordedStep step;
  private @Nullable Launch launch;

  /**
   * Makes one.
   *
   * @param number its place in the command-buffer, from 0
   * @param place that of its queue among the command-buffer's
   */
  RecordedCommand(CommandBuffer commandBuffer, CommandType type, int number, int place) {
    this.commandBuffer = commandBuffer;
    this.type = type;
    this.number = number;
    this.place = place;
  }

  /** Returns the command-buffer that it is in. */
  public CommandBuffer commandBuffer() {
    return commandBuffer;
  }

  /** Returns what it does. */
  public CommandType type() {
    return type;
  }

  /** Returns its place in the command-buffer, from 0. */
  public int number() {
    return number;
  }

  /** Returns the queue that it was recorded for. */
  public CommandQueue queue() {
    return commandBuffer.queues().get(place);
  }

  /** Returns the place of its queue among the command-buffer's, from 0. */
  public int place() {
    return place;
  }

  /** Returns what it does when it is replayed; null where that is not known yet. */
  @Nullable RecordedStep step() {
    return step;
  }

  /** Returns what it launches; null if it is no launch, or its arguments are not known yet. */
  @Nullable Launch launch() {
    return launch;
  }

  /**
   * Says what it does when it is replayed, under the command-buffer's lock.
   *
   * @param arguments of a launch
   */
  void become(@Nullable RecordedStep next, @Nullable Launch arguments) {
    RecordedStep before = step;
    step = next;
    launch = arguments;
    if (before != null) {
      before.lifetime().release();
    }
  }

  /** Says which command of which command-buffer it is. */
  @Override
  public String toString() {
    return type + ", command " + (number + 1) + " of a " + commandBuffer;
  }
}
