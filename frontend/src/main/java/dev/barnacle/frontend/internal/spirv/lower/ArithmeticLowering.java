package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.module.Decorations;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.List;

/** Arithmetic (SPIR-V, 3.49.13 "Arithmetic Instructions"). */
final class ArithmeticLowering implements Lowering {
  private final FunctionCode code;

  ArithmeticLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    String simple = Operations.ARITHMETIC.other(i.name());
    if (simple != null) {
      binary(i, simple);
      return true;
    }
    switch (i.name()) {
      case Opcode.S_NEGATE ->
          code.define(
              "sub "
                  + wraps(i)
                  + code.resultType().llvm()
                  + " zeroinitializer, "
                  + code.value(i.operand(0)));
      case Opcode.F_NEGATE -> code.define("fneg " + fastMath(i) + code.typed(i.operand(0)));
      case Opcode.S_MOD -> modulus(i, "srem", "icmp ne", "icmp slt", "add", "0");
      case Opcode.F_MOD -> modulus(i, "frem", "fcmp une", "fcmp olt", "fadd", "0.0");
      case Opcode.VECTOR_TIMES_SCALAR -> timesScalar(i);
      case Opcode.DOT -> dot(i);
      case Opcode.I_ADD_CARRY -> carried(i, "llvm.uadd.with.overflow");
      case Opcode.I_SUB_BORROW -> carried(i, "llvm.usub.with.overflow");
      case Opcode.U_MUL_EXTENDED -> extended(i, false);
      case Opcode.S_MUL_EXTENDED -> extended(i, true);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void binary(SpirvInstruction i, String operation) {
    boolean real = operation.startsWith("f");
    boolean wraps = operation.equals("add") || operation.equals("sub") || operation.equals("mul");
    String flags = real ? fastMath(i) : wraps ? wraps(i) : "";
    code.define(
        operation
            + " "
            + flags
            + code.resultType().llvm()
            + " "
            + code.value(i.operand(0))
            + ", "
            + code.value(i.operand(1)));
  }

  private String wraps(SpirvInstruction i) {
    Decorations decorations = code.module().decorations();
    return (decorations.has(i.result(), Decorations.NO_UNSIGNED_WRAP) ? "nuw " : "")
        + (decorations.has(i.result(), Decorations.NO_SIGNED_WRAP) ? "nsw " : "");
  }

  private String fastMath(SpirvInstruction i) {
    int mode =
        code.module().decorations().number(i.result(), Decorations.FP_FAST_MATH_MODE).orElse(0);
    if ((mode & 0x10) != 0) {
      return "fast ";
    }
    return ((mode & 0x1) != 0 ? "nnan " : "")
        + ((mode & 0x2) != 0 ? "ninf " : "")
        + ((mode & 0x4) != 0 ? "nsz " : "")
        + ((mode & 0x8) != 0 ? "arcp " : "")
        + ((mode & 0x10000) != 0 ? "contract " : "")
        + ((mode & 0x20000) != 0 ? "reassoc " : "");
  }

  /** The remainder with the sign of the second operand. */
  private void modulus(
      SpirvInstruction i, String remainder, String differs, String less, String add, String zero) {
    SpirvType type = code.resultType();
    String t = type.llvm();
    String zeros = FunctionCode.splat(type, zero);
    String b = code.value(i.operand(1));
    String r = code.temporary(remainder + " " + t + " " + code.value(i.operand(0)) + ", " + b);
    String some = code.text().binary(differs, t, r, zeros);
    String rNegative = code.text().binary(less, t, r, zeros);
    String bNegative = code.text().binary(less, t, b, zeros);
    String flags = type instanceof SpirvType.Vector v ? "<" + v.count() + " x i1>" : "i1";
    String other = code.text().binary("xor", flags, rNegative, bNegative);
    String both = code.text().binary("and", flags, some, other);
    String moved = code.text().binary(add, t, r, b);
    code.result().select(flags, both, t, moved, r);
  }

  private void timesScalar(SpirvInstruction i) {
    SpirvType type = code.resultType();
    String factor = code.broadcast(type, code.value(i.operand(1)));
    code.define("fmul %s%s, %s".formatted(fastMath(i), code.typed(i.operand(0)), factor));
  }

  private void dot(SpirvInstruction i) {
    SpirvType type = code.type(i.operand(0));
    if (type.components() < 2) {
      throw i.invalid("its operands are no vectors");
    }
    MangledArgument vector = MangledArgument.signed(type);
    code.define(
        code.library(
            "dot",
            code.resultType(),
            List.of(vector, vector),
            List.of(code.typed(i.operand(0)), code.typed(i.operand(1)))));
  }

  private SpirvType.Struct pair(SpirvInstruction i) {
    if (code.resultType() instanceof SpirvType.Struct struct && struct.members().size() == 2) {
      return struct;
    }
    throw i.invalid("its type is no structure of two members");
  }

  private void definePair(SpirvInstruction i, String first, String second) {
    SpirvType.Struct pair = pair(i);
    String one =
        code.temporary(
            "insertvalue %s poison, %s %s, 0"
                .formatted(pair.llvm(), pair.members().get(0).llvm(), first));
    code.define(
        "insertvalue %s %s, %s %s, 1"
            .formatted(pair.llvm(), one, pair.members().get(1).llvm(), second));
  }

  private void carried(SpirvInstruction i, String intrinsic) {
    SpirvType type = pair(i).members().getFirst();
    String flags = type instanceof SpirvType.Vector v ? "<" + v.count() + " x i1>" : "i1";
    String both = "{ " + type.llvm() + ", " + flags + " }";
    String result =
        code.temporary(
            code.intrinsic(
                intrinsic + "." + overload(type),
                both,
                List.of(code.typed(i.operand(0)), code.typed(i.operand(1)))));
    String sum = code.temporary("extractvalue " + both + " " + result + ", 0");
    String carry = code.temporary("extractvalue " + both + " " + result + ", 1");
    String wide = code.text().cast("zext", flags, carry, type.llvm());
    definePair(i, sum, wide);
  }

  /** Returns the name of a type in LLVM's intrinsic functions. */
  static String overload(SpirvType type) {
    String scalar =
        switch (type.scalar()) {
          case SpirvType.FloatType f -> "f" + f.bits();
          default -> type.scalar().llvm();
        };
    return type instanceof SpirvType.Vector v ? "v" + v.count() + scalar : scalar;
  }

  private void extended(SpirvInstruction i, boolean signed) {
    SpirvType type = pair(i).members().getFirst();
    String low =
        code.temporary("mul " + code.typed(i.operand(0)) + ", " + code.value(i.operand(1)));
    MangledArgument argument = new MangledArgument.Value(type, signed);
    String high =
        code.temporary(
            code.library(
                "mul_hi",
                type,
                List.of(argument, argument),
                List.of(code.typed(i.operand(0)), code.typed(i.operand(1)))));
    definePair(i, low, high);
  }
}
