package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.mangling.OpenClNames;
import dev.barnacle.frontend.internal.spirv.module.Decorations;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.List;

/**
 * Conversions (SPIR-V, 3.49.11 "Conversion Instructions"). Those that round or saturate as they are
 * told are OpenCL C's functions.
 */
final class ConversionLowering implements Lowering {
  private final FunctionCode code;

  ConversionLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    String operation = Operations.CONVERSIONS.other(i.name());
    if (operation != null) {
      convert(i, operation);
      return true;
    }
    switch (i.name()) {
      case Opcode.F_CONVERT -> resizeFloat(i);
      case Opcode.SAT_CONVERT_S_TO_U -> library(i, "_sat", true, false);
      case Opcode.SAT_CONVERT_U_TO_S -> library(i, "_sat", false, true);
      case Opcode.QUANTIZE_TO_F16 -> quantize(i);
      case Opcode.CONVERT_PTR_TO_U -> cast(i, "ptrtoint");
      case Opcode.CONVERT_U_TO_PTR -> toPointer(i);
      case Opcode.PTR_CAST_TO_GENERIC,
          Opcode.GENERIC_CAST_TO_PTR,
          Opcode.PTR_CAST_TO_CROSS_WORKGROUP_ALTERA,
          Opcode.CROSS_WORKGROUP_CAST_TO_PTR_ALTERA ->
          pointer(i);
      case Opcode.GENERIC_CAST_TO_PTR_EXPLICIT -> explicit(i);
      case Opcode.BITCAST -> bitcast(i);
      case Opcode.GENERIC_PTR_MEM_SEMANTICS -> semantics(i);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void convert(SpirvInstruction i, String operation) {
    switch (operation) {
      case "fptoui" -> convert(i, operation, true, false);
      case "uitofp" -> convert(i, operation, false, true);
      case "zext", "sext" -> resize(i, operation, operation.equals("sext"));
      default -> convert(i, operation, true, true);
    }
  }

  private void cast(SpirvInstruction i, String operation) {
    code.define(operation + " " + code.typed(i.operand(0)) + " to " + code.resultType().llvm());
  }

  private void toPointer(SpirvInstruction i) {
    if (code.module().hasSmallAddresses()) {
      throw i.invalid("with Physical32, no integer is made a pointer: those have 64 bits");
    }
    cast(i, "inttoptr");
  }

  private String suffix(SpirvInstruction i) {
    Decorations decorations = code.module().decorations();
    boolean saturates = decorations.has(i.result(), Decorations.SATURATED_CONVERSION);
    int mode = decorations.number(i.result(), Decorations.FP_ROUNDING_MODE).orElse(-1);
    if (mode >= OpenClNames.ROUNDINGS.size()) {
      throw i.invalid("rounding mode " + mode);
    }
    return (saturates ? "_sat" : "") + (mode < 0 ? "" : OpenClNames.ROUNDINGS.get(mode));
  }

  private void convert(SpirvInstruction i, String operation, boolean fromSigned, boolean signed) {
    String suffix = suffix(i);
    if (suffix.isEmpty()) {
      cast(i, operation);
    } else {
      library(i, suffix, fromSigned, signed);
    }
  }

  private void library(SpirvInstruction i, String suffix, boolean fromSigned, boolean toSigned) {
    SpirvType to = code.resultType();
    SpirvType from = code.type(i.operand(0));
    code.define(
        code.library(
            "convert_" + OpenClNames.type(to, toSigned) + suffix,
            to,
            List.of(new MangledArgument.Value(from, fromSigned)),
            List.of(code.typed(i.operand(0)))));
  }

  private void resize(SpirvInstruction i, String extend, boolean signed) {
    String suffix = suffix(i);
    if (!suffix.isEmpty()) {
      library(i, suffix, signed, signed);
      return;
    }
    int have = width(code.type(i.operand(0)), i);
    int want = width(code.resultType(), i);
    if (have == want) {
      code.define("add " + code.typed(i.operand(0)) + ", zeroinitializer");
    } else {
      cast(i, have < want ? extend : "trunc");
    }
  }

  private static int width(SpirvType type, SpirvInstruction i) {
    return switch (type.scalar()) {
      case SpirvType.Int n -> n.bits();
      case SpirvType.FloatType f -> f.bits();
      default -> throw i.invalid("a conversion of what is no number");
    };
  }

  private void resizeFloat(SpirvInstruction i) {
    String suffix = suffix(i);
    if (!suffix.isEmpty()) {
      library(i, suffix, true, true);
      return;
    }
    int have = width(code.type(i.operand(0)), i);
    int want = width(code.resultType(), i);
    if (have == want) {
      cast(i, "bitcast");
    } else {
      cast(i, have < want ? "fpext" : "fptrunc");
    }
  }

  private void quantize(SpirvInstruction i) {
    SpirvType type = code.resultType();
    String half = type instanceof SpirvType.Vector v ? "<" + v.count() + " x half>" : "half";
    String narrow = code.text().cast("fptrunc", code.typed(i.operand(0)), half);
    code.result().cast("fpext", half, narrow, type.llvm());
  }

  /** Of one address space it stands for its operand ({@code FunctionLowering}). */
  private void pointer(SpirvInstruction i) {
    if (!code.type(i.operand(0)).llvm().equals(code.resultType().llvm())) {
      cast(i, "addrspacecast");
    }
  }

  private String isIn(String space, SpirvInstruction i) {
    String call =
        code.call(
            "__barnacle_is_" + space, "i32", List.of("ptr addrspace(4) " + generic(i.operand(0))));
    return code.temporary("icmp ne i32 " + code.temporary(call) + ", 0");
  }

  private String generic(int id) {
    String type = code.type(id).llvm();
    return type.equals("ptr addrspace(4)")
        ? code.value(id)
        : code.text().cast("addrspacecast", code.typed(id), "ptr addrspace(4)");
  }

  private void explicit(SpirvInstruction i) {
    String space =
        switch (i.operand(1)) {
          case 4 -> "local";
          case 5 -> "global";
          case 7 -> "private";
          default -> throw i.invalid("storage class " + i.operand(1));
        };
    String type = code.resultType().llvm();
    String is = isIn(space, i);
    String cast = code.text().cast("addrspacecast", code.typed(i.operand(0)), type);
    code.result().select(is, type, cast, "null");
  }

  /** {@code WorkgroupMemory}, {@code CrossWorkgroupMemory}, or none for private memory. */
  private void semantics(SpirvInstruction i) {
    String local = isIn("local", i);
    String global = isIn("global", i);
    String other = code.text().select(global, "i32", "512", "0");
    code.result().select(local, "i32", "256", other);
  }

  private void bitcast(SpirvInstruction i) {
    SpirvType from = code.type(i.operand(0));
    SpirvType to = code.resultType();
    boolean fromPointer = from instanceof SpirvType.Pointer;
    boolean toPointer = to instanceof SpirvType.Pointer;
    if (fromPointer && toPointer) {
      pointer(i);
    } else if (fromPointer) {
      String number = code.text().cast("ptrtoint", code.typed(i.operand(0)), "i64");
      code.result().cast("bitcast", "i64", number, to.llvm());
    } else if (toPointer) {
      String number = code.text().cast("bitcast", code.typed(i.operand(0)), "i64");
      code.result().cast("inttoptr", "i64", number, to.llvm());
    } else {
      cast(i, "bitcast");
    }
  }
}
