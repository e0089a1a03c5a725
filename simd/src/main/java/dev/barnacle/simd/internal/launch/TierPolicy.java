package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import dev.barnacle.simd.internal.abi.ConstantArgument;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.code.CompiledKernel;
import dev.barnacle.simd.internal.plan.KernelSummary;
import dev.barnacle.simd.internal.plan.ProfiledArguments;
import dev.barnacle.simd.internal.tier.KernelTiers;
import dev.barnacle.simd.internal.tier.TierUpCounter;
import dev.barnacle.simd.internal.tier.ValueProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the version of a kernel that launches run: quickly made code, or a general version, until
 * better code for their local size pays. Then it chooses that, and code for values of arguments
 * that come again and again. Plans ask it when they are made; it learns from how their launches go.
 */
final class TierPolicy {
  /** Processes that may load LLVM for better code, and end before it is there. */
  private static final int MOST_TRIES = 3;

  private final Function kernel;
  private final KernelSummary summary;
  private final KernelTiers versions;

  /** Null until that matters. */
  private volatile @Nullable ProfiledArguments steering;

  TierPolicy(Function kernel, KernelSummary summary, KernelTiers versions) {
    this.kernel = kernel;
    this.summary = summary;
    this.versions = versions;
  }

  /**
   * The code that a plan runs.
   *
   * @param trial of what may be exchanged for better code; null where there is none
   * @param steady looks for values of arguments that code could be made for; null where it can't
   */
  record Tier(LaunchPlan.Code code, @Nullable TierUpCounter trial, @Nullable ValueProfile steady) {}

  /** Chooses what launches over a range begin with. */
  Tier choose(NdRange range, Specialization facts) {
    CompiledKernel general = versions.general(kernel, facts);
    if (general != null) {
      return new Tier(_ -> general, versions.trial(), null);
    }
    List<Specialization> all = special(range, facts);
    versions.next().begins(kernel, range, facts);
    boolean quickly = summary.quick().isFor(range) && versions.beginQuickly(kernel, all.getFirst());
    if (all.size() > 1) {
      // Both are compiled at the same time.
      versions.prepare(kernel, List.of(facts.forGroups(true)), quickly, () -> {});
    }
    if (quickly) {
      return new Tier(
          partial -> versions.quick(kernel, facts.forGroups(partial)), trial(all), null);
    }
    return new Tier(code(facts), null, maySteer(facts) ? new ValueProfile() : null);
  }

  /**
   * Returns when quickly made code is exchanged. Better code is begun at once where a process has
   * ended without it, and late where some have.
   */
  private TierUpCounter trial(List<Specialization> all) {
    int tried = versions.tried(kernel, all.getFirst());
    if (tried > MOST_TRIES) {
      return TierUpCounter.ofShort(summary.quick());
    }
    TierUpCounter trial = TierUpCounter.ofQuick(summary.quick());
    if (tried > 0) {
      trial.order();
      versions.improve(kernel, all, trial::end);
    }
    return trial;
  }

  /** Returns what runs code for values of arguments, which has been compiled. */
  Tier steady(Specialization facts) {
    return new Tier(code(facts), null, null);
  }

  private LaunchPlan.Code code(Specialization facts) {
    return partial -> versions.get(kernel, facts.forGroups(partial));
  }

  /** Returns whether the work-items of such groups would be lanes. */
  boolean hasLanes(NdRange range) {
    return versions.hasLanes(kernel, range);
  }

  /**
   * Is told of a launch.
   *
   * @param took in nanoseconds
   */
  void ran(LaunchPlan plan, Launch launch, long took) {
    ran(plan, place -> ProfiledArguments.value(launch, place), 1, took);
  }

  /**
   * Is told of some launches.
   *
   * @param arguments integers of the latest one, by their places
   * @param took in nanoseconds, all of them
   */
  void ran(LaunchPlan plan, IntToLongFunction arguments, int launches, long took) {
    TierUpCounter trial = plan.trial();
    if (trial != null && trial.count(launches, took)) {
      improve(plan, trial);
    }
    ValueProfile steady = plan.steady();
    if (steady != null && ValueProfile.isLong(took / launches) && mayBeSteady(steady, plan)) {
      List<ConstantArgument> values = steering().small(arguments);
      if (steady.count(values, took)) {
        versions.prepare(
            kernel,
            special(plan.range(), plan.facts().with(values)),
            false,
            () -> steady.end(values));
      }
    }
  }

  /**
   * Is told of a launch that has not ended.
   *
   * @param since it began, in nanoseconds
   */
  void runs(LaunchPlan plan, long since) {
    TierUpCounter trial = plan.trial();
    if (trial != null && trial.isLong(since)) {
      improve(plan, trial);
    }
  }

  private void improve(LaunchPlan plan, TierUpCounter trial) {
    versions.improve(kernel, special(plan.range(), plan.facts()), trial::end);
  }

  /**
   * Returns whether values may be looked for; programs that are launched a few times aren't read.
   */
  private boolean mayBeSteady(ValueProfile steady, LaunchPlan plan) {
    return (versions.isProgramRead() || steady.isOld())
        && versions.mayKnowArguments(kernel, plan.facts());
  }

  /** Returns whether code for values of arguments may pay, as far as is known before reading. */
  private boolean maySteer(Specialization facts) {
    return versions.isProgramRead()
        ? versions.mayKnowArguments(kernel, facts) && !steering().isEmpty()
        : versions.areAutomatic();
  }

  private ProfiledArguments steering() {
    ProfiledArguments known = steering;
    if (known == null) {
      known = ProfiledArguments.of(kernel);
      steering = known;
    }
    return known;
  }

  /** Returns all that a range is compiled for, if it is not run as a general version. */
  private static List<Specialization> special(NdRange range, Specialization facts) {
    List<Specialization> all = new ArrayList<>();
    if (hasFullGroups(range)) {
      all.add(facts.forGroups(false));
    }
    if (!range.isUniform()) {
      all.add(facts.forGroups(true));
    }
    return all;
  }

  private static boolean hasFullGroups(NdRange range) {
    return range.global(0) >= range.local(0)
        && range.global(1) >= range.local(1)
        && range.global(2) >= range.local(2);
  }
}
