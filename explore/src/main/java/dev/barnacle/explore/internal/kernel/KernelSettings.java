package dev.barnacle.explore.internal.kernel;

import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.ProgressRules;
import java.time.Duration;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an exploration of kernels.
 *
 * @param progress who is sure to come further
 * @param unroll how often a loop that reads atomic objects, and changes something, goes round
 * @param subGroupSize the work-items of a full sub-group, where the kernel asks for no other size
 * @param jobs how many threads search
 * @param drawn whether executions are drawn
 * @param afterFault how long the search goes on after the first fault; null for no limit
 * @param listener is told how far it is
 * @param each the most forks of executions with which each is visited: where there are more,
 *     executions that come to the same state are followed once
 * @param locals what local memory holds at first, by the names of arguments and variables; memory
 *     of other names holds nothing
 */
public record KernelSettings(
    KernelModel model,
    ProgressRules progress,
    int unroll,
    int subGroupSize,
    int jobs,
    boolean drawn,
    @Nullable Duration afterFault,
    Listener listener,
    int each,
    Map<String, byte[]> locals) {
  /**
   * A listener to an exploration.
   *
   * @param execution is told of each execution
   * @param behind is given the parts of the search that are done
   */
  public record Listener(Runnable execution, DoubleConsumer behind) {
    /** Nobody listens. */
    public static final Listener NONE = new Listener(() -> {}, part -> {});
  }

  /** Returns the same that ends so long after the first fault. */
  public KernelSettings ending(Duration limit) {
    return new KernelSettings(
        model, progress, unroll, subGroupSize, jobs, drawn, limit, listener, each, locals);
  }

  /** Returns the same with another number of threads. */
  public KernelSettings withJobs(int threads) {
    return new KernelSettings(
        model, progress, unroll, subGroupSize, threads, drawn, afterFault, listener, each, locals);
  }

  /** Returns the same that draws executions or not. */
  public KernelSettings drawing(boolean wanted) {
    return new KernelSettings(
        model, progress, unroll, subGroupSize, jobs, wanted, afterFault, listener, each, locals);
  }

  /** Returns the same that tells how far it is. */
  public KernelSettings telling(Listener told) {
    return new KernelSettings(
        model, progress, unroll, subGroupSize, jobs, drawn, afterFault, told, each, locals);
  }

  /** Returns the same that visits each execution with so many forks. */
  public KernelSettings visitingEach(int forks) {
    return new KernelSettings(
        model, progress, unroll, subGroupSize, jobs, drawn, afterFault, listener, forks, locals);
  }

  /** Returns the same with other first contents of local memory. */
  public KernelSettings holding(Map<String, byte[]> contents) {
    return new KernelSettings(
        model,
        progress,
        unroll,
        subGroupSize,
        jobs,
        drawn,
        afterFault,
        listener,
        each,
        Map.copyOf(contents));
  }
}
