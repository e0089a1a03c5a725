package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.simd.internal.analysis.CounterCopies;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.plan.region.AtomicForm;
import dev.barnacle.simd.internal.plan.region.LaneMask;
import dev.barnacle.simd.internal.plan.region.MemoryForm;
import dev.barnacle.simd.internal.plan.region.Operation;
import dev.barnacle.simd.internal.plan.region.RegionPlan;
import dev.barnacle.simd.internal.plan.region.Step;
import dev.barnacle.simd.internal.plan.region.ValueForm;
import dev.barnacle.simd.internal.plan.region.VectorPlan;
import java.util.List;

/** Says what a plan decided: the view of it that {@code run --explain} shows. */
public final class PlanRemarks {
  private final Remarks remarks;
  private final LaneShapes shapes;

  /** Notes go to {@code remarks}. */
  public PlanRemarks(Remarks remarks, LaneShapes shapes) {
    this.remarks = remarks;
    this.shapes = shapes;
  }

  /** Notes all decisions of a plan. */
  public void note(VectorPlan plan) {
    for (RegionPlan region : plan.regions()) {
      region.again().forEach(o -> operation(o, region.lanes()));
      steps(region.body().steps());
    }
  }

  private void steps(List<Step> steps) {
    for (Step step : steps) {
      switch (step) {
        case Step.PieceStep s -> piece(s);
        case Step.LoopStep s -> loop(s);
        case Step.ForkStep s -> {
          remarks.allLanes(first(s.piece()));
          steps(s.all());
          steps(s.some());
        }
      }
    }
  }

  private void piece(Step.PieceStep step) {
    if (step.entry().guarded()) {
      remarks.masked(first(step.piece()));
    }
    step.operations().forEach(o -> operation(o, step.entry().mask()));
    Terminator end = step.piece().block().terminator();
    if (step.piece().cut() == null && end.successors().size() > 1) {
      remarks.branch(end, shapes.isUniform(end.operand(0)));
    }
  }

  private void loop(Step.LoopStep step) {
    remarks.loop(first(step.header()), step.uneven());
    Step.AllOnForm form = step.allOn();
    if (form != null) {
      remarks.allLanes(first(form.stays()));
      steps(form.body().steps());
    }
    steps(step.body().steps());
  }

  private void operation(Operation operation, LaneMask mask) {
    Instruction instruction = operation.instruction();
    if (instruction.hasResult()) {
      remarks.value(instruction, shapes.of(instruction));
    }
    switch (operation.form()) {
      case MemoryForm.LaneByLane _ -> remarks.laneByLane(instruction);
      case MemoryForm.Uniform _ -> remarks.access(instruction, "one for all lanes");
      case MemoryForm form -> {
        String how = words(form, new Spreading(instruction));
        remarks.access(instruction, mask.full() ? how : how + ", for the lanes that run");
      }
      case AtomicForm form -> atomic(instruction, form);
      case ValueForm.LANE_BY_LANE -> remarks.laneByLane(instruction);
      case ValueForm _ -> {}
    }
  }

  private void atomic(Instruction instruction, AtomicForm form) {
    switch (form) {
      case COPY -> remarks.access(instruction, "in the thread's own copy of the buffer");
      case EXCHANGE -> remarks.access(instruction, "one exchange for all lanes");
      case TOGETHER ->
          remarks.access(instruction, "put together in registers, one operation in memory");
      case LOCAL_BY_TURNS ->
          remarks.access(
              instruction,
              "local memory, without locks, by turns in " + CounterCopies.PLACES + " places");
      case LOCAL -> {
        if (instruction instanceof AtomicRmw) {
          remarks.access(instruction, "local memory, without locks");
        }
      }
      case LANE_BY_LANE -> remarks.laneByLane(instruction);
      case ONE -> {}
    }
  }

  /** The words for an access of each lane's own. */
  private record Spreading(Instruction instruction) {
    boolean stores() {
      return !instruction.hasResult();
    }

    String word() {
      return stores() ? "scatter" : "gather";
    }
  }

  private String words(MemoryForm form, Spreading access) {
    boolean stores = access.stores();
    return switch (form) {
      case MemoryForm.Interlaced _ -> "private memory, element by element beside the other lanes'";
      case MemoryForm.Contiguous _ ->
          stores && isPart(access.instruction()) ? "contiguous, some components" : "contiguous";
      case MemoryForm.Reversed _ -> "contiguous, in reverse order";
      case MemoryForm.Interleaved _ ->
          "fields of structures, wide " + (stores ? "stores" : "loads") + " for several";
      case MemoryForm.Strided f ->
          "wide " + (stores ? "stores" : "loads") + " of stride " + f.stride() + " bytes";
      case MemoryForm.RunTimeContiguous _ ->
          "contiguous where the stride turns out so at run time, else " + access.word();
      case MemoryForm.Spread f ->
          f.rows() ? "a vector for each lane, and a transposition" : spread(access);
      case MemoryForm.Uniform _, MemoryForm.LaneByLane _ ->
          throw new IllegalArgumentException("noted in other words");
    };
  }

  private static boolean isPart(Instruction access) {
    return access instanceof Store store && !store.components().isEmpty();
  }

  private String spread(Spreading access) {
    Instruction instruction = access.instruction();
    LaneShape shape =
        shapes.of(instruction instanceof Store s ? s.pointer() : ((Load) instruction).pointer());
    return shape.isVarying()
        ? access.word()
        : access.word() + " of stride " + shape.stride() + " bytes";
  }

  /** Returns the first instruction of a piece that stands at a place in the source. */
  private static Instruction first(Piece piece) {
    return piece.instructions().stream()
        .filter(i -> i.location() != null && !(i instanceof Phi))
        .findFirst()
        .orElse(piece.block().terminator());
  }
}
