package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.List;

/**
 * Bits (SPIR-V, 3.49.14 "Bit Instructions") and integer dot products ({@code
 * SPV_KHR_integer_dot_product}).
 */
final class BitLowering implements Lowering {
  private final FunctionCode code;

  BitLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    String shift = Operations.SHIFTS.other(i.name());
    if (shift != null) {
      shift(i, shift);
      return true;
    }
    String bits = Operations.BITS.other(i.name());
    if (bits != null) {
      code.define(bits + " " + code.typed(i.operand(0)) + ", " + code.value(i.operand(1)));
      return true;
    }
    switch (i.name()) {
      case Opcode.NOT ->
          code.define(
              "xor "
                  + code.typed(i.operand(0))
                  + ", "
                  + FunctionCode.splat(code.resultType(), "-1"));
      case Opcode.BIT_REVERSE -> intrinsic(i, "llvm.bitreverse");
      case Opcode.BIT_COUNT -> count(i);
      case Opcode.S_DOT -> dot(i, true, true);
      case Opcode.U_DOT -> dot(i, false, false);
      case Opcode.SU_DOT -> dot(i, true, false);
      case Opcode.S_DOT_ACC_SAT -> dot(i, true, true);
      case Opcode.U_DOT_ACC_SAT -> dot(i, false, false);
      case Opcode.SU_DOT_ACC_SAT -> dot(i, true, false);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void shift(SpirvInstruction i, String operation) {
    SpirvType type = code.resultType();
    String amount = resized(i.operand(1), type);
    code.define(operation + " " + code.typed(i.operand(0)) + ", " + amount);
  }

  /** Returns an unsigned number in the width of another type; a scalar in each component. */
  private String resized(int id, SpirvType type) {
    SpirvType from = code.type(id);
    if (!(from.scalar() instanceof SpirvType.Int have)
        || !(type.scalar() instanceof SpirvType.Int want)) {
      return code.value(id);
    }
    SpirvType shape =
        from instanceof SpirvType.Vector v ? new SpirvType.Vector(want, v.count()) : want;
    String value = code.value(id);
    if (have.bits() != want.bits()) {
      String operation = have.bits() < want.bits() ? "zext " : "trunc ";
      value = code.text().cast(operation.strip(), code.typed(id), shape.llvm());
    }
    return from instanceof SpirvType.Vector ? value : code.broadcast(type, value);
  }

  private void intrinsic(SpirvInstruction i, String name) {
    SpirvType type = code.resultType();
    code.define(
        code.intrinsic(
            name + "." + ArithmeticLowering.overload(type),
            type.llvm(),
            List.of(code.typed(i.operand(0)))));
  }

  private void count(SpirvInstruction i) {
    SpirvType from = code.type(i.operand(0));
    SpirvType to = code.resultType();
    String call =
        code.intrinsic(
            "llvm.ctpop." + ArithmeticLowering.overload(from),
            from.llvm(),
            List.of(code.typed(i.operand(0))));
    long have = width(from);
    long want = width(to);
    if (have == want) {
      code.define(call);
    } else {
      code.define(
          (have < want ? "zext " : "trunc ")
              + from.llvm()
              + " "
              + code.temporary(call)
              + " to "
              + to.llvm());
    }
  }

  private static int width(SpirvType type) {
    return type.scalar() instanceof SpirvType.Int i ? i.bits() : 1;
  }

  private void dot(SpirvInstruction i, boolean firstSigned, boolean secondSigned) {
    SpirvType type = code.resultType();
    String t = type.llvm();
    boolean accumulates = i.name().endsWith("AccSat");
    String a = widened(i.operand(0), type, firstSigned);
    String b = widened(i.operand(1), type, secondSigned);
    int lanes = lanes(i.operand(0));
    String vector = "<" + lanes + " x " + t + ">";
    String products = code.text().binary("mul", vector, a, b);
    String sum =
        code.intrinsic("llvm.vector.reduce.add.v" + lanes + t, t, List.of(vector + " " + products));
    if (!accumulates) {
      code.define(sum);
      return;
    }
    String saturating = firstSigned ? "llvm.sadd.sat." : "llvm.uadd.sat.";
    code.define(
        code.intrinsic(
            saturating + t, t, List.of(t + " " + code.temporary(sum), code.typed(i.operand(2)))));
  }

  private int lanes(int id) {
    return code.type(id) instanceof SpirvType.Vector v ? v.count() : 4;
  }

  /** Returns the components in the width of the result; of 32 bits four bytes. */
  private String widened(int id, SpirvType type, boolean signed) {
    int lanes = lanes(id);
    SpirvType from = code.type(id);
    String value = code.value(id);
    String have = from.llvm();
    if (!(from instanceof SpirvType.Vector)) {
      have = "<4 x i8>";
      value = code.text().cast("bitcast", from.llvm(), value, have);
    }
    String want = "<" + lanes + " x " + type.llvm() + ">";
    if (have.equals(want)) {
      return value;
    }
    return code.temporary((signed ? "sext " : "zext ") + have + " " + value + " to " + want);
  }
}
