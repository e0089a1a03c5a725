package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import dev.barnacle.simd.internal.abi.ArgumentLayout;
import dev.barnacle.simd.internal.abi.KnownArgument;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.BufferPrivatization;
import dev.barnacle.simd.internal.code.CompiledKernel;
import dev.barnacle.simd.internal.guard.FaultGuard;
import dev.barnacle.simd.internal.plan.GroupCoarsening;
import dev.barnacle.simd.internal.plan.KernelSummary;
import dev.barnacle.simd.internal.plan.LaunchFacts;
import dev.barnacle.simd.internal.plan.SteeringArguments;
import dev.barnacle.simd.internal.tier.GeneralTrial;
import dev.barnacle.simd.internal.tier.KernelVersions;
import dev.barnacle.simd.internal.tier.SteadyTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of a kernel's launches: the latest plans, and what all of them need. */
public final class LaunchPlans {
  /** Programs have a kernel launched over a few ranges in turn. */
  private static final int KEPT = 4;

  private final Function kernel;
  private final ArgumentLayout layout;
  private final KernelSummary facts;
  private final FaultGuard.KernelWords words;

  /** Whether groups of one work-item are worth merging, and may be; null until that matters. */
  private volatile @Nullable Boolean independent;

  /** Null until that matters. */
  private volatile @Nullable SteeringArguments steering;

  private volatile List<LaunchPlan> latest = List.of();

  public LaunchPlans(Function kernel, KernelSummary facts) {
    this.kernel = kernel;
    this.layout = new ArgumentLayout(kernel);
    this.facts = facts;
    this.words = new FaultGuard.KernelWords(kernel.name());
  }

  /** Returns what is said of the kernel where it faults. */
  FaultGuard.KernelWords words() {
    return words;
  }

  /** Returns where arguments stand. */
  ArgumentLayout layout() {
    return layout;
  }

  /** Returns what the kernel does with arguments that could be copied. */
  Map<Integer, BufferPrivatization.Use> copies() {
    return facts.copies();
  }

  /**
   * Returns the plan for a launch.
   *
   * @param threads that may run it
   */
  public LaunchPlan plan(Launch launch, int threads, KernelVersions versions) {
    boolean small = LaunchFacts.areSmall(launch.arguments());
    long disjoint = LaunchFacts.disjoint(launch);
    boolean aligned = LaunchFacts.areAligned(launch.arguments(), facts.alignment());
    List<LaunchPlan> known = latest;
    for (int i = 0; i < known.size(); i++) {
      LaunchPlan plan = known.get(i);
      if (plan.threads() == threads
          && !isOver(plan)
          && plan.facts().smallObjects() == small
          && plan.facts().disjoint() == disjoint
          && plan.facts().aligned() == aligned
          && plan.asked().equals(launch.range())
          && SteeringArguments.hold(plan.facts().known(), launch)
          && plan.facts().copied() == copied(launch, plan.range(), disjoint, threads, aligned)) {
        return steadier(plan, launch, versions);
      }
    }
    LaunchPlan plan = make(launch, threads, small, disjoint, aligned, versions);
    keep(plan);
    return plan;
  }

  /** Returns the plan, or one for the values of arguments that this launch has as many before. */
  private LaunchPlan steadier(LaunchPlan plan, Launch launch, KernelVersions versions) {
    List<KnownArgument> values = plan.steady() == null ? List.of() : plan.steady().ready();
    if (values.isEmpty() || !SteeringArguments.hold(values, launch)) {
      return plan;
    }
    Specialization facts = plan.facts().with(values);
    LaunchPlan.Code code = partial -> versions.get(kernel, facts.forGroups(partial));
    List<LaunchPlan.Box> boxes = boxes(plan.range(), code);
    LaunchPlan made =
        new LaunchPlan(plan.asked(), plan.threads(), plan.range(), facts, boxes, null, null);
    keep(made);
    return made;
  }

  private static boolean isOver(LaunchPlan plan) {
    return plan.trial() != null && plan.trial().isOver();
  }

