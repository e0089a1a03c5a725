package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;

/** Chooses the form of each instruction that is no load or store. */
final class OperationPlanner {
  private final PlanInputs inputs;

  OperationPlanner(PlanInputs inputs) {
    this.inputs = inputs;
  }

  ValueForm of(Instruction instruction) {
    return switch (instruction) {
      case AtomicRmw _, AtomicLoad _, AtomicStore _, AtomicCompareExchange _ -> ValueForm.ATOMIC;
      case Fence _, Barrier _ -> ValueForm.UNIFORM;
      case GroupOperation _ -> ValueForm.SUB_GROUP;
      default ->
          !instruction.hasResult()
              ? ValueForm.LANE_BY_LANE
              : inputs.shape(instruction).isUniform()
                  ? ValueForm.UNIFORM
                  : !inputs.shape(instruction).isVarying()
                      ? ValueForm.AFFINE
                      : hasVectorForm(instruction) ? ValueForm.VECTOR : ValueForm.LANE_BY_LANE;
    };
  }

  private boolean hasVectorForm(Instruction instruction) {
    return switch (instruction) {
      case Binary _, Unary _, Compare _, Select _, Shuffle _ -> true;
      case Cast i -> i.operand(0).type().lanes() == i.type().lanes();
      case Intrinsic i -> inputs.math().hasVectorForm(i.op(), i.type().scalar());
      case ExtractElement i ->
          i.operand(1) instanceof IntConstant index && inRange(index, i.operand(0));
      case InsertElement i -> i.operand(2) instanceof IntConstant index && inRange(index, i);
      case PointerAdd i -> i.type().lanes() == 1;
      case WorkItemQuery i -> inputs.specialization().flat() && isId(i);
      default -> false;
    };
  }

  private static boolean inRange(IntConstant index, Value vector) {
    return index.value() >= 0 && index.value() < vector.type().lanes();
  }

  /** Returns whether an id follows from the local linear id, which rises from lane to lane. */
  private static boolean isId(WorkItemQuery i) {
    return switch (i.kind()) {
      case LOCAL_ID, GLOBAL_ID, GLOBAL_LINEAR_ID -> true;
      default -> false;
    };
  }
}
