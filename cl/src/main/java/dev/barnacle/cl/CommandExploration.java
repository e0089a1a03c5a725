package dev.barnacle.cl;

import dev.barnacle.explore.CommandSet;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelExplorer;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.ProgressRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Kernels that are explored together, as commands of one out-of-order queue: they may run at the
 * same time, but for the commands that one waits for.
 *
 * <pre>{@code
 * KernelOutcome outcome =
 *     new CommandExploration()
 *         .launch(produce.with(data, flag), NDRange.of(1))
 *         .launch(consume.with(data, flag, out), NDRange.of(1))
 *         .explore();
 * }</pre>
 */
public final class CommandExploration {
  private record Part(BoundKernel kernel, NDRange range, Set<Integer> waits, List<String> names) {}

  private final List<Part> parts = new ArrayList<>();

  /** Makes one without commands. */
  public CommandExploration() {}

  /**
   * Adds a launch.
   *
   * @param range must have work-items
   * @param waits the commands in its event wait list: numbers, from 0, of launches added before
   * @return this
   * @throws IllegalArgumentException if it waits for what was not added before
   */
  public CommandExploration launch(BoundKernel kernel, NDRange range, Integer... waits) {
    List<String> names = kernel.kernel().parameters().stream().map(KernelParameter::name).toList();
    return launch(kernel, range, Set.of(waits), names);
  }

  /**
   * Adds a launch whose memory has names of its own in the outcome.
   *
   * @param names what each argument is called; memory that is several arguments has the first name
   */
  public CommandExploration launch(
      BoundKernel kernel, NDRange range, Set<Integer> waits, List<String> names) {
    for (int other : waits) {
      if (other < 0 || other >= parts.size()) {
        throw new IllegalArgumentException(
            "command " + parts.size() + " waits for command " + other);
      }
    }
    parts.add(new Part(kernel, range, Set.copyOf(waits), List.copyOf(names)));
    return this;
  }

  /**
   * Explores every execution that the memory model of the programs' version allows. The buffers
   * stay as they are.
   *
   * @throws ClException if a range does not fit its kernel or the device, or there is something
   *     that cannot be explored
   */
  public KernelOutcome explore() {
    return explore(
        explorer(parts.stream().allMatch(p -> p.kernel().scopesMayDiffer())), () -> false);
  }

  /**
   * Explores with an explorer of one's own.
   *
   * @param stop asked now and then; when it says true the exploration ends, incomplete
   * @throws ClException as above
   */
  public KernelOutcome explore(KernelExplorer explorer, BooleanSupplier stop) {
    return exploring(commands -> explorer.explore(commands, stop));
  }

  /**
   * Does something with the launches, such as a {@code KernelTuner}'s search.
   *
   * @throws ClException as above
   */
  public <T> T exploring(Exploration<T> exploration) {
    return exploring(new ArrayList<>(), exploration);
  }

  private <T> T exploring(List<KernelLaunch> launches, Exploration<T> exploration) {
    if (launches.size() == parts.size()) {
      try {
        return exploration.of(new CommandSet(launches, parts.stream().map(Part::waits).toList()));
      } catch (ExploreException e) {
        throw error(e);
      }
    }
    Part part = parts.get(launches.size());
    return part.kernel()
        .launched(
            part.range(),
            launch -> {
              launches.add(launch.named(part.names()));
              return exploring(launches, exploration);
            });
  }

  /** Returns how programs of a version are explored where nothing else is asked for. */
  static KernelExplorer explorer(boolean scopesMayDiffer) {
    return new KernelExplorer(
        scopesMayDiffer ? KernelModel.OPENCL_3_1 : KernelModel.OPENCL_SCOPED,
        ProgressRules.FAIR,
        KernelExplorer.DEFAULT_UNROLL,
        KernelExplorer.DEFAULT_SUB_GROUP_SIZE,
        Runtime.getRuntime().availableProcessors());
  }

  static ClException error(ExploreException e) {
    String place = e.location() == null ? "" : e.location() + ": ";
    return new ClException(ErrorCode.CL_INVALID_OPERATION, place + e.getMessage(), e);
  }
}
