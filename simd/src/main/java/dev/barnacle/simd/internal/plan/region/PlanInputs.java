package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.cpu.VectorMath;

/**
 * All that is known of a kernel before its regions are planned.
 *
 * @param shapes of its values
 * @param aliases what its pointers can reach
 * @param specialization what is known of the launch
 * @param target the processor
 * @param math the processor's vector functions
 * @param lanes of a vector
 */
public record PlanInputs(
    LaneShapes shapes,
    AliasClasses aliases,
    Specialization specialization,
    TargetCpu target,
    VectorMath math,
    int lanes) {
  LaneShape shape(Value value) {
    return shapes.of(value);
  }
}
