package dev.barnacle.explore;

import dev.barnacle.explore.internal.kernel.KernelExploration;
import dev.barnacle.explore.internal.kernel.KernelSettings;
import dev.barnacle.explore.internal.kernel.code.Edits;
import dev.barnacle.explore.internal.kernel.general.GeneralExploration;
import dev.barnacle.model.Model;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds every execution of a kernel that a memory model allows: all final contents of memory, and
 * every data race, barrier divergence, bad access, failed assertion and hang.
 *
 * <p>Where an execution has a fault, it goes on as a run would; what it ends with is no final
 * content. Values out of thin air are none that the specification means, and are not looked at, but
 * {@link #under} a model.
 */
public final class KernelExplorer {
  /** The number of rounds of a loop that reads atomic objects, and changes something. */
  public static final int DEFAULT_UNROLL = 1000;

  /** The work-items of a full sub-group, where the kernel asks for no other size. */
  public static final int DEFAULT_SUB_GROUP_SIZE = 8;

  private static final int DEFAULT_FORKS = 10_000;

  private final KernelSettings settings;

  /** The model that executions are to be consistent with; null for that of the settings. */
  private final @Nullable Model axioms;

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
            model,
            progress,
            unroll,
            subGroupSize,
            jobs,
            false,
            null,
            KernelSettings.Listener.NONE,
            DEFAULT_FORKS,
            Map.of()),
        null);
  }

  private KernelExplorer(KernelSettings settings, @Nullable Model axioms) {
    this.settings = settings;
    this.axioms = axioms;
  }

  /**
   * Returns one that goes by the axioms of a model, whichever it is, in place of the {@link
   * KernelModel}. It looks for no hangs and no bad accesses: where a kernel may have them, the
   * outcome is not complete.
   */
  public KernelExplorer under(Model model) {
    return new KernelExplorer(settings, model);
  }

  /**
   * Returns one whose local memory is not empty at first.
   *
   * @param contents what it holds, by the names of arguments and variables; what is left of an
   *     object is zero
   */
  public KernelExplorer withLocalMemory(Map<String, byte[]> contents) {
    return new KernelExplorer(settings.holding(contents), axioms);
  }

  /** Returns one that draws executions ({@link KernelOutcome#graphs}). */
  public KernelExplorer drawing() {
    return new KernelExplorer(settings.drawing(true), axioms);
  }

  /**
   * Returns one that visits each execution, if there are few. Otherwise, of executions that come to
   * the same state, one is followed: {@link KernelOutcome#executions} counts these alone, and it is
   * not known whether results need weak memory.
   *
   * @param forks the most forks of executions, 10,000 by default; {@link Integer#MAX_VALUE} for any
   *     number
   */
  public KernelExplorer visitingEach(int forks) {
    return new KernelExplorer(settings.visitingEach(forks), axioms);
  }

  /** Returns one that ends so long after the first fault, incomplete: the verdict is known then. */
  public KernelExplorer endingAfterFault(Duration limit) {
    return new KernelExplorer(settings.ending(limit), axioms);
  }

  /** Returns one that tells how far it has come. */
  public KernelExplorer telling(ExplorationProgress far) {
    return new KernelExplorer(
        settings.telling(new KernelSettings.Listener(far::execution, far::behind)), axioms);
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
    return axioms == null
        ? new KernelExploration(settings, commands, Edits.NONE).run(false, stop)
        : new GeneralExploration(settings, axioms, commands).run(stop);
  }

  /** Explores edited kernels, up to the first fault. */
  KernelOutcome firstFault(CommandSet commands, Edits edits, BooleanSupplier stop)
      throws ExploreException {
    if (axioms != null) {
      throw new ExploreException("kernels are not edited under a .cat file", null);
    }
    return new KernelExploration(settings.drawing(false), commands, edits).run(true, stop);
  }
}
