package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.dictionary.GroupReduction;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.ArrayList;
import java.util.List;

/**
 * Functions of work-groups and sub-groups (SPIR-V, 3.49.21 "Group and Subgroup Instructions", and
 * their extensions), as OpenCL C's functions.
 */
final class GroupLowering implements Lowering {
  private final FunctionCode code;
  private final MemoryOperands operands;

  GroupLowering(FunctionCode code) {
    this.code = code;
    this.operands = new MemoryOperands(code);
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    if (reduction(i)) {
      return true;
    }
    switch (i.name()) {
      case Opcode.GROUP_BROADCAST -> broadcast(i);
      case Opcode.GROUP_ASYNC_COPY -> asyncCopy(i);
      case Opcode.GROUP_WAIT_EVENTS -> waitEvents(i);
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean reduction(SpirvInstruction i) {
    GroupReduction found = GroupReduction.ofInstruction(i.name()).orElse(null);
    if (found == null) {
      return false;
    }
    boolean nonUniform = i.name().equals(found.nonUniform());
    String group = operands.group(i.operand(0), i);
    int kind = i.operand(1);
    if (kind == GroupReduction.CLUSTERED && nonUniform) {
      reduce(i, found, "sub_group_clustered_reduce_" + found.function(), i.operand(3));
      return true;
    }
    if (kind < 0 || kind >= GroupReduction.KINDS.size()) {
      throw i.invalid("group operation " + kind + " is not supported");
    }
    String middle = nonUniform ? "_non_uniform_" : "_";
    String name = group + middle + GroupReduction.KINDS.get(kind) + "_" + found.function();
    reduce(i, found, name, 0);
    return true;
  }

  /** Narrow integers of work-groups, for which OpenCL C has no functions, are widened. */
  private void reduce(
      SpirvInstruction i, GroupReduction operation, String function, int clusterSize) {
    SpirvType type = code.resultType();
    boolean signed = !operation.types().equals("U");
    boolean logical = operation.isLogical();
    boolean narrow =
        type instanceof SpirvType.Int n && n.bits() < 32 && function.startsWith("work_group");
    SpirvType used = logical || narrow ? new SpirvType.Int(32) : type;
    String value = code.typed(i.operand(2));
    if (logical) {
      value = code.truth(i.operand(2));
    } else if (narrow) {
      value = "i32 " + code.temporary((signed ? "sext " : "zext ") + value + " to i32");
    }
    List<MangledArgument> types = new ArrayList<>(List.of(new MangledArgument.Value(used, signed)));
    List<String> arguments = new ArrayList<>(List.of(value));
    if (clusterSize != 0) {
      types.add(MangledArgument.unsigned(new SpirvType.Int(32)));
      arguments.add(code.typed(clusterSize));
    }
    String call = code.library(function, used, types, arguments);
    if (logical) {
      code.test(call);
    } else if (narrow) {
      code.define("trunc i32 " + code.temporary(call) + " to " + type.llvm());
    } else {
      code.define(call);
    }
  }

  private void broadcast(SpirvInstruction i) {
    SpirvType type = code.resultType();
    SpirvType where = code.type(i.operand(2));
    String group = operands.group(i.operand(0), i);
    boolean subGroup = group.equals("sub_group");
    SpirvType index = new SpirvType.Int(subGroup ? 32 : 64);
    List<MangledArgument> types = new ArrayList<>(List.of(MangledArgument.signed(type)));
    List<String> arguments = new ArrayList<>(List.of(code.typed(i.operand(1))));
    for (int k = 0; k < where.components(); k++) {
      String part =
          where instanceof SpirvType.Vector
              ? code.temporary("extractelement " + code.typed(i.operand(2)) + ", i32 " + k)
              : code.value(i.operand(2));
      types.add(MangledArgument.unsigned(index));
      arguments.add(resized(part, where.scalar(), index));
    }
    code.define(code.library(group + "_broadcast", type, types, arguments));
  }

  private String resized(String value, SpirvType from, SpirvType to) {
    if (from.llvm().equals(to.llvm())) {
      return to.llvm() + " " + value;
    }
    String operation = to.llvm().equals("i64") ? "zext " : "trunc ";
    return to.llvm()
        + " "
        + code.temporary(operation + from.llvm() + " " + value + " to " + to.llvm());
  }

  private void asyncCopy(SpirvInstruction i) {
    if (!(code.type(i.operand(1)) instanceof SpirvType.Pointer to)
        || !(code.type(i.operand(2)) instanceof SpirvType.Pointer from)) {
      throw i.invalid("its destination and source are no pointers");
    }
    SpirvType element = to.pointee().get();
    SpirvType size = new SpirvType.Int(64);
    code.define(
        code.library(
            "async_work_group_strided_copy",
            code.resultType(),
            List.of(
                new MangledArgument.Pointer(to.storage().space(), false, element, true),
                new MangledArgument.Pointer(from.storage().space(), true, element, true),
                MangledArgument.unsigned(size),
                MangledArgument.unsigned(size),
                MangledArgument.unsigned(code.type(i.operand(5)))),
            List.of(
                code.typed(i.operand(1)),
                code.typed(i.operand(2)),
                code.size(i.operand(3)),
                code.size(i.operand(4)),
                code.typed(i.operand(5)))));
  }

  private void waitEvents(SpirvInstruction i) {
    if (!(code.type(i.operand(2)) instanceof SpirvType.Pointer events)) {
      throw i.invalid("its list of events is no pointer");
    }
    SpirvType integer = new SpirvType.Int(32);
    code.effect(
        code.library(
            "wait_group_events",
            new SpirvType.VoidType(),
            List.of(
                MangledArgument.signed(integer),
                new MangledArgument.Pointer(
                    events.storage().space(), false, events.pointee().get(), true)),
            List.of(code.typed(i.operand(1)), code.typed(i.operand(2)))));
  }
}
