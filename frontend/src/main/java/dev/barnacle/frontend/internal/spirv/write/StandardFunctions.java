package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.mangling.BuiltinName.MangledType;
import dev.barnacle.frontend.internal.spirv.mangling.OpenClNames;
import dev.barnacle.frontend.internal.spirv.module.StorageClass;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Functions that the instruction set {@code OpenCL.std} has. */
final class StandardFunctions implements BuiltinCall.Family {
  private static final Set<String> BY_SIGN =
      Set.of(
          "abs",
          "abs_diff",
          "add_sat",
          "hadd",
          "rhadd",
          "mad_hi",
          "mad_sat",
          "mul_hi",
          "sub_sat",
          "mul24",
          "mad24",
          "upsample",
          "max",
          "min",
          "clamp");

  private static final Pattern MEMORY =
      Pattern.compile("v(load|store)(a?_half)?(\\d*)(_rt[eznp])?");

  private final InstructionWriter instructions;

  StandardFunctions(InstructionWriter instructions) {
    this.instructions = instructions;
  }

  @Override
  public int write(BuiltinCall call) {
    if (call.name().equals("printf")) {
      return print(call);
    }
    if (call.types().isEmpty() || call.types().size() != call.count()) {
      return OTHER;
    }
    Matcher memory = MEMORY.matcher(call.name());
    if (memory.matches()) {
      return memory.group(1).equals("load") ? load(call, memory) : store(call, memory);
    }
    if (call.name().equals("prefetch")) {
      call.body()
          .standard("prefetch", call.body().types().voidType(), call.pointer(0), call.value(1));
      return NOTHING;
    }
    if (call.name().equals("dot") && call.type(0).isFloat()) {
      String op = call.type(0).lanes() > 1 ? Opcode.DOT : Opcode.F_MUL;
      int id = call.body().emit(op, call.result(), call.value(0), call.value(1));
      return instructions.fast(call.instruction(), id);
    }
    String name = name(call);
    return call.body().module().text.standard(name) < 0 ? OTHER : all(call, name);
  }

  private static String name(BuiltinCall call) {
    if (!BY_SIGN.contains(call.name())) {
      return call.name().matches("[su]_.*|f(clamp|max_common|min_common)|sincos2")
          ? ""
          : call.name();
    }
    if (call.type(0).isFloat()) {
      String ofFloats = Operations.STANDARD.spirv(call.name());
      return ofFloats == null ? "" : ofFloats;
    }
    return (call.type(0).isUnsigned() ? "u_" : "s_") + call.name();
  }

  /** Scalars among vectors count for all components. */
  private int all(BuiltinCall call, String name) {
    int lanes = 1;
    for (MangledType type : call.types()) {
      lanes = type.isPointer() ? lanes : Math.max(lanes, type.lanes());
    }
    boolean shuffles = name.startsWith("shuffle");
    int[] words = new int[call.count()];
    for (int k = 0; k < words.length; k++) {
      MangledType type = call.type(k);
      if (type.isPointer()) {
        words[k] = call.pointer(k);
      } else {
        words[k] = call.value(k);
        if (type.lanes() == 1 && !shuffles) {
          words[k] = instructions.splat(words[k], lanes);
        }
      }
    }
    int id = call.body().standard(name, call.result(), words);
    return call.result().isFloat() ? instructions.fast(call.instruction(), id) : id;
  }

  private int load(BuiltinCall call, Matcher parts) {
    Body body = call.body();
    boolean half = parts.group(2) != null;
    String width = parts.group(3);
    int pointer = call.pointer(1);
    if (width.isEmpty()) {
      return half ? body.standard("vload_half", call.result(), call.value(0), pointer) : OTHER;
    }
    String name = "vload" + (half ? parts.group(2) : "") + "n";
    return body.standard(name, call.result(), call.value(0), pointer, Integer.parseInt(width));
  }

  private int store(BuiltinCall call, Matcher parts) {
    Body body = call.body();
    boolean half = parts.group(2) != null;
    String width = parts.group(3);
    String rounding = parts.group(4);
    int pointer = call.pointer(2);
    int[] words = {call.value(0), call.value(1), pointer};
    String name;
    if (!half) {
      name = "vstoren";
    } else if (width.isEmpty()) {
      name = "vstore_half";
    } else {
      name = "vstore" + parts.group(2) + "n";
    }
    if (rounding != null) {
      name += "_r";
      words = WordBuffer.joined(words, OpenClNames.ROUNDINGS.indexOf(rounding));
    }
    body.standard(name, body.types().voidType(), words);
    return NOTHING;
  }

  /** The format and strings are bytes in constant memory. */
  private static int print(BuiltinCall call) {
    Body body = call.body();
    int[] words = new int[call.count()];
    for (int k = 0; k < words.length; k++) {
      LlvmValue argument = call.arguments().get(k);
      boolean text =
          argument.type().kind() == LlvmType.Kind.POINTER
              && TypeWriter.storage(argument.type().addressSpace())
                  == StorageClass.UNIFORM_CONSTANT;
      words[k] = text ? body.pointer(argument, body.types().integer(8)) : body.value(argument);
    }
    return body.standard("printf", body.types().integer(32), words);
  }
}
