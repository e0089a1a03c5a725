package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.FloatText;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.List;
import java.util.Map;

/** Comparisons and logic (SPIR-V, 3.49.15 "Relational and Logical Instructions"). */
final class RelationalLowering implements Lowering {
  private static final Map<String, String> COMPARISONS =
      Map.ofEntries(
          Map.entry("OpIEqual", "icmp eq"),
          Map.entry("OpINotEqual", "icmp ne"),
          Map.entry("OpUGreaterThan", "icmp ugt"),
          Map.entry("OpSGreaterThan", "icmp sgt"),
          Map.entry("OpUGreaterThanEqual", "icmp uge"),
          Map.entry("OpSGreaterThanEqual", "icmp sge"),
          Map.entry("OpULessThan", "icmp ult"),
          Map.entry("OpSLessThan", "icmp slt"),
          Map.entry("OpULessThanEqual", "icmp ule"),
          Map.entry("OpSLessThanEqual", "icmp sle"),
          Map.entry("OpFOrdEqual", "fcmp oeq"),
          Map.entry("OpFUnordEqual", "fcmp ueq"),
          Map.entry("OpFOrdNotEqual", "fcmp one"),
          Map.entry("OpFUnordNotEqual", "fcmp une"),
          Map.entry("OpFOrdLessThan", "fcmp olt"),
          Map.entry("OpFUnordLessThan", "fcmp ult"),
          Map.entry("OpFOrdGreaterThan", "fcmp ogt"),
          Map.entry("OpFUnordGreaterThan", "fcmp ugt"),
          Map.entry("OpFOrdLessThanEqual", "fcmp ole"),
          Map.entry("OpFUnordLessThanEqual", "fcmp ule"),
          Map.entry("OpFOrdGreaterThanEqual", "fcmp oge"),
          Map.entry("OpFUnordGreaterThanEqual", "fcmp uge"),
          Map.entry("OpLessOrGreater", "fcmp one"),
          Map.entry("OpOrdered", "fcmp ord"),
          Map.entry("OpUnordered", "fcmp uno"),
          Map.entry("OpLogicalEqual", "icmp eq"),
          Map.entry("OpLogicalNotEqual", "icmp ne"),
          Map.entry("OpLogicalOr", "or"),
          Map.entry("OpLogicalAnd", "and"),
          Map.entry("OpPtrEqual", "icmp eq"),
          Map.entry("OpPtrNotEqual", "icmp ne"));

  /** Normal numbers of both signs, as llvm.is.fpclass counts them. */
  private static final int NORMAL = 0x108;

  private final FunctionCode code;

  RelationalLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    String comparison = COMPARISONS.get(i.name());
    if (comparison != null) {
      code.define(comparison + " " + code.typed(i.operand(0)) + ", " + code.value(i.operand(1)));
      return true;
    }
    switch (i.name()) {
      case "OpLogicalNot" ->
          code.define(
              "xor "
                  + code.typed(i.operand(0))
                  + ", "
                  + FunctionCode.splat(code.resultType(), "true"));
      case "OpAny" -> reduce(i, "or");
      case "OpAll" -> reduce(i, "and");
      case "OpIsNan" -> code.define("fcmp uno " + twice(i));
      case "OpIsInf" -> magnitude(i, "oeq");
      case "OpIsFinite" -> magnitude(i, "olt");
      case "OpIsNormal" -> normal(i);
      case "OpSignBitSet" -> sign(i);
      case "OpSelect" -> select(i);
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
    String bits = code.temporary("bitcast " + code.typed(i.operand(0)) + " to " + whole);
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
