package dev.barnacle.cl.internal.record;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.queue.Command;
import dev.barnacle.cl.internal.queue.KernelDuration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The segments of a command-buffer's replay, made once for all replays until a command is updated.
 * The commands of one queue run one after the other in the order of recording, which fulfils all
 * that they wait for. So one queue's commands are one segment. With several queues they are cut
 * where a command waits for one of another queue. The parts run side by side as far as the queues'
 * devices do.
 */
public final class ReplayPlan {
  private final List<Segment> segments;
  private final Lifetime lifetime;

  /**
   * Commands of a queue that follow one another.
   *
   * @param queue the place of the queue among the command-buffer's
   * @param after the segments that it waits for, by their places, all of them smaller
   * @param duration what its replays took
   */
  record Segment(
      int queue, List<RecordedStep> steps, Set<Integer> after, KernelDuration duration) {}

  private ReplayPlan(List<RecordedStep> steps, List<Segment> segments) {
    this.segments = segments;
    List<Lifetime> held = steps.stream().map(RecordedStep::lifetime).toList();
    Lifetime.Use[] uses = Command.hold(held);
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_COMMAND_BUFFER_KHR, "command-buffer", () -> Command.letGo(uses));
  }

  /**
   * Makes the plan of these commands.
   *
   * @param steps in the order of their numbers
   */
  public static ReplayPlan of(List<RecordedStep> steps) {
    return new ReplayPlan(steps, new Cut(steps).segments);
  }

  List<Segment> segments() {
    return segments;
  }

  /** Returns what keeps it; its maker has the first reference, and each replay uses it. */
  public Lifetime lifetime() {
    return lifetime;
  }

  /** Cuts commands into segments. */
  private static final class Cut {
    private final List<Segment> segments = new ArrayList<>();

    /** The segment of each command. */
    private final int[] home;

    /** The segments that each segment comes after, directly or by others. */
    private final List<Set<Integer>> behind = new ArrayList<>();

    /** Segments that others wait for: what is added to them would be waited for as well. */
    private final Set<Integer> closed = new HashSet<>();

    Cut(List<RecordedStep> steps) {
      home = new int[steps.size()];
      for (RecordedStep step : steps) {
        add(step);
      }
      if (segments.isEmpty()) {
        begin(0, Set.of());
      }
    }

    private void add(RecordedStep step) {
      int last = lastOf(step.queue());
      Set<Integer> others = new HashSet<>();
      for (int wait : step.waits()) {
        others.add(home[wait]);
      }
      boolean fits =
          last >= 0
              && !closed.contains(last)
              && others.stream().allMatch(o -> o == last || behind.get(last).contains(o));
      int place = fits ? last : begin(step.queue(), others);
      home[step.number()] = place;
      segments.get(place).steps().add(step);
    }

    private int lastOf(int queue) {
      for (int i = segments.size() - 1; i >= 0; i--) {
        if (segments.get(i).queue() == queue) {
          return i;
        }
      }
      return -1;
    }

    private int begin(int queue, Set<Integer> after) {
      Set<Integer> all = new HashSet<>(after);
      after.forEach(s -> all.addAll(behind.get(s)));
      closed.addAll(after);
      segments.add(new Segment(queue, new ArrayList<>(), Set.copyOf(after), new KernelDuration()));
      behind.add(all);
      return segments.size() - 1;
    }
  }
}
