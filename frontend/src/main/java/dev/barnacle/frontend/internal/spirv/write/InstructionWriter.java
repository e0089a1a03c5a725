package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.extension.SpirvExtension;
import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.dictionary.TwoWay;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmInstruction.Flag;
import dev.barnacle.llvm.view.LlvmOpcode;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.List;
import java.util.Set;

/** Arithmetic, comparisons, conversions, and what takes vectors and structures apart. */
final class InstructionWriter {
  private final Body body;

  InstructionWriter(Body body) {
    this.body = body;
  }

  private int operand(LlvmInstruction i, int index) {
    return body.value(i.operand(index));
  }

  private WrittenType type(LlvmInstruction i) {
    return body.module().typeOf(i);
  }

  /** Writes an instruction; returns the id of its result, or -1 where it is none of these. */
  int write(LlvmInstruction i) {
    return switch (i.opcode()) {
      case ADD, SUB, MUL -> wrapping(i, named(Operations.ARITHMETIC, i));
      case SHL -> wrapping(i, named(Operations.SHIFTS, i));
      case UDIV, SDIV, UREM, SREM -> binary(i, named(Operations.ARITHMETIC, i));
      case LSHR, ASHR -> binary(i, named(Operations.SHIFTS, i));
      case AND, OR, XOR -> bits(i);
      case FADD, FSUB, FMUL, FDIV, FREM -> fast(i, binary(i, named(Operations.ARITHMETIC, i)));
      case FNEG -> fast(i, body.emit(Opcode.F_NEGATE, type(i), operand(i, 0)));
      case ICMP -> compareIntegers(i);
      case FCMP -> compareFloats(i);
      case ZEXT, SEXT, UITOFP, SITOFP -> extend(i);
      case TRUNC -> truncate(i);
      case FPTOUI, FPTOSI -> body.emit(named(Operations.CONVERSIONS, i), type(i), operand(i, 0));
      case FPTRUNC, FPEXT -> body.emit(Opcode.F_CONVERT, type(i), operand(i, 0));
      case SELECT -> select(i);
      case FREEZE -> operand(i, 0);
      case EXTRACTELEMENT -> extractElement(i);
      case INSERTELEMENT -> insertElement(i);
      case SHUFFLEVECTOR -> shuffle(i);
      case EXTRACTVALUE -> {
        int[] path = path(i);
        yield body.emit(
            Opcode.COMPOSITE_EXTRACT,
            partOf(body.typeOf(operand(i, 0)), path),
            WordBuffer.joined(new int[] {operand(i, 0)}, path));
      }
      case INSERTVALUE -> {
        int[] path = path(i);
        int part = body.value(i.operand(1), partOf(type(i), path));
        yield body.emit(
            Opcode.COMPOSITE_INSERT,
            type(i),
            WordBuffer.joined(new int[] {part, operand(i, 0)}, path));
      }
      default -> -1;
    };
  }

  private static int[] path(LlvmInstruction i) {
    return i.aggregateIndices().stream().mapToInt(Integer::intValue).toArray();
  }

  private static WrittenType partOf(WrittenType whole, int[] path) {
    WrittenType part = whole;
    for (int index : path) {
      part = part.part(index);
    }
    return part;
  }

  private int binary(LlvmInstruction i, String op) {
    return body.emit(op, type(i), operand(i, 0), operand(i, 1));
  }

  private int wrapping(LlvmInstruction i, String op) {
    int id = binary(i, op);
    Set<Flag> flags = i.flags();
    if (flags.contains(Flag.NSW) || flags.contains(Flag.NUW)) {
      body.module().text.extension(SpirvExtension.SPV_KHR_NO_INTEGER_WRAP_DECORATION);
    }
    if (flags.contains(Flag.NSW)) {
      body.module().text.decorate(id, "NoSignedWrap");
    }
    if (flags.contains(Flag.NUW)) {
      body.module().text.decorate(id, "NoUnsignedWrap");
    }
    return id;
  }

  private static String named(TwoWay table, LlvmInstruction i) {
    return Operations.spirv(table, i.opcode().name());
  }

  private int bits(LlvmInstruction i) {
    if (!type(i).isBool()) {
      return binary(i, named(Operations.BITS, i));
    }
    boolean differs = i.opcode() == LlvmOpcode.XOR;
    return binary(
        i, differs ? Operations.spirv(Operations.LOGIC, "icmp ne") : named(Operations.LOGIC, i));
  }

  /** Notes what an operation may disregard (SPIR-V, 3.15 "FP Fast Math Mode"). */
  int fast(LlvmInstruction i, int id) {
    Set<Flag> flags = i.flags();
    boolean contract = flags.contains(Flag.CONTRACT);
    boolean reassociate = flags.contains(Flag.REASSOC);
    int mode =
        (flags.contains(Flag.NNAN) ? 0x1 : 0)
            | (flags.contains(Flag.NINF) ? 0x2 : 0)
            | (flags.contains(Flag.NSZ) ? 0x4 : 0)
            | (flags.contains(Flag.ARCP) ? 0x8 : 0);
    boolean all = mode == 0xf && contract && reassociate && flags.contains(Flag.AFN);
    if (all) {
      mode |= 0x10;
    } else if (contract || reassociate) {
      mode |= (contract ? 0x10000 : 0) | (reassociate ? 0x20000 : 0);
      body.module().text.capability("FPFastMathModeINTEL");
    }
    if (mode != 0) {
      body.module().text.decorate(id, "FPFastMathMode", mode);
    }
    return id;
  }

