package dev.barnacle.explore;

import dev.barnacle.explore.internal.kernel.KernelExploration;
import dev.barnacle.explore.internal.kernel.KernelSettings;
import dev.barnacle.explore.internal.kernel.code.Edits;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Finds every execution of a kernel that a memory model allows: all final contents of memory, and
 * every data race, barrier divergence, bad access, failed assertion and hang.
 *
 * <p>Where an execution has a fault, it goes on as a run would; what it ends with is no final
 * content. Executions with a cycle of sequenced-before and reads-from are none that the
 * specification means, and are not looked at.
 */
public final class KernelExplorer {
  /** How often a loop that reads atomic objects, and changes something, goes round. */
  public static final int DEFAULT_UNROLL = 1000;

  /** The work-items of a full sub-group, where the kernel asks for no other size. */
  public static final int DEFAULT_SUB_GROUP_SIZE = 8;

  private final KernelSettings settings;

  /**
   * Makes one.
   *
   * @param progress who is sure to come further: what counts as a hang
   * @param unroll see {@link #DEFAULT_UNROLL}
   * @param subGroupSize see {@link #DEFAULT_SUB_GROUP_SIZE}
   * @param jobs how many threads search; the outcome does not depend on it
   */
  public KernelExplorer(
      KernelModel model, ProgressRules progress, int unroll, int subGroupSize, int jobs) {
    this(
        new KernelSettings(
            model, progress, unroll, subGroupSize, jobs, false, null, () -> {}, part -> {}));
  }

  private KernelExplorer(KernelSettings settings) {
    this.settings = settings;
  }

  /** Returns one that draws executions ({@link KernelOutcome#graphs}). */
  public KernelExplorer drawing() {
    return new KernelExplorer(settings.drawing(true));
  }

  /** Returns one that ends so long after the first fault, incomplete: the verdict is known then. */
  public KernelExplorer endingAfterFault(Duration limit) {
    return new KernelExplorer(settings.ending(limit));
  }

  /** Returns one that tells how far it has come. */
  public KernelExplorer telling(ExplorationProgress far) {
    return new KernelExplorer(settings.telling(far::execution, far::behind));
  }

  /**
   * Explores a launch.
   *
   * @param stop asked now and then; when it says true the exploration ends, incomplete
   * @throws ExploreException if the kernel has something that cannot be explored
   */
  public KernelOutcome explore(KernelLaunch launch, BooleanSupplier stop) throws ExploreException {
    return explore(CommandSet.of(launch), stop);
  }

  /**
   * Explores launches that may run at the same time.
   *
   * @param stop asked now and then; when it says true the exploration ends, incomplete
   * @throws ExploreException if a kernel has something that cannot be explored
   */
  public KernelOutcome explore(CommandSet commands, BooleanSupplier stop) throws ExploreException {
    return new KernelExploration(settings, commands, Edits.NONE).run(false, stop);
  }

  /** Explores edited kernels, up to the first fault. */
  KernelOutcome firstFault(CommandSet commands, Edits edits, BooleanSupplier stop)
      throws ExploreException {
    return new KernelExploration(settings.drawing(false), commands, edits).run(true, stop);
  }
}
