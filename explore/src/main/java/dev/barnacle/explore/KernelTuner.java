package dev.barnacle.explore;

import dev.barnacle.explore.internal.kernel.tune.Repair;
import dev.barnacle.explore.internal.kernel.tune.Trial;
import dev.barnacle.explore.internal.kernel.tune.Weakening;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Finds memory orders, scopes and fence flags with which a kernel is correct: it has no fault, does
 * not hang, and each final state is as it should be. Every answer is proved by exploration (as
 * Oberhauser et al., "VSync: push-button verification and optimization for synchronization
 * primitives on weak memory models", ASPLOS 2021, do for C).
 */
public final class KernelTuner {
  /** The most edits of a repair. */
  public static final int MOST_EDITS = 3;

  private final Trial trial;

  /**
   * Makes one.
   *
   * @param explorer how kernels are explored
   * @param correct what every complete outcome without faults must satisfy besides
   * @param stop asked now and then; when it says true the search ends
   */
  public KernelTuner(
      KernelExplorer explorer,
      CommandSet commands,
      Predicate<KernelOutcome> correct,
      BooleanSupplier stop) {
    this.trial = new Trial(explorer::firstFault, commands, correct, stop);
  }

  /** Returns whether the kernel is correct as it stands. */
  public boolean isCorrect() throws ExploreException {
    return trial.isCorrect(List.of());
  }

  /**
   * Weakens a correct kernel as far as it stays correct: no operation's order, scope or flags can
   * be weakened further by itself.
   *
   * @return what is changed; empty if nothing can be weakened
   * @throws ExploreException if the kernel cannot be explored
   */
  public Tuning weakest() throws ExploreException {
    return new Weakening(trial).run();
  }

  /**
   * Finds the cheapest edits that make a faulty kernel correct: stronger orders, wider scopes, more
   * flags, a fence, a barrier; at most {@link #MOST_EDITS}.
   *
   * @return all repairs of the least cost; empty if there are none
   * @throws ExploreException if the kernel cannot be explored
   */
  public List<Tuning> repairs() throws ExploreException {
    return new Repair(trial).run();
  }

  /** Returns how many programs were explored. */
  public int explored() {
    return trial.explored();
  }

  /** Returns whether it was stopped, so that there may be more to find. */
  public boolean isStopped() {
    return trial.isStopped();
  }

  /**
   * Changes with which a kernel is correct.
   *
   * @param edits what is changed, in the order of the source
   */
  public record Tuning(List<KernelEdit> edits) {
    /** Copies the list. */
    public Tuning {
      edits = List.copyOf(edits);
    }
  }
}
