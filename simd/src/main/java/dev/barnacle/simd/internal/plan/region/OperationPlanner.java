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
import dev.barnacle.simd.internal.analysis.AliasClasses;
import dev.barnacle.simd.internal.analysis.CounterCopies;
import org.jspecify.annotations.Nullable;

/** Chooses the form of each instruction that is no plain load or store. */
final class OperationPlanner {
  private final PlanInputs inputs;
  private final CounterCopies.@Nullable Counters counters;

  /**
   * Makes a planner of a region's instructions.
   *
   * @param counters those that lanes count in by turns; null if there are none
   */
  OperationPlanner(PlanInputs inputs, CounterCopies.@Nullable Counters counters) {
    this.inputs = inputs;
    this.counters = counters;
  }

  Form of(Instruction instruction) {
    return switch (instruction) {
      case AtomicRmw i -> update(i);
      case AtomicLoad i -> access(i.pointer());
      case AtomicStore i -> access(i.pointer());
      case AtomicCompareExchange i ->
          AliasClasses.isOfOneGroup(i.pointer()) ? AtomicForm.LOCAL : AtomicForm.LANE_BY_LANE;
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

  private AtomicForm update(AtomicRmw i) {
    boolean uniform = inputs.shape(i.pointer()).isUniform();
    if (!uniform && inputs.aliases().copied(i.pointer()) != null) {
      return AtomicForm.COPY;
    }
    if (uniform && i.op() == AtomicRmw.Op.XCHG) {
      return AtomicForm.EXCHANGE;
    }
    if (uniform && i.op().isAssociative()) {
      return AtomicForm.TOGETHER;
    }
    if (!AliasClasses.isOfOneGroup(i.pointer())) {
      return AtomicForm.LANE_BY_LANE;
    }
    boolean counts = counters != null && counters.updates().contains(i);
    return counts ? AtomicForm.LOCAL_BY_TURNS : AtomicForm.LOCAL;
  }

  /** All lanes may read one value; of stores to one address the last lane's stays. */
  private AtomicForm access(Value pointer) {
    return inputs.shape(pointer).isUniform()
        ? AtomicForm.ONE
        : AliasClasses.isOfOneGroup(pointer) ? AtomicForm.LOCAL : AtomicForm.LANE_BY_LANE;
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
