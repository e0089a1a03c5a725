package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.ir.analysis.PrivateMemory;
import dev.barnacle.simd.KernelExplanation;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.EarlyReturns;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.analysis.PrivateArrays;
import dev.barnacle.simd.internal.analysis.WorkItemState;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.cpu.VectorMath;
import dev.barnacle.simd.internal.plan.region.PlanInputs;
import dev.barnacle.simd.internal.plan.region.VectorPlan;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The decisions on a kernel before any code is emitted; they determine all resources that the
 * kernel takes.
 *
 * @param kernel the prepared kernel, or a copy with unrolled loops
 * @param functions the kernel and all that it calls
 * @param specialization what is known of the launch, and how its work-items are dealt to lanes
 * @param layout of a work-group's arena
 * @param regions between barriers
 * @param liveness across them
 * @param state what is kept there
 * @param shapes of the values; null where work-items run one by one
 * @param lanes of a vector
 * @param rows of dimension 1 that the kernel's code is for at a time
 * @param remarks what was decided
 */
public record KernelPlan(
    Function kernel,
    Set<Function> functions,
    Specialization specialization,
    ArenaLayout layout,
    BarrierRegions regions,
    Liveness liveness,
    WorkItemState state,
    @Nullable LaneShapes shapes,
    int lanes,
    int rows,
    Remarks remarks) {

  /** Makes the plan of what is chosen for its lanes. */
  static KernelPlan of(
      Function kernel,
      Set<Function> functions,
      int rows,
      BarrierRegions regions,
      VectorizationFactor.Plan choice,
      Specialization launch,
      VectorizationFactor factor) {
    Set<GlobalVariable> variables = new LinkedHashSet<>();
    functions.forEach(f -> variables(f, variables));
    ArenaLayout layout = new ArenaLayout(variables);
    Liveness liveness = regions.liveness();
    Remarks remarks = factor.remarks();
    int required = SubGroupSizes.required(kernel);
    Specialization specialization = choice.specialization();
    LaneShapes shapes = choice.shapes();
    int lanes = choice.lanes();
    PrivateArrays arrays = shapes == null ? new PrivateArrays(kernel, false) : shapes.arrays();
    int most = SubGroupSize.areUsed(kernel) ? launch.groupSize() : launch.localX();
    if (required > 1 && lanes == 1 && most > 1) {
      throw SubGroupSize.impossible(kernel, required, remarks.why());
    }
    WorkItemState state;
    try {
      state = new WorkItemState(kernel, regions, liveness, layout, specialization, lanes, arrays);
    } catch (ArithmeticException e) {
      throw new EngineException(
          EngineException.Kind.OUT_OF_RESOURCES,
          "kernel " + kernel.name() + " needs too much private memory");
    }
    return new KernelPlan(
        kernel,
        functions,
        specialization,
        layout,
        regions,
        liveness,
        state,
        shapes,
        lanes,
        rows,
        remarks);
  }

  /** Notes what was decided. */
  void remark() {
    if (rows > 1) {
      remarks.lanes(remarks.why() + ", and " + rows + " rows run together");
    }
    remarks.state(state);
    kernel.entry().instructions().stream()
        .filter(i -> i instanceof Alloca a && state.isKept(a))
        .forEach(a -> remarks.kept((Alloca) a));
  }

  /**
   * Plans the code for vectors.
   *
   * @return null where work-items run one by one
   */
  @Nullable VectorPlan vectors(AliasClasses aliases, TargetCpu target) {
    return shapes == null ? null : plan(shapes, aliases, target);
  }

  private VectorPlan plan(LaneShapes known, AliasClasses aliases, TargetCpu target) {
    VectorMath math = new VectorMath(target);
    PlanInputs inputs = new PlanInputs(known, aliases, specialization, target, math, lanes);
    boolean someReturn = EarlyReturns.areSeenLater(kernel, regions, state);
    return VectorPlan.of(inputs, kernel, regions, liveness, state, someReturn);
  }

  /** Returns the private memory on the stack, in bytes. */
  public long stackBytes() {
    return PrivateMemory.byteSize(functions) * lanes;
  }

  /** Returns what was decided and, once code has been emitted, what became of it. */
  public KernelExplanation explain() {
    return remarks.finish(kernel.name(), specialization, lanes, stackBytes(), layout.localBytes());
  }

  private static void variables(Function function, Set<GlobalVariable> variables) {
    for (Instruction instruction : function.instructions()) {
      for (Value operand : instruction.operands()) {
        if (operand instanceof GlobalVariable variable) {
          variables.add(variable);
        }
      }
    }
  }
}
