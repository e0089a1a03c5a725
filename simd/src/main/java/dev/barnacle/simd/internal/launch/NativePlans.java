package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NativePlan;
import dev.barnacle.ir.Parameter;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.ArgumentLayout;
import dev.barnacle.simd.internal.abi.LaunchInfo;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.analysis.UnderlyingObjects;
import dev.barnacle.simd.internal.guard.FaultGuard;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Launch plans for native code: of kernels that machine code alone can run again. */
public final class NativePlans {
  private static final double LONG_NANOS = 5e6;

  private NativePlans() {}

  /** Returns the plan of a launch for native code; empty where it needs more than machine code. */
  public static Optional<NativePlan> of(Launch launch, LaunchPlan plan) {
    if (!isPlain(plan) || isLongTrial(plan) || !arePlain(launch.arguments())) {
      return Optional.empty();
    }
    FaultGuard guard = FaultGuard.get();
    NativePlan.Guard ofNative =
        guard == null ? null : guard.ofNative(plan.kernel().words()).orElse(null);
    if (guard != null && ofNative == null) {
      return Optional.empty();
    }
    List<NativePlan.Box> boxes = new ArrayList<>();
    long arenaBytes = 0;
    for (LaunchPlan.Box box : plan.boxes()) {
      arenaBytes = Math.max(arenaBytes, box.code().needs().arenaBytes());
      boxes.add(
          new NativePlan.Box(
              box.code().code().address(Symbols.ENTRY),
              box.info().address(),
              box.groups(),
              box.cost().nanosPerStep()));
    }
    ArgumentLayout layout = plan.kernel().layout();
    MemorySegment block = Arena.ofAuto().allocate(layout.end(), NativePlan.BLOCK_ALIGNMENT);
    long end = layout.pack(launch.arguments(), block, arenaBytes);
    return Optional.of(
        new NativePlan(
            ofNative,
            block,
            slots(launch, layout),
            facts(plan),
            ranges(plan),
            arena(end),
            plan.key().threads(),
            boxes,
            new PlanProgress(plan),
            plan));
  }

  /** Returns whether better code may come while a launch runs, which then goes on in that. */
  private static boolean isLongTrial(LaunchPlan plan) {
    double nanos = 0;
    for (LaunchPlan.Box box : plan.boxes()) {
      nanos += box.cost().nanosPerStep() * box.groups();
    }
    return plan.trial() != null && nanos > LONG_NANOS;
  }

  /** Returns whether a launch is machine code alone. */
  private static boolean isPlain(LaunchPlan plan) {
    if (WaitingRun.isOf(plan)
        || plan.boxes().isEmpty()
        || !plan.kernel().facts().copies().isEmpty()
        || !KernelRun.fitsAnyStack(plan)) {
      return false;
    }
    for (LaunchPlan.Box box : plan.boxes()) {
      if (!box.code().needs().printfs().isEmpty() || !box.code().needs().blocks().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private static boolean arePlain(List<Argument> arguments) {
    for (Argument argument : arguments) {
      if (argument instanceof Argument.Image
          || argument instanceof Argument.Pipe
          || argument instanceof Argument.Shared) {
        return false;
      }
    }
    return true;
  }

  private static List<NativePlan.Slot> slots(Launch launch, ArgumentLayout layout) {
    List<NativePlan.Slot> slots = new ArrayList<>();
    for (Parameter parameter : launch.kernel().parameters()) {
      long byteSize =
          launch.arguments().get(parameter.index()) instanceof Argument.Local local
              ? local.byteSize()
              : ArgumentLayout.size(parameter);
      slots.add(
          new NativePlan.Slot(
              layout.offset(parameter.index()), byteSize, UnderlyingObjects.bit(parameter)));
    }
    return slots;
  }

  private static NativePlan.Facts facts(LaunchPlan plan) {
    return new NativePlan.Facts(
        plan.key().small(),
        SimdLimits.SMALL_OBJECT,
        plan.key().aligned(),
        plan.kernel().facts().alignment(),
        plan.key().disjoint(),
        plan.facts().known().stream()
            .map(k -> new NativePlan.Known(k.place(), k.value()))
            .toList());
  }

  /** Code for small ids runs all ranges whose ids are. */
  private static NativePlan.Ranges ranges(LaunchPlan plan) {
    boolean any =
        plan.boxes().size() == 1
            && plan.facts().smallIds()
            && plan.range().isUniform()
            && plan.range().equals(plan.key().range());
    return new NativePlan.Ranges(
        any,
        Integer.MAX_VALUE,
        new NativePlan.InfoLayout(
            LaunchInfo.GLOBAL_SIZE,
            LaunchInfo.OFFSET,
            LaunchInfo.NUM_GROUPS,
            LaunchInfo.BOX_SIZE,
            LaunchInfo.LENGTH));
  }

  private static NativePlan.Arena arena(long end) {
    return new NativePlan.Arena(
        end, ArenaLayout.MARGIN, ArenaLayout.FAULT, ArenaLayout.END, end, ArenaLayout.SLOT);
  }
}
