package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.Scope;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
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
      case "memmove" -> memory.move(call);
      case "trap" -> trap(call);
      case "ubsantrap" -> throw new WriteException("a trap has no form in SPIR-V");
      case "expect", "expect.with.probability", "annotation", "ssa.copy", "arithmetic.fence" -> {
        return body.value(call.operand(0));
      }
      case "abs" -> {
        return body.standard("s_abs", type, body.value(call.operand(0)));
      }
      case "bitreverse" -> {
        return BitFunctions.reverse(body, type, body.value(call.operand(0)));
      }
      case "readcyclecounter" -> {
        return BitFunctions.clock(body, type, Scope.DEVICE);
      }
      case "is.fpclass" -> {
        return isOfClass(call, type);
      }
      case "bswap" -> {
        return BitFunctions.swapBytes(body, type, body.value(call.operand(0)));
      }
      case "fshl", "fshr" -> {
        return shift(call, type, base.equals("fshr"));
      }
      case "uadd.with.overflow",
          "usub.with.overflow",
          "umul.with.overflow",
          "sadd.with.overflow",
          "ssub.with.overflow",
          "smul.with.overflow" -> {
        return overflowing(call, base, type);
      }
      default -> {
        return -1;
      }
    }
    return 0;
  }

  /** LLVM's classes of floating-point numbers that SPIR-V asks for with one instruction. */
  private int isOfClass(LlvmInstruction call, WrittenType type) {
    int classes = ((LlvmConstant) call.operand(1)).integerValue().intValue();
    String op =
        switch (classes) {
          case 0x3 -> Opcode.IS_NAN;
          case 0x204 -> Opcode.IS_INF;
          case 0x108 -> Opcode.IS_NORMAL;
          case 0x1f8 -> Opcode.IS_FINITE;
          default -> throw new WriteException("a test of these classes has no form in SPIR-V");
        };
    return body.emit(op, type, body.value(call.operand(0)));
  }

  /** SPIR-V has no trap: it is left to be found by LLVM's name for it. */
  private void trap(LlvmInstruction call) {
    LlvmFunction trap = call.calledFunction().orElseThrow();
    if (!body.module().isKnown(trap)) {
      body.module().importing(trap.name());
    }
    int unused =
        body.emit(Opcode.FUNCTION_CALL, body.types().voidType(), body.module().function(trap));
  }

  /** A funnel shift of one value is a rotation, of two values two shifts. */
  private int shift(LlvmInstruction call, WrittenType type, boolean right) {
    int by = body.value(call.operand(2));
    int high = body.value(call.operand(0));
    if (call.operand(0).equals(call.operand(1))) {
      return body.standard("rotate", type, high, right ? body.emit(Opcode.S_NEGATE, type, by) : by);
    }
    int low = body.value(call.operand(1));
    int one = body.constants().integer(type, 1);
    int most = body.constants().integer(type, type.scalar().bits() - 1);
    int amount = body.emit(Opcode.BITWISE_AND, type, by, most);
    int rest = body.emit(Opcode.I_SUB, type, most, amount);
    if (right) {
      high = body.emit(Opcode.SHIFT_LEFT_LOGICAL, type, high, one);
      high = body.emit(Opcode.SHIFT_LEFT_LOGICAL, type, high, rest);
      low = body.emit(Opcode.SHIFT_RIGHT_LOGICAL, type, low, amount);
    } else {
      high = body.emit(Opcode.SHIFT_LEFT_LOGICAL, type, high, amount);
      low = body.emit(Opcode.SHIFT_RIGHT_LOGICAL, type, low, one);
      low = body.emit(Opcode.SHIFT_RIGHT_LOGICAL, type, low, rest);
    }
    return body.emit(Opcode.BITWISE_OR, type, high, low);
  }

  /** A number, and whether it is another than without limits. */
  private int overflowing(LlvmInstruction call, String name, WrittenType pair) {
    int a = body.value(call.operand(0));
    int b = body.value(call.operand(1));
    WrittenType type = body.typeOf(a);
    WrittenType flag = body.types().like(type, body.types().bool());
    String operation = name.substring(1, 4);
    String op =
        operation.equals("add")
            ? Opcode.I_ADD
            : operation.equals("sub") ? Opcode.I_SUB : Opcode.I_MUL;
    int result = body.emit(op, type, a, b);
    int zero = body.constants().integer(type, 0);
    boolean signed = name.startsWith("s");
    int over =
        switch (operation) {
          case "mul" -> {
            int most = body.constants().integer(type, type.scalar().bits() - 1);
            int high = body.standard(signed ? "s_mul_hi" : "u_mul_hi", type, a, b);
            int sign = signed ? body.emit(Opcode.SHIFT_RIGHT_ARITHMETIC, type, result, most) : zero;
            yield body.emit(Opcode.I_NOT_EQUAL, flag, high, sign);
          }
          case "add" ->
              signed
                  ? differ(type, flag, a, result, b, result)
                  : body.emit(Opcode.U_LESS_THAN, flag, result, a);
          default ->
              signed
                  ? differ(type, flag, a, b, a, result)
                  : body.emit(Opcode.U_LESS_THAN, flag, a, b);
        };
    return body.emit(Opcode.COMPOSITE_CONSTRUCT, pair, result, over);
  }

  /** Returns whether two pairs both have different signs. */
  private int differ(WrittenType type, WrittenType flag, int a, int b, int c, int d) {
    int first = body.emit(Opcode.BITWISE_XOR, type, a, b);
    int second = body.emit(Opcode.BITWISE_XOR, type, c, d);
    int both = body.emit(Opcode.BITWISE_AND, type, first, second);
    return body.emit(Opcode.S_LESS_THAN, flag, both, body.constants().integer(type, 0));
  }
}
