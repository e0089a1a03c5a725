package dev.barnacle.watch.internal.code.emit;

import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.watch.internal.code.analysis.Uses;
import dev.barnacle.watch.internal.code.cut.SuspendPoints;
import dev.barnacle.watch.internal.run.exec.KernelBody;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import org.jspecify.annotations.Nullable;

/** Writes a function that a kernel calls, or a part of a large one, as a method. */
final class FunctionCode implements FlowCode.Exits {
  private final FunctionPlan plan;
  private final SavedState state;
  private final Emitter emitter;
  private final CodeBuilder code;
  private final BlockCode blocks;
  private final SuspendPoints.Region region;
  private final RegionValues values;

  FunctionCode(
      FunctionPlan plan,
      SuspendPoints.Region region,
      SavedState state,
      Emitter emitter,
      KernelClass owner) {
    this.plan = plan;
    this.region = region;
    this.state = state;
    this.emitter = emitter;
    this.code = emitter.code();
    this.blocks = new BlockCode(emitter, owner);
    this.values = new RegionValues(plan.cuts(), region, plan.live(), state, emitter);
  }

  void emit() {
    int slot = 1;
    for (Parameter parameter : plan.function().parameters()) {
      if (!plan.keepsParameters()) {
        emitter.place(parameter, slot);
        slot += JvmTypes.kind(parameter.type()).slotSize() * parameter.type().lanes();
      } else if (values.uses(parameter)) {
        state.restore(emitter, parameter);
      }
    }
    values.restore();
    Uses uses = new Uses(plan.function());
    new FlowCode(emitter, blocks, plan.cuts(), uses, this).emit(region);
    emitter.nameVariables();
  }

  /** Leaves the function, or its part, with the result. */
  @Override
  public void leave(@Nullable Value result) {
    Function function = plan.function();
    Type type = function.returnType();
    TypeKind kind = JvmTypes.kind(type);
    boolean parts = plan.cuts().hasSplits();
    if (type instanceof VectorType || (parts && kind != TypeKind.VOID)) {
      for (int lane = 0; result != null && lane < type.lanes(); lane++) {
        results(code, type);
        code.loadConstant(lane);
        emitter.push(result, lane);
        code.arrayStore(kind);
      }
    }
    if (parts) {
      code.loadConstant(KernelBody.RETURNED);
      code.ireturn();
    } else if (type instanceof VectorType || kind == TypeKind.VOID) {
      code.return_();
    } else {
      emitter.push(result == null ? new UndefConstant(type) : result, 0);
      code.return_(kind);
    }
  }

  /** Returns from a function whose part has left the result in the work-item. */
  static void result(CodeBuilder code, Type type) {
    TypeKind kind = JvmTypes.kind(type);
    if (type instanceof VectorType || kind == TypeKind.VOID) {
      code.return_();
    } else {
      results(code, type);
      code.iconst_0();
      code.arrayLoad(kind);
      code.return_(kind);
    }
  }

  /** Pushes the array in which a function leaves its result; the work-item is variable 0. */
  static void results(CodeBuilder code, Type type) {
    TypeKind kind = JvmTypes.kind(type);
    String name =
        switch (kind) {
          case INT -> "intResults";
          case LONG -> "longResults";
          case FLOAT -> "floatResults";
          default -> "doubleResults";
        };
    code.aload(0);
    code.getfield(JvmTypes.WORK_ITEM, name, JvmTypes.desc(kind).arrayType());
  }

  @Override
  public void cut(Instruction cut) {
    if (!plan.cuts().isSplit(cut)) {
      throw EngineException.unsupported(
          cut.location(), cut.mnemonic() + " in function " + plan.function().name());
    }
    values.save(cut);
    code.loadConstant(plan.cuts().regionAfter(cut));
    code.ireturn();
  }
}
