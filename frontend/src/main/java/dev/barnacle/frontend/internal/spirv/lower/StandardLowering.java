package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.mangling.OpenClNames;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The instruction set {@code OpenCL.std}: OpenCL C's functions under their own names. */
final class StandardLowering implements Lowering {
  private static final Set<String> UNSIGNED_LAST = Set.of("shuffle", "shuffle2");
  private static final SpirvType SIZE = new SpirvType.Int(64);
  private final FunctionCode code;

  StandardLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    if (!i.name().equals(Opcode.EXT_INST)) {
      return false;
    }
    String set =
        code.module()
            .imported(i.operand(0))
            .orElseThrow(() -> i.invalid("%" + i.operand(0) + " is no instruction set"));
    if (!set.equals("OpenCL.std")) {
      return true; // debug information and the like change nothing
    }
    String name =
        SpirvNames.enumerant("std", i.operand(1))
            .orElseThrow(() -> i.invalid("OpenCL.std has no instruction " + i.operand(1)));
    standard(i, name, i.operandsFrom(2));
    return true;
  }

  private void standard(SpirvInstruction i, String name, List<Integer> arguments) {
    switch (name) {
      case "printf" -> printf(i, arguments);
      case "vloadn", "vload_halfn", "vloada_halfn" -> {
        String stem = name.substring(0, name.length() - 1);
        int width = arguments.size() < 3 ? 0 : arguments.get(2);
        load(i, stem + (width == 1 ? "" : width), arguments);
      }
      case "vload_half" -> load(i, name, arguments);
      case "vstoren", "vstore_half", "vstore_halfn", "vstorea_halfn" -> store(i, name, arguments);
      case "vstore_half_r", "vstore_halfn_r", "vstorea_halfn_r" -> store(i, name, arguments);
      case "prefetch" -> {
        // It says nothing of what is read.
      }
      default -> call(name, arguments);
    }
  }

  private void call(String name, List<Integer> arguments) {
    boolean prefixed = name.startsWith("s_") || name.startsWith("u_");
    String base = prefixed ? name.substring(2) : name;
    boolean signed = !name.startsWith("u_") && !name.equals("nan");
    List<MangledArgument> types = new ArrayList<>();
    List<String> typed = new ArrayList<>();
    for (int k = 0; k < arguments.size(); k++) {
      boolean last = k == arguments.size() - 1;
      boolean argumentSigned =
          signed && !(last && UNSIGNED_LAST.contains(name)) && !(last && base.equals("upsample"));
      types.add(mangled(code.type(arguments.get(k)), argumentSigned, false));
      typed.add(code.typed(arguments.get(k)));
    }
    String renamed = Operations.STANDARD.other(base);
    code.define(code.library(renamed == null ? base : renamed, code.resultType(), types, typed));
  }

  private static MangledArgument mangled(SpirvType type, boolean signed, boolean constant) {
    return type instanceof SpirvType.Pointer pointer
        ? new MangledArgument.Pointer(
            pointer.storage().space(), constant, pointer.pointee().get(), signed)
        : new MangledArgument.Value(type, signed);
  }

  private void load(SpirvInstruction i, String name, List<Integer> arguments) {
    need(i, arguments, 2);
    code.define(
        code.library(
            name,
            code.resultType(),
            List.of(
                MangledArgument.unsigned(SIZE), mangled(code.type(arguments.get(1)), true, true)),
            List.of(code.size(arguments.get(0)), code.typed(arguments.get(1)))));
  }

  private void store(SpirvInstruction i, String name, List<Integer> arguments) {
    need(i, arguments, 3);
    SpirvType data = code.type(arguments.get(0));
    String function = name.endsWith("_r") ? name.substring(0, name.length() - 2) : name;
    if (function.endsWith("n")) {
      String width = data instanceof SpirvType.Vector v ? Integer.toString(v.count()) : "";
      function = function.substring(0, function.length() - 1) + width;
    }
    if (name.endsWith("_r")) {
      need(i, arguments, 4);
      int mode = arguments.get(3);
      if (mode < 0 || mode >= OpenClNames.ROUNDINGS.size()) {
        throw i.invalid("rounding mode " + mode);
      }
      function += OpenClNames.ROUNDINGS.get(mode);
    }
    code.effect(
        code.library(
            function,
            new SpirvType.VoidType(),
            List.of(
                MangledArgument.signed(data),
                MangledArgument.unsigned(SIZE),
                mangled(code.type(arguments.get(2)), true, false)),
            List.of(
                code.typed(arguments.get(0)),
                code.size(arguments.get(1)),
                code.typed(arguments.get(2)))));
  }

  private static void need(SpirvInstruction i, List<Integer> arguments, int count) {
    if (arguments.size() < count) {
      throw i.invalid("has too few operands");
    }
  }

  /** As C passes variable arguments: smaller integers and floats are promoted. */
  private void printf(SpirvInstruction i, List<Integer> arguments) {
    need(i, arguments, 1);
    List<String> typed = new ArrayList<>();
    typed.add(code.typed(arguments.getFirst()));
    for (int id : arguments.subList(1, arguments.size())) {
      typed.add(promoted(id));
    }
    String format = code.type(arguments.getFirst()).llvm();
    code.declareVariadic("printf", "i32", format);
    code.define(
        "call spir_func i32 (" + format + ", ...) @printf(" + String.join(", ", typed) + ")");
  }

  private String promoted(int id) {
    return switch (code.type(id)) {
      case SpirvType.Int n when n.bits() < 32 ->
          "i32 " + code.text().cast("sext", code.typed(id), "i32");
      case SpirvType.FloatType f when f.bits() < 64 ->
          "double " + code.text().cast("fpext", code.typed(id), "double");
      default -> code.typed(id);
    };
  }
}
