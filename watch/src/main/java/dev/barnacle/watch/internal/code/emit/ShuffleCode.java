package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.watch.internal.run.exec.Memory;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.util.ArrayList;
import java.util.List;

/** Writes what rearranges the lanes of vectors. */
final class ShuffleCode {
  private final Emitter emitter;
  private final CodeBuilder code;

  ShuffleCode(Emitter emitter) {
    this.emitter = emitter;
    this.code = emitter.code();
  }

  void shuffle(Shuffle i) {
    Value first = i.operand(0);
    int lanes = first.type().lanes();
    for (int lane = 0; lane < i.mask().size(); lane++) {
      int from = i.mask().get(lane);
      if (from < 0) {
        emitter.push(new UndefConstant(i.type().scalar()), 0);
      } else if (from < lanes) {
        emitter.push(first, from);
      } else {
        emitter.push(i.operand(1), from - lanes);
      }
      emitter.pop(i, lane);
    }
  }

  void extract(ExtractElement i) {
    Value vector = i.operand(0);
    int constant = lane(i.operand(1), vector);
    if (constant >= 0) {
      emitter.push(vector, constant);
      emitter.pop(i, 0);
      return;
    }
    byIndex(
        i,
        i.operand(1),
        vector.type().lanes(),
        lane -> {
          emitter.push(vector, lane);
          emitter.pop(i, 0);
        });
  }

  /** Returns the lane that an index is known to name; -1 if it is not, or names none. */
  private static int lane(Value index, Value vector) {
    int lanes = vector.type().lanes();
    return index instanceof IntConstant c && Long.compareUnsigned(c.unsigned(), lanes) < 0
        ? (int) c.unsigned()
        : -1;
  }

  void insert(InsertElement i) {
    Value vector = i.operand(0);
    int lanes = i.type().lanes();
    int constant = lane(i.operand(2), vector);
    for (int lane = 0; lane < lanes; lane++) {
      emitter.push(lane == constant ? i.operand(1) : vector, lane == constant ? 0 : lane);
      emitter.pop(i, lane);
    }
    if (constant < 0) {
      byIndex(
          i,
          i.operand(2),
          lanes,
          lane -> {
            emitter.push(i.operand(1), 0);
            emitter.pop(i, lane);
          });
    }
  }

  private interface Lane {
    void emit(int lane);
  }

  /**
   * Does for the lane with the number of a value what is to be done; where there is none, that is
   * reported, and lane 0 taken.
   */
  private void byIndex(Instruction access, Value index, int lanes, Lane body) {
    emitter.push(index, 0);
    if (JvmTypes.kind(index.type()) == TypeKind.LONG) {
      code.l2i();
    }
    List<SwitchCase> cases = new ArrayList<>();
    List<Label> labels = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      labels.add(code.newLabel());
      cases.add(SwitchCase.of(lane, labels.get(lane)));
    }
    Label end = code.newLabel();
    Label none = code.newLabel();
    code.tableswitch(0, lanes - 1, none, cases);
    code.labelBinding(none);
    emitter.pushWorkItem();
    emitter.push(index, 0);
    if (JvmTypes.kind(index.type()) != TypeKind.LONG) {
      code.i2l();
    }
    code.loadConstant(lanes);
    code.loadConstant(emitter.layout().places().of(access));
    emitter.call(Memory.class, "noLane", CD_void, JvmTypes.WORK_ITEM, CD_long, CD_int, CD_int);
    code.goto_(labels.getFirst());
    for (int lane = 0; lane < lanes; lane++) {
      code.labelBinding(labels.get(lane));
      body.emit(lane);
      code.goto_(end);
    }
    code.labelBinding(end);
  }
}
