package dev.barnacle.explore.internal.kernel.tune;

import dev.barnacle.explore.CommandSet;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelEdit;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.KernelSite;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.explore.internal.kernel.code.Edits;
import dev.barnacle.explore.internal.kernel.code.Sites;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Tries edits of a kernel: explores what it is with them. */
public final class Trial {
  /** Explores an edited kernel up to its first fault. */
  @FunctionalInterface
  public interface Exploring {
    /** Explores. */
    KernelOutcome explore(CommandSet commands, Edits edits, BooleanSupplier stop)
        throws ExploreException;
  }

  private final Exploring exploring;
  private final CommandSet commands;
  private final Predicate<KernelOutcome> correct;
  private final BooleanSupplier stop;
  private final Map<Map<KernelSite, MemoryStrength>, Boolean> known = new HashMap<>();
  private int explored;
  private boolean stopped;

  /** Makes one; see {@link dev.barnacle.explore.KernelTuner}. */
  public Trial(
      Exploring exploring,
      CommandSet commands,
      Predicate<KernelOutcome> correct,
      BooleanSupplier stop) {
    this.exploring = exploring;
    this.commands = commands;
    this.correct = correct;
    this.stop = stop;
  }

  private List<Function> kernels() {
    return commands.launches().stream().map(KernelLaunch::kernel).distinct().toList();
  }

  /** Returns the operations of the kernel, and what each says; in the order of the source. */
  Map<KernelSite, MemoryStrength> sites() {
    return Sites.of(kernels());
  }

  /** Returns the memories that a fence or barrier may order, the most useful ones first. */
  List<FenceFlag> memories() {
    return Sites.memories(kernels());
  }

  /** Returns where fences and barriers could be added; in the order of the source. */
  List<KernelSite> places() {
    return Sites.places(kernels());
  }

  /** Returns whether the kernel is correct with some edits. */
  public boolean isCorrect(List<KernelEdit> edits) throws ExploreException {
    Map<KernelSite, MemoryStrength> changed = new HashMap<>();
    edits.forEach(e -> changed.put(e.site(), e.after()));
    Boolean answer = known.get(changed);
    if (answer == null) {
      answer = explore(changed);
      known.put(changed, answer);
    }
    return answer;
  }

  private boolean explore(Map<KernelSite, MemoryStrength> changed) throws ExploreException {
    if (stop.getAsBoolean()) {
      stopped = true;
      return false;
    }
    explored++;
    KernelOutcome outcome = exploring.explore(commands, new Edits(changed), stop);
    stopped |= stop.getAsBoolean();
    return outcome.complete() && outcome.isClean() && correct.test(outcome);
  }

  /** Returns how many programs were explored. */
  public int explored() {
    return explored;
  }

  /** Returns whether it was stopped. */
  public boolean isStopped() {
    return stopped;
  }
}
