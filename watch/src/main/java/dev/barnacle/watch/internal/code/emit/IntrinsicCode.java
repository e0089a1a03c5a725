package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.barnacle.engine.math.IntegerFunctions;
import dev.barnacle.engine.math.MathFunctions;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Value;
import dev.barnacle.watch.internal.run.exec.ArgumentChecks;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** Writes calls of functions that work lane by lane. */
final class IntrinsicCode {
  private final Emitter emitter;
  private final ArithmeticCode arithmetic;

  IntrinsicCode(Emitter emitter, ArithmeticCode arithmetic) {
    this.emitter = emitter;
    this.arithmetic = arithmetic;
  }

  void intrinsic(Intrinsic i) {
    if (i.op().isExpectation()) {
      expectation(i);
      return;
    }
    List<ClassDesc> parameters = new ArrayList<>();
    for (Value operand : i.operands()) {
      parameters.add(JvmTypes.desc(operand.type()));
    }
    Class<?> owner = MathFunctions.class;
    if (!i.op().isFloat()) {
      owner = IntegerFunctions.class;
      parameters.add(CD_int);
    }
    ClassDesc[] types = parameters.toArray(ClassDesc[]::new);
    for (int lane = 0; lane < i.type().lanes(); lane++) {
      for (Value operand : i.operands()) {
        emitter.push(operand, operand.type().lanes() == 1 ? 0 : lane);
      }
      if (!i.op().isFloat()) {
        emitter.code().loadConstant(JvmTypes.bits(i.type()));
      }
      emitter.call(owner, javaName(i.op()), JvmTypes.desc(i.type()), types);
      arithmetic.roundHalf(i.type());
      emitter.pop(i, lane);
    }
  }

  /** Writes a look at the lanes that the program uses of what it gives. */
  private void expectation(Intrinsic i) {
    List<ClassDesc> types = new ArrayList<>();
    i.operands().forEach(operand -> types.add(JvmTypes.desc(operand.type())));
    if (!i.op().isFloat()) {
      types.add(CD_int);
    }
    types.addAll(List.of(JvmTypes.WORK_ITEM, CD_int));
    BitSet used = emitter.layout().lanesUsed().of(i);
    for (int lane = 0; lane < i.type().lanes(); lane++) {
      if (used.get(lane) && isChecked(i.op())) {
        for (Value operand : i.operands()) {
          emitter.push(operand, lane);
        }
        if (!i.op().isFloat()) {
          emitter.code().loadConstant(JvmTypes.bits(i.type()));
        }
        emitter.pushWorkItem();
        emitter.code().loadConstant(emitter.layout().places().of(i));
        emitter.call(
            ArgumentChecks.class, javaName(i.op()), CD_void, types.toArray(ClassDesc[]::new));
      }
      emitter.push(i.operand(0), lane);
      emitter.pop(i, lane);
    }
  }

  /** Weak exchanges are strong here; what is only assumed is no mistake. */
  private static boolean isChecked(Intrinsic.Op op) {
    return op != Intrinsic.Op.EXPECT_EXCHANGE && op != Intrinsic.Op.EXPECT_ASSUMPTION;
  }

  /** Writes a call that reports what is seen to be wrong before the program runs. */
  void tell(String method, Instruction instruction, String... words) {
    emitter.pushWorkItem();
    List<ClassDesc> types = new ArrayList<>(List.of(JvmTypes.WORK_ITEM));
    for (String each : words) {
      emitter.code().loadConstant(each);
      types.add(CD_String);
    }
    emitter.code().loadConstant(emitter.layout().places().of(instruction));
    types.add(CD_int);
    emitter.call(ArgumentChecks.class, method, CD_void, types.toArray(ClassDesc[]::new));
  }

  /** Returns the name of the Java method: {@code saddSat} for SADD_SAT. */
  private static String javaName(Intrinsic.Op op) {
    StringBuilder name = new StringBuilder();
    for (String part : List.of(op.name().toLowerCase(Locale.ROOT).split("_", -1))) {
      name.append(
          name.isEmpty() ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
    }
    return name.toString();
  }
}
