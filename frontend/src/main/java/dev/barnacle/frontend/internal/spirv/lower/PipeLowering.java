package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.ArrayList;
import java.util.List;

/**
 * Pipes (SPIR-V, 3.49.23 "Pipe Instructions"), as the functions that clang calls for OpenCL C's:
 * the size of packets and their alignment are their last arguments.
 */
final class PipeLowering implements Lowering {
  private final FunctionCode code;
  private final MemoryOperands operands;

  PipeLowering(FunctionCode code) {
    this.code = code;
    this.operands = new MemoryOperands(code);
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    switch (i.name()) {
      case "OpReadPipe" -> packet(i, "__read_pipe_2", 1);
      case "OpWritePipe" -> packet(i, "__write_pipe_2", 1);
      case "OpReservedReadPipe" -> packet(i, "__read_pipe_4", 3);
      case "OpReservedWritePipe" -> packet(i, "__write_pipe_4", 3);
      case "OpReserveReadPipePackets" ->
          code.define(call(i, "__reserve_read_pipe", reserveId(), 0));
      case "OpReserveWritePipePackets" ->
          code.define(call(i, "__reserve_write_pipe", reserveId(), 0));
      case "OpGroupReserveReadPipePackets" ->
          code.define(call(i, group(i) + "_reserve_read_pipe", reserveId(), 1));
      case "OpGroupReserveWritePipePackets" ->
          code.define(call(i, group(i) + "_reserve_write_pipe", reserveId(), 1));
      case "OpCommitReadPipe" -> code.effect(call(i, "__commit_read_pipe", "void", 0));
      case "OpCommitWritePipe" -> code.effect(call(i, "__commit_write_pipe", "void", 0));
      case "OpGroupCommitReadPipe" ->
          code.effect(call(i, group(i) + "_commit_read_pipe", "void", 1));
      case "OpGroupCommitWritePipe" ->
          code.effect(call(i, group(i) + "_commit_write_pipe", "void", 1));
      case "OpGetNumPipePackets" -> code.define(query(i, "num"));
      case "OpGetMaxPipePackets" -> code.define(query(i, "max"));
      case "OpIsValidReserveId" -> isValid(i);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static String reserveId() {
    return new SpirvType.Opaque(SpirvType.Opaque.Kind.RESERVE_ID).llvm();
  }

  private String group(SpirvInstruction i) {
    return switch (operands.scopeNumber(i.operand(0), i)) {
      case MemoryOperands.WORKGROUP -> "__work_group";
      case MemoryOperands.SUBGROUP -> "__sub_group";
      default -> throw i.invalid("its execution scope is neither Workgroup nor Subgroup");
    };
  }

  private String call(SpirvInstruction i, String name, String result, int from) {
    return code.call(name, result, i.operandsFrom(from).stream().map(code::typed).toList());
  }

  /**
   * Reads or writes a packet.
   *
   * @param pointer the operand that says where it is, which the functions take as a generic pointer
   */
  private void packet(SpirvInstruction i, String name, int pointer) {
    String generic = "ptr addrspace(4)";
    List<String> arguments = new ArrayList<>();
    for (int id : i.operandsFrom(0)) {
      arguments.add(code.typed(id));
    }
    if (arguments.size() != pointer + 3) {
      throw i.invalid("has " + arguments.size() + " operands, not " + (pointer + 3));
    }
    if (!(code.type(i.operand(pointer)) instanceof SpirvType.Pointer)) {
      throw i.invalid("%" + i.operand(pointer) + " is no pointer");
    }
    String address = arguments.get(pointer);
    if (!address.startsWith(generic)) {
      address = generic + " " + code.temporary("addrspacecast " + address + " to " + generic);
    }
    arguments.set(pointer, address);
    code.define(code.call(name, "i32", arguments));
  }

  private String query(SpirvInstruction i, String what) {
    boolean written =
        code.type(i.operand(0)) instanceof SpirvType.Opaque o
            && o.kind() == SpirvType.Opaque.Kind.WRITE_PIPE;
    return call(i, "__get_pipe_" + what + "_packets_" + (written ? "wo" : "ro"), "i32", 0);
  }

  private void isValid(SpirvInstruction i) {
    code.define(
        code.library(
            "is_valid_reserve_id",
            code.resultType(),
            List.of(MangledArgument.signed(code.type(i.operand(0)))),
            List.of(code.typed(i.operand(0)))));
  }
}
