package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.llvm.view.LlvmInstruction;
import java.util.Map;
import java.util.Set;

/** LLVM's own functions, {@code llvm.*}. */
final class IntrinsicWriter {
  private static final Set<String> DROPPED =
      Set.of(
          "assume",
          "dbg.declare",
          "dbg.value",
          "dbg.assign",
          "dbg.label",
          "donothing",
          "experimental.noalias.scope.decl",
          "fake.use",
          "invariant.start",
          "invariant.end",
          "prefetch",
          "sideeffect",
          "var.annotation",
          "debugtrap");

  private static final Map<String, String> STANDARD =
      Map.ofEntries(
          Map.entry("fmuladd", "mad"),
          Map.entry("fma", "fma"),
          Map.entry("fabs", "fabs"),
          Map.entry("sqrt", "sqrt"),
          Map.entry("floor", "floor"),
          Map.entry("ceil", "ceil"),
          Map.entry("trunc", "trunc"),
          Map.entry("rint", "rint"),
          Map.entry("nearbyint", "rint"),
          Map.entry("roundeven", "rint"),
          Map.entry("round", "round"),
          Map.entry("copysign", "copysign"),
          Map.entry("minnum", "fmin"),
          Map.entry("maxnum", "fmax"),
          Map.entry("sin", "sin"),
          Map.entry("cos", "cos"),
          Map.entry("tan", "tan"),
          Map.entry("exp", "exp"),
          Map.entry("exp2", "exp2"),
          Map.entry("exp10", "exp10"),
          Map.entry("log", "log"),
          Map.entry("log2", "log2"),
          Map.entry("log10", "log10"),
          Map.entry("pow", "pow"),
          Map.entry("smax", "s_max"),
          Map.entry("smin", "s_min"),
          Map.entry("umax", "u_max"),
          Map.entry("umin", "u_min"),
          Map.entry("sadd.sat", "s_add_sat"),
          Map.entry("uadd.sat", "u_add_sat"),
          Map.entry("ssub.sat", "s_sub_sat"),
          Map.entry("usub.sat", "u_sub_sat"),
          Map.entry("ctlz", "clz"),
          Map.entry("cttz", "ctz"),
          Map.entry("ctpop", "popcount"));

  private final Body body;
  private final InstructionWriter instructions;
  private final MemoryWriter memory;

  IntrinsicWriter(Body body, InstructionWriter instructions, MemoryWriter memory) {
    this.body = body;
    this.instructions = instructions;
    this.memory = memory;
  }

  /** Writes a call; returns the id of its result, 0 for none. */
  int write(LlvmInstruction call, String name) {
    String rest = name.substring("llvm.".length());
    for (String base = rest; !base.isEmpty(); base = withoutLastPart(base)) {
      if (DROPPED.contains(base)) {
        return 0;
      }
      String standard = STANDARD.get(base);
      if (standard != null) {
        return standard(call, standard);
      }
      int id = special(call, base);
      if (id != -1) {
        return id;
      }
    }
    throw new WriteException("LLVM's function '" + name + "' has no form in SPIR-V");
  }

  private static String withoutLastPart(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  private int standard(LlvmInstruction call, String name) {
    boolean counts = name.equals("clz") || name.equals("ctz");
    int count = counts ? 1 : call.arguments().size();
    int[] words = new int[count];
    for (int k = 0; k < count; k++) {
      words[k] = body.value(call.operand(k));
    }
    if (name.equals("ctz")) {
      body.module().text.need(0x00010000, name);
    }
    int id = body.standard(name, body.module().typeOf(call), words);
    return body.typeOf(id).isFloat() ? instructions.fast(call, id) : id;
  }

  private int special(LlvmInstruction call, String base) {
    WrittenType type = body.module().typeOf(call);
    switch (base) {
      case "memcpy", "memcpy.inline" -> memory.copy(call);
      case "memset", "memset.inline" -> memory.fill(call);
      case "lifetime.start" -> memory.lifetime(call, true);
      case "lifetime.end" -> memory.lifetime(call, false);
      case "trap", "ubsantrap" -> throw new WriteException("a trap has no form in SPIR-V");
      case "expect", "expect.with.probability", "annotation", "ssa.copy", "arithmetic.fence" -> {
        return body.value(call.operand(0));
      }
      case "abs" -> {
        return body.standard("s_abs", type, body.value(call.operand(0)));
      }
      case "bitreverse" -> {
        return BitFunctions.reverse(body, type, body.value(call.operand(0)));
      }
      case "fshl" -> {
        return rotate(call, type, false);
      }
      case "fshr" -> {
        return rotate(call, type, true);
      }
      default -> {
        return -1;
      }
    }
    return 0;
  }

  /** A funnel shift of one value is a rotation; others have no form. */
  private int rotate(LlvmInstruction call, WrittenType type, boolean right) {
    if (!call.operand(0).equals(call.operand(1))) {
      throw new WriteException("a shift of two values has no form in SPIR-V");
    }
    int by = body.value(call.operand(2));
    if (right) {
      by = body.emit("OpSNegate", type, by);
    }
    return body.standard("rotate", type, body.value(call.operand(0)), by);
  }
}
