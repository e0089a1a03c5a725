package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.NativePlan;
import dev.barnacle.ir.Parameter;
import dev.barnacle.simd.internal.abi.ArgumentLayout;
import dev.barnacle.simd.internal.plan.ProfiledArguments;
import dev.barnacle.simd.internal.tier.TierUpCounter;
import dev.barnacle.simd.internal.tier.ValueProfile;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Passes to {@link TierPolicy} what launches that native code runs by a plan show. */
final class PlanProgress implements NativePlan.Progress {
  /** A look at the values of arguments costs about a tenth of it. */
  private static final long FIRST_NANOS = 1_000_000;

  /** Each look is so much later than the one before, in eighths. */
  private static final int GROWTH = 10;

  private final LaunchPlan plan;
  private long nanos = FIRST_NANOS;

  PlanProgress(LaunchPlan plan) {
    this.plan = plan;
  }

  @Override
  public void whenOver(Runnable action) {
    TierUpCounter trial = plan.trial();
    if (trial != null) {
      trial.whenOver(action);
    }
    ValueProfile steady = plan.steady();
    if (steady != null) {
      steady.whenReady(action);
    }
  }

  @Override
  public long launches() {
    TierUpCounter trial = plan.trial();
    return trial == null ? Long.MAX_VALUE : trial.launchesLeft();
  }

  @Override
  public long nanos() {
    TierUpCounter trial = plan.trial();
    ValueProfile steady = plan.steady();
    long left = trial == null ? Long.MAX_VALUE : trial.nanosLeft();
    return steady == null || steady.isOver() ? left : Math.min(left, nanos);
  }

  @Override
  public void ran(MemorySegment last, long count, long took) {
    nanos = nanos / 8 * GROWTH;
    plan.kernel()
        .tiers()
        .ran(plan, place -> argument(last, place), (int) Math.min(count, 1 << 20), took);
  }

  private long argument(MemorySegment block, int place) {
    Parameter parameter = plan.kernel().function().parameters().get(place);
    return ProfiledArguments.value(
        block.asSlice(plan.kernel().layout().offset(place), ArgumentLayout.size(parameter)));
  }

  @Override
  public EngineException fault(long fault, long[] group) {
    return BoxRun.fault(
        plan.kernel().function().name(),
        fault,
        Arrays.stream(group)
            .limit(plan.range().dimensions())
            .mapToObj(Long::toString)
            .collect(Collectors.joining(", ")));
  }
}