  private int compareIntegers(LlvmInstruction i) {
    LlvmType of = i.operand(0).type();
    int a;
    int b;
    if (of.kind() == LlvmType.Kind.POINTER) {
      a = body.emit(Opcode.CONVERT_PTR_TO_U, body.types().integer(64), operand(i, 0));
      b = body.emit(Opcode.CONVERT_PTR_TO_U, body.types().integer(64), operand(i, 1));
    } else {
      a = operand(i, 0);
      b = operand(i, 1);
    }
    boolean bool = body.typeOf(a).isBool();
    String op =
        switch (i.intPredicate()) {
          case EQ, NE -> compared(bool ? Operations.LOGIC : Operations.COMPARISONS, i);
          default -> compared(Operations.COMPARISONS, i);
        };
    if (bool && !op.startsWith("OpLogical")) {
      boolean signed = op.startsWith("OpS");
      a = number(a, body.types().like(body.typeOf(a), body.types().integer(32)), signed);
      b = number(b, body.typeOf(a), signed);
    }
    return body.emit(op, type(i), a, b);
  }

  private static String compared(TwoWay table, LlvmInstruction i) {
    return Operations.spirv(table, "icmp " + i.intPredicate());
  }

  private int compareFloats(LlvmInstruction i) {
    return switch (i.floatPredicate()) {
      case FALSE -> body.constants().integer(type(i), 0);
      case TRUE -> body.constants().integer(type(i), 1);
      default -> binary(i, Operations.spirv(Operations.COMPARISONS, "fcmp " + i.floatPredicate()));
    };
  }

  /** Returns 1, or -1 of what is signed, for true, and 0 for false. */
  int number(int bool, WrittenType type, boolean signed) {
    ConstantWriter constants = body.constants();
    int one;
    int zero;
    if (type.isFloat()) {
      one = constants.floating(type.scalar(), signed ? -1 : 1);
      one = type.lanes() > 1 ? constants.splat(type, one) : one;
      zero = constants.nullOf(type);
    } else {
      one = constants.integer(type, signed ? -1 : 1);
      zero = constants.integer(type, 0);
    }
    return body.emit(Opcode.SELECT, type, bool, one, zero);
  }

  private int extend(LlvmInstruction i) {
    int id = operand(i, 0);
    boolean signed =
        switch (i.opcode()) {
          case SEXT, SITOFP -> true;
          default -> false;
        };
    if (body.typeOf(id).isBool()) {
      return number(id, type(i), signed);
    }
    return body.emit(named(Operations.CONVERSIONS, i), type(i), id);
  }

  private int truncate(LlvmInstruction i) {
    int id = operand(i, 0);
    WrittenType from = body.typeOf(id);
    if (!type(i).isBool()) {
      return body.emit(Opcode.U_CONVERT, type(i), id);
    }
    int low = body.emit(Opcode.BITWISE_AND, from, id, body.constants().integer(from, 1));
    return body.emit(Opcode.I_NOT_EQUAL, type(i), low, body.constants().integer(from, 0));
  }

  private int select(LlvmInstruction i) {
    WrittenType type = type(i);
    int condition = operand(i, 0);
    int lanes = type.lanes();
    if (lanes > 1 && body.typeOf(condition).lanes() == 1) {
      condition = splat(condition, lanes);
    }
    return body.emit(
        Opcode.SELECT,
        type,
        condition,
        body.value(i.operand(1), type),
        body.value(i.operand(2), type));
  }

  /** Returns a vector with a scalar in all components. */
  int splat(int scalar, int lanes) {
    if (lanes == 1) {
      return scalar;
    }
    int[] parts = new int[lanes];
    java.util.Arrays.fill(parts, scalar);
    return body.emit(
        Opcode.COMPOSITE_CONSTRUCT, body.types().vector(body.typeOf(scalar), lanes), parts);
  }

  private int extractElement(LlvmInstruction i) {
    if (i.operand(0).type().count() == 1) {
      return operand(i, 0);
    }
    LlvmValue index = i.operand(1);
    return index instanceof LlvmConstant c && isWithin(c, i.operand(0).type())
        ? body.emit(
            Opcode.COMPOSITE_EXTRACT, type(i), operand(i, 0), c.integerValue().intValueExact())
        : body.emit(Opcode.VECTOR_EXTRACT_DYNAMIC, type(i), operand(i, 0), body.value(index));
  }

  private static boolean isWithin(LlvmConstant index, LlvmType vector) {
    return index.kind() == LlvmConstant.Kind.INTEGER
        && index.integerValue().signum() >= 0
        && index.integerValue().longValueExact() < vector.count();
  }

  private int insertElement(LlvmInstruction i) {
    if (i.type().count() == 1) {
      return operand(i, 1);
    }
    LlvmValue index = i.operand(2);
    return index instanceof LlvmConstant c && isWithin(c, i.operand(0).type())
        ? body.emit(
            Opcode.COMPOSITE_INSERT,
            type(i),
            operand(i, 1),
            operand(i, 0),
            c.integerValue().intValueExact())
        : body.emit(
            Opcode.VECTOR_INSERT_DYNAMIC, type(i), operand(i, 0), operand(i, 1), body.value(index));
  }

  private int shuffle(LlvmInstruction i) {
    List<Integer> mask = i.shuffleMask();
    int[] words = new int[mask.size()];
    for (int k = 0; k < words.length; k++) {
      words[k] = mask.get(k);
    }
    if (words.length == 1) {
      int from = Math.max(words[0], 0);
      int first = (int) i.operand(0).type().count();
      return body.emit(
          Opcode.COMPOSITE_EXTRACT,
          type(i),
          operand(i, from < first ? 0 : 1),
          from < first ? from : from - first);
    }
    return body.emit(
        Opcode.VECTOR_SHUFFLE,
        type(i),
        WordBuffer.joined(new int[] {operand(i, 0), operand(i, 1)}, words));
  }
}
