package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import dev.barnacle.simd.internal.abi.ConstantArgument;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.BufferPrivatization;
import dev.barnacle.simd.internal.plan.GroupCoarsening;
import dev.barnacle.simd.internal.plan.KernelSummary;
import dev.barnacle.simd.internal.plan.ProfiledArguments;
import dev.barnacle.simd.internal.tier.KernelTiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The planner of a kernel's launches: it keeps the latest plans. A launch asks it once; the {@link
 * LaunchPlan} has all that the rest of its way needs.
 */
public final class LaunchPlans {
  /** Programs have a kernel launched over a few ranges in turn. */
  private static final int KEPT = 4;

  private final LaunchedKernel kernel;

  /** True if groups of one work-item are worth merging, and may be; null until that matters. */
  private volatile @Nullable Boolean independent;

  private volatile List<LaunchPlan> latest = List.of();

  /**
   * Makes the planner of a kernel.
   *
   * @param facts of its code
   * @param versions of its program's kernels
   */
  public LaunchPlans(Function kernel, KernelSummary facts, KernelTiers versions) {
    this.kernel = LaunchedKernel.of(kernel, facts, versions);
  }

  /**
   * Returns the plan for a launch.
   *
   * @param threads that may run it
   */
  public LaunchPlan plan(Launch launch, int threads) {
    return plan(launch, key(launch, threads));
  }

  /** Returns what decides how a launch is run, besides the values of its arguments. */
  LaunchKey key(Launch launch, int threads) {
    return LaunchKey.of(launch, threads, kernel.facts().alignment());
  }

  /** Returns the plan for a launch with this key. */
  LaunchPlan plan(Launch launch, LaunchKey key) {
    List<LaunchPlan> known = latest;
    for (int i = 0; i < known.size(); i++) {
      LaunchPlan plan = known.get(i);
      if (plan.key().equals(key)
          && !plan.isOver()
          && ProfiledArguments.hold(plan.facts().known(), launch)
          && plan.facts().copied() == copied(launch, plan.range(), key)) {
        return steadier(plan, launch);
      }
    }
    LaunchPlan plan = make(launch, key);
    keep(plan);
    return plan;
  }

  /**
   * Returns the plan that a launch was run by, if the next one is run by it too.
   *
   * @param threads that may run it
   */
  public Optional<LaunchPlan> latest(Launch launch, int threads) {
    LaunchKey key = key(launch, threads);
    for (LaunchPlan plan : latest) {
      if (plan.key().equals(key) && ProfiledArguments.hold(plan.facts().known(), launch)) {
        List<ConstantArgument> better = plan.steady() == null ? List.of() : plan.steady().ready();
        return plan.isOver() || (!better.isEmpty() && ProfiledArguments.hold(better, launch))
            ? Optional.empty()
            : Optional.of(plan);
      }
    }
    return Optional.empty();
  }

  /** Returns the plan, or one for the values of arguments that this launch has as many before. */
  private LaunchPlan steadier(LaunchPlan plan, Launch launch) {
    List<ConstantArgument> values = plan.steady() == null ? List.of() : plan.steady().ready();
    if (values.isEmpty() || !ProfiledArguments.hold(values, launch)) {
      return plan;
    }
    Specialization facts = plan.facts().with(values);
    LaunchPlan made =
        LaunchPlan.of(plan.key(), kernel, plan.range(), facts, kernel.tiers().steady(facts));
    keep(made);
    return made;
  }

  private long copied(Launch launch, NdRange range, LaunchKey key) {
    if (!key.aligned()) {
      return 0;
    }
    return BufferPrivatization.worthwhile(
        kernel.facts().copies(), launch, range, key.disjoint(), key.threads());
  }

  private void keep(LaunchPlan plan) {
    List<LaunchPlan> kept = new ArrayList<>();
    kept.add(plan);
    latest.stream().filter(p -> !p.isOver()).limit(KEPT - 1).forEach(kept::add);
    latest = List.copyOf(kept); // a plan that another thread kept meanwhile is made again
  }

  private LaunchPlan make(Launch launch, LaunchKey key) {
    NdRange range = merged(key.range(), key.threads());
    Specialization facts =
        Specialization.builder((int) range.local(0), (int) range.local(1), (int) range.local(2))
            .smallIds(hasSmallIds(range))
            .smallObjects(key.small())
            .disjoint(key.disjoint())
            .copied(copied(launch, range, key))
            .merged(key.range().groupSize() == 1 && !range.equals(key.range()))
            .aligned(key.aligned())
            .build();
    return LaunchPlan.of(key, kernel, range, facts, kernel.tiers().choose(range, facts));
  }

  /** Returns the range in larger groups, where that pays and nothing shows it; or the same. */
  private NdRange merged(NdRange asked, int threads) {
    NdRange larger = GroupCoarsening.merge(asked, threads);
    if (larger.equals(asked)) {
      KernelSummary facts = kernel.facts();
      NdRange rows = facts.rows() ? GroupCoarsening.rows(asked, threads) : asked;
      return facts.tiles() ? GroupCoarsening.tiles(rows, threads, facts.runs()) : rows;
    }
    Boolean known = independent;
    if (known == null) {
      known = GroupCoarsening.areIndependent(kernel.function()) && kernel.tiers().hasLanes(larger);
      independent = known;
    }
    return known ? larger : asked;
  }

  /** Returns whether all global ids fit into 31 bits. */
  private static boolean hasSmallIds(NdRange range) {
    boolean small = true;
    for (int d = 0; d < 3; d++) {
      // The ids of a full group at the edge count too: base + local id is computed for all of them.
      long end = Math.addExact(Math.addExact(range.global(d), range.offset(d)), range.local(d));
      small &= end <= Integer.MAX_VALUE;
    }
    return small;
  }
}
