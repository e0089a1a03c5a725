package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.module.FloatText;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.List;

/** Comparisons and logic (SPIR-V, 3.49.15 "Relational and Logical Instructions"). */
final class RelationalLowering implements Lowering {
  /** Normal numbers of both signs, as llvm.is.fpclass counts them. */
  private static final int NORMAL = 0x108;

  private final FunctionCode code;

  RelationalLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    String logic = Operations.LOGIC.other(i.name());
    String operation = logic != null ? logic : Operations.COMPARISONS.other(i.name());
    if (operation != null) {
      code.define(operation + " " + code.typed(i.operand(0)) + ", " + code.value(i.operand(1)));
      return true;
    }
    switch (i.name()) {
      case Opcode.LOGICAL_NOT ->
          code.define(
              "xor "
                  + code.typed(i.operand(0))
                  + ", "
                  + FunctionCode.splat(code.resultType(), "true"));
      case Opcode.ANY -> reduce(i, "or");
      case Opcode.ALL -> reduce(i, "and");
      case Opcode.IS_NAN -> code.define("fcmp uno " + twice(i));
      case Opcode.IS_INF -> magnitude(i, "oeq");
      case Opcode.IS_FINITE -> magnitude(i, "olt");
      case Opcode.IS_NORMAL -> normal(i);
      case Opcode.SIGN_BIT_SET -> sign(i);
      case Opcode.SELECT -> select(i);
      default -> {
        return false;
      }
    }
    return true;
  }

  private String twice(SpirvInstruction i) {
    return code.typed(i.operand(0)) + ", " + code.value(i.operand(0));
  }

  private void reduce(SpirvInstruction i, String operation) {
    SpirvType type = code.type(i.operand(0));
    code.define(
        code.intrinsic(
            "llvm.vector.reduce." + operation + "." + ArithmeticLowering.overload(type),
            "i1",
            List.of(code.typed(i.operand(0)))));
  }

  private void magnitude(SpirvInstruction i, String predicate) {
    SpirvType type = code.type(i.operand(0));
    if (!(type.scalar() instanceof SpirvType.FloatType scalar)) {
      throw i.invalid("its operand is no floating-point number");
    }
    String absolute =
        code.temporary(
            code.intrinsic(
                "llvm.fabs." + ArithmeticLowering.overload(type),
                type.llvm(),
                List.of(code.typed(i.operand(0)))));
    String infinity = FunctionCode.splat(type, FloatText.infinity(scalar.bits()));
    code.define("fcmp " + predicate + " " + type.llvm() + " " + absolute + ", " + infinity);
  }

  private void normal(SpirvInstruction i) {
    SpirvType type = code.type(i.operand(0));
    code.define(
        code.intrinsic(
            "llvm.is.fpclass." + ArithmeticLowering.overload(type),
            code.resultType().llvm(),
            List.of(code.typed(i.operand(0)), "i32 " + NORMAL)));
  }

  private void sign(SpirvInstruction i) {
    SpirvType type = code.type(i.operand(0));
    if (!(type.scalar() instanceof SpirvType.FloatType scalar)) {
      throw i.invalid("its operand is no floating-point number");
    }
    String element = "i" + scalar.bits();
    String whole =
        type instanceof SpirvType.Vector v ? "<" + v.count() + " x " + element + ">" : element;
    String bits = code.text().cast("bitcast", code.typed(i.operand(0)), whole);
    code.define("icmp slt " + whole + " " + bits + ", zeroinitializer");
  }

  private void select(SpirvInstruction i) {
    code.define(
        "select "
            + code.typed(i.operand(0))
            + ", "
            + code.typed(i.operand(1))
            + ", "
            + code.typed(i.operand(2)));
  }
}
