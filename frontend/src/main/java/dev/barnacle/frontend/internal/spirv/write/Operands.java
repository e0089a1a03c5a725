package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmOpcode;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.List;

/** Addresses and casts, which are instructions or constants of LLVM alike. */
final class Operands {
  private final Body body;

  Operands(Body body) {
    this.body = body;
  }

  /** Writes the instructions that compute a constant. */
  int expression(LlvmConstant constant) {
    LlvmOpcode opcode = constant.opcode();
    return switch (opcode) {
      case GETELEMENTPTR -> address(constant, constant.gepSourceType(), true);
      case ADDRSPACECAST, PTRTOINT, INTTOPTR, BITCAST ->
          cast(opcode, constant.operand(0), body.module().typeOf(constant));
      case ADD, SUB, XOR -> {
        String op =
            opcode == LlvmOpcode.ADD
                ? Opcode.I_ADD
                : opcode == LlvmOpcode.SUB ? Opcode.I_SUB : Opcode.BITWISE_XOR;
        WrittenType type = body.module().typeOf(constant);
        yield body.emit(op, type, body.value(constant.operand(0)), body.value(constant.operand(1)));
      }
      case TRUNC ->
          body.emit(
              Opcode.U_CONVERT, body.module().typeOf(constant), body.value(constant.operand(0)));
      default -> throw new WriteException("the constant " + constant + " has no form in SPIR-V");
    };
  }

  /** Writes the address that a getelementptr computes. */
  int address(LlvmValue gep, LlvmType source, boolean inBounds) {
    LlvmValue base = gep.operand(0);
    if (gep.type().kind() != LlvmType.Kind.POINTER) {
      throw new WriteException("a vector of pointers has no form in SPIR-V");
    }
    WrittenType part = body.module().type(source);
    List<Integer> words = new ArrayList<>(List.of(body.pointer(base, part)));
    List<LlvmValue> indexes = gep.operands();
    for (int i = 1; i < indexes.size(); i++) {
      LlvmValue index = indexes.get(i);
      words.add(body.value(index));
      if (i > 1) {
        part =
            part.is(WrittenType.Kind.STRUCT)
                ? part.part(((LlvmConstant) index).integerValue().intValueExact())
                : part.part(0);
      }
    }
    WrittenType type = body.types().pointer(TypeWriter.storage(gep.type().addressSpace()), part);
    return body.emit(
        inBounds ? Opcode.IN_BOUNDS_PTR_ACCESS_CHAIN : Opcode.PTR_ACCESS_CHAIN,
        type,
        words.stream().mapToInt(Integer::intValue).toArray());
  }

  /** Writes a cast from or to a pointer, or of bits. */
  int cast(LlvmOpcode opcode, LlvmValue operand, WrittenType type) {
    return switch (opcode) {
      case ADDRSPACECAST -> space(operand, type);
      case PTRTOINT -> {
        int number =
            body.emit(Opcode.CONVERT_PTR_TO_U, body.types().integer(64), body.value(operand));
        yield type.bits() == 64 ? number : body.emit(Opcode.U_CONVERT, type, number);
      }
      case INTTOPTR -> {
        int number = body.value(operand);
        if (body.typeOf(number).bits() != 64) {
          number = body.emit(Opcode.U_CONVERT, body.types().integer(64), number);
        }
        yield body.emit(Opcode.CONVERT_U_TO_PTR, type, number);
      }
      default -> {
        int id = body.value(operand);
        yield body.typeOf(id).equals(type) ? id : body.emit(Opcode.BITCAST, type, id);
      }
    };
  }

  private int space(LlvmValue operand, WrittenType type) {
    if (operand instanceof LlvmFunction) {
      return body.constants().nullOf(type); // blocks keep their functions, and nobody asks
    }
    int from = operand.type().addressSpace();
    int id = body.pointer(operand, type.pointee());
    int to =
        switch (type.space()) {
          case GENERIC -> 4;
          default -> 0;
        };
    if (to == 4) {
      return body.emit(Opcode.PTR_CAST_TO_GENERIC, type, id);
    }
    if (from == 4) {
      return body.emit(Opcode.GENERIC_CAST_TO_PTR, type, id);
    }
    throw new WriteException(
        "a pointer to " + type.space() + " of one to another address space has no form in SPIR-V");
  }
}
