package dev.barnacle.watch.internal.code;

import static java.lang.constant.ConstantDescs.CD_int;

import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Value;
import dev.barnacle.watch.internal.run.IntegerFunctions;
import dev.barnacle.watch.internal.run.MathFunctions;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
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