  /**
   * Is told of a launch.
   *
   * @param took in nanoseconds
   */
  public void launched(LaunchPlan plan, Launch launch, long took, KernelVersions versions) {
    GeneralTrial trial = plan.trial();
    if (trial != null && trial.count(took)) {
      versions.prepare(kernel, special(plan.range(), plan.facts()), trial::end);
    }
    SteadyTrial steady = plan.steady();
    if (steady != null && SteadyTrial.isLong(took) && mayBeSteady(steady, plan, versions)) {
      List<KnownArgument> values = steering().small(launch);
      if (steady.count(values, took)) {
        versions.prepare(
            kernel, special(plan.range(), plan.facts().with(values)), () -> steady.end(values));
      }
    }
  }

  /** Tells whether values may be looked for; programs that are launched a few times aren't read. */
  private boolean mayBeSteady(SteadyTrial steady, LaunchPlan plan, KernelVersions versions) {
    return (versions.isProgramRead() || steady.isOld())
        && versions.mayKnowArguments(kernel, plan.facts());
  }

  private SteeringArguments steering() {
    SteeringArguments known = steering;
    if (known == null) {
      known = SteeringArguments.of(kernel);
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

  private long copied(Launch launch, NdRange range, long disjoint, int threads, boolean aligned) {
    if (!aligned) {
      return 0;
    }
    return BufferPrivatization.worthwhile(facts.copies(), launch, range, disjoint, threads);
  }

  private void keep(LaunchPlan plan) {
    List<LaunchPlan> kept = new ArrayList<>();
    kept.add(plan);
    latest.stream().filter(p -> !isOver(p)).limit(KEPT - 1).forEach(kept::add);
    latest = List.copyOf(kept); // a plan that another thread kept meanwhile is made again
  }

  private LaunchPlan make(
      Launch launch,
      int threads,
      boolean small,
      long disjoint,
      boolean aligned,
      KernelVersions versions) {
    NdRange asked = launch.range();
    NdRange range = merged(asked, threads, versions);
    Specialization facts =
        new Specialization(
                (int) range.local(0),
                (int) range.local(1),
                (int) range.local(2),
                false,
                hasSmallIds(range),
                small,
                disjoint,
                copied(launch, range, disjoint, threads, aligned),
                !range.equals(asked),
                false,
                false)
            .aligned(aligned);
    CompiledKernel general = versions.general(kernel, facts);
    if (general != null) {
      return new LaunchPlan(
          asked, threads, range, facts, boxes(range, _ -> general), versions.trial(), null);
    }
    if (special(range, facts).size() > 1) {
      // Both are compiled at the same time.
      versions.prepare(kernel, List.of(facts.forGroups(true)), () -> {});
    }
    LaunchPlan.Code code = partial -> versions.get(kernel, facts.forGroups(partial));
    SteadyTrial steady = maySteer(facts, versions) ? new SteadyTrial() : null;
    return new LaunchPlan(asked, threads, range, facts, boxes(range, code), null, steady);
  }

  /** Tells whether code for values of arguments may pay, as far as is known before reading. */
  private boolean maySteer(Specialization facts, KernelVersions versions) {
    return versions.isProgramRead()
        ? versions.mayKnowArguments(kernel, facts) && !steering().isEmpty()
        : versions.areAutomatic();
  }

  private List<LaunchPlan.Box> boxes(NdRange range, LaunchPlan.Code code) {
    return LaunchPlan.boxes(range, code, facts.mayWait());
  }

  /** Returns the range in larger groups, where that pays and nothing shows it; or the same. */
  private NdRange merged(NdRange asked, int threads, KernelVersions versions) {
    NdRange larger = GroupCoarsening.merge(asked, threads);
    if (larger.equals(asked)) {
      return asked;
    }
    Boolean known = independent;
    if (known == null) {
      known = GroupCoarsening.areIndependent(kernel) && versions.hasLanes(kernel, larger);
      independent = known;
    }
    return known ? larger : asked;
  }

  /** Tells whether all global ids fit into 31 bits. */
  private static boolean hasSmallIds(NdRange range) {
    boolean small = true;
    for (int d = 0; d < 3; d++) {
      // The ids of a full group at the edge count too: base + local id is computed for all of them.
      long end = Math.addExact(Math.addExact(range.global(d), range.offset(d)), range.local(d));
      small &= end <= Integer.MAX_VALUE;
    }
    return small;
  }

  private static boolean hasFullGroups(NdRange range) {
    return range.global(0) >= range.local(0)
        && range.global(1) >= range.local(1)
        && range.global(2) >= range.local(2);
  }
}
