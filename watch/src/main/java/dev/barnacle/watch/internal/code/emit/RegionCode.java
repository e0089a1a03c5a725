package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.watch.internal.code.analysis.Uses;
import dev.barnacle.watch.internal.code.cut.SuspendPoints;
import dev.barnacle.watch.internal.run.exec.KernelBody;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import org.jspecify.annotations.Nullable;

/**
 * Writes a region of a kernel as a method that runs it for one work-item: it takes the work-item's
 * values from where they were kept at the cut before, and returns the number of the cut that the
 * work-item has come to, or {@link KernelBody#RETURNED}.
 */
final class RegionCode implements FlowCode.Exits {
  /** Times that a work-item passes a yield before it lets the others run. */
  private static final int SPINS = 64;

  private final SuspendPoints cuts;
  private final SuspendPoints.Region region;
  private final RegionValues values;
  private final SavedState state;
  private final Uses uses;
  private final Emitter emitter;
  private final CodeBuilder code;
  private final BlockCode blocks;
  private final int spins;

  RegionCode(
      SuspendPoints cuts,
      SuspendPoints.Region region,
      Liveness live,
      SavedState state,
      Uses uses,
      Emitter emitter,
      KernelClass owner) {
    this.cuts = cuts;
    this.region = region;
    this.state = state;
    this.uses = uses;
    this.emitter = emitter;
    this.code = emitter.code();
    this.blocks = new BlockCode(emitter, owner);
    this.values = new RegionValues(cuts, region, live, state, emitter);
    this.spins = code.allocateLocal(TypeKind.INT);
  }

  void emit() {
    parameters();
    if (region.index() > 0) {
      values.restore();
    }
    code.loadConstant(SPINS);
    code.istore(spins);
    new FlowCode(emitter, blocks, cuts, uses, this).emit(region);
  }

  private void parameters() {
    for (Parameter parameter : emitter.layout().kernel().parameters()) {
      if (!values.uses(parameter)) {
        continue;
      }
      int word = emitter.layout().argumentWord(parameter.index());
      for (int lane = 0; lane < parameter.type().lanes(); lane++) {
        emitter.pushWorkItem();
        code.getfield(JvmTypes.WORK_ITEM, "arguments", CD_long.arrayType());
        code.loadConstant(word + lane);
        code.laload();
        fromWord(parameter);
        code.storeLocal(JvmTypes.kind(parameter.type()), emitter.slot(parameter, lane));
      }
    }
  }

  private void fromWord(Parameter parameter) {
    switch (JvmTypes.kind(parameter.type())) {
      case INT -> code.l2i();
      case FLOAT -> {
        code.l2i();
        emitter.call(Float.class, "intBitsToFloat", CD_float, CD_int);
      }
      case DOUBLE -> emitter.call(Double.class, "longBitsToDouble", CD_double, CD_long);
      default -> {}
    }
  }

  @Override
  public void leave(@Nullable Value result) {
    code.loadConstant(KernelBody.RETURNED);
    code.ireturn();
  }

  @Override
  public void cut(Instruction cut) {
    Label go = code.newLabel();
    boolean yield = cuts.isYield(cut);
    if (cuts.isPreemption(cut)) {
      emitter.pushWorkItem();
      code.invokevirtual(JvmTypes.WORK_ITEM, "isPreempted", JvmTypes.method(CD_boolean));
      code.ifeq(go);
    } else if (yield) {
      code.iinc(spins, -1);
      code.iload(spins);
      code.ifgt(go);
    }
    values.save(cut);
    if (cut instanceof GroupOperation operation) {
      contribute(operation);
    }
    Value iteration = cuts.iteration(cut);
    if (iteration != null) {
      emitter.pushWorkItem();
      emitter.push(iteration);
      code.invokevirtual(JvmTypes.WORK_ITEM, "iteration", JvmTypes.method(CD_void, CD_long));
    }
    code.loadConstant(cuts.regionAfter(cut) - 1);
    code.ireturn();
    if (yield) {
      code.labelBinding(go);
    }
  }

  /** Keeps the work-item's value where its result will be. */
  private void contribute(GroupOperation operation) {
    state.save(emitter, operation.operand(0), operation);
    if (operation.operands().size() > 1) {
      emitter.pushWorkItem();
      code.getfield(JvmTypes.WORK_ITEM, "senders", CD_int.arrayType());
      emitter.pushWorkItem();
      code.getfield(JvmTypes.WORK_ITEM, "item", CD_int);
      sender(operation);
      code.iastore();
    }
  }

  /** Pushes the number of the work-item in its group whose value is asked for. */
  private void sender(GroupOperation operation) {
    if (operation.group() == Barrier.Kind.SUB_GROUP) {
      emitter.push(operation.operand(1));
      if (JvmTypes.kind(operation.operand(1).type()) == TypeKind.LONG) {
        code.l2i();
      }
      return;
    }
    emitter.pushWorkItem();
    for (int d = 0; d < 3; d++) {
      emitter.push(operation.operand(1 + d));
      if (JvmTypes.kind(operation.operand(1 + d).type()) != TypeKind.LONG) {
        code.i2l();
      }
    }
    code.invokevirtual(
        JvmTypes.WORK_ITEM, "linearId", JvmTypes.method(CD_int, CD_long, CD_long, CD_long));
  }
}
