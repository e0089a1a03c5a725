package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Functions of work-groups and sub-groups (SPIR-V, 3.49.21 "Group and Subgroup Instructions", and
 * their extensions), as OpenCL C's functions.
 */
final class GroupLowering implements Lowering {
  private static final Map<String, String> REDUCTIONS =
      Map.ofEntries(
          Map.entry("IAdd", "add"),
          Map.entry("FAdd", "add"),
          Map.entry("UMin", "min"),
          Map.entry("SMin", "min"),
          Map.entry("FMin", "min"),
          Map.entry("UMax", "max"),
          Map.entry("SMax", "max"),
          Map.entry("FMax", "max"),
          Map.entry("IMul", "mul"),
          Map.entry("FMul", "mul"),
          Map.entry("BitwiseAnd", "and"),
          Map.entry("BitwiseOr", "or"),
          Map.entry("BitwiseXor", "xor"),
          Map.entry("LogicalAnd", "logical_and"),
          Map.entry("LogicalOr", "logical_or"),
          Map.entry("LogicalXor", "logical_xor"));

  private static final List<String> KINDS = List.of("reduce", "scan_inclusive", "scan_exclusive");
  private static final int CLUSTERED = 3;

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
      case "OpGroupAll" -> vote(i, group(i) + "_all");
      case "OpGroupAny" -> vote(i, group(i) + "_any");
      case "OpGroupBroadcast" -> broadcast(i);
      case "OpGroupAsyncCopy" -> asyncCopy(i);
      case "OpGroupWaitEvents" -> waitEvents(i);
      case "OpGroupNonUniformElect" -> test(code.call("_Z15sub_group_electv", "i32", List.of()));
      case "OpGroupNonUniformAll" -> vote(i, "sub_group_non_uniform_all");
      case "OpGroupNonUniformAny" -> vote(i, "sub_group_non_uniform_any");
      case "OpGroupNonUniformAllEqual" ->
          test(
              code.library(
                  "sub_group_non_uniform_all_equal",
                  new SpirvType.Int(32),
                  List.of(MangledArgument.signed(code.type(i.operand(1)))),
                  List.of(code.typed(i.operand(1)))));
      case "OpGroupNonUniformBroadcast" -> move(i, "sub_group_non_uniform_broadcast", 1);
      case "OpGroupNonUniformBroadcastFirst" -> broadcastFirst(i.operand(1));
      case "OpSubgroupFirstInvocationKHR" -> broadcastFirst(i.operand(0));
      case "OpSubgroupReadInvocationKHR" -> move(i, "sub_group_non_uniform_broadcast", 0);
      case "OpGroupNonUniformShuffle" -> move(i, "sub_group_shuffle", 1);
      case "OpGroupNonUniformShuffleXor" -> move(i, "sub_group_shuffle_xor", 1);
      case "OpGroupNonUniformShuffleUp" -> move(i, "sub_group_shuffle_up", 1);
      case "OpGroupNonUniformShuffleDown" -> move(i, "sub_group_shuffle_down", 1);
      case "OpSubgroupShuffleINTEL" -> move(i, "intel_sub_group_shuffle", 0);
      case "OpSubgroupShuffleXorINTEL" -> move(i, "intel_sub_group_shuffle_xor", 0);
      case "OpSubgroupShuffleUpINTEL" -> movePair(i, "intel_sub_group_shuffle_up");
      case "OpSubgroupShuffleDownINTEL" -> movePair(i, "intel_sub_group_shuffle_down");
      case "OpGroupNonUniformRotateKHR" -> rotate(i);
      case "OpGroupNonUniformBallot" -> ballot(i.operand(1));
      case "OpSubgroupBallotKHR" -> ballot(i.operand(0));
      case "OpGroupNonUniformInverseBallot" -> ballotTest(i, "sub_group_inverse_ballot", false);
      case "OpGroupNonUniformBallotBitExtract" ->
          ballotTest(i, "sub_group_ballot_bit_extract", true);
      case "OpGroupNonUniformBallotBitCount" -> ballotCount(i);
      case "OpGroupNonUniformBallotFindLSB" -> ballotNumber(i, "sub_group_ballot_find_lsb");
      case "OpGroupNonUniformBallotFindMSB" -> ballotNumber(i, "sub_group_ballot_find_msb");
      default -> {
        return false;
      }
    }
    return true;
  }

  private String group(SpirvInstruction i) {
    return switch (operands.scopeNumber(i.operand(0), i)) {
      case MemoryOperands.WORKGROUP -> "work_group";
      case MemoryOperands.SUBGROUP -> "sub_group";
      default -> throw i.invalid("its execution scope is neither Workgroup nor Subgroup");
    };
  }

  private void test(String call) {
    code.define("icmp ne i32 " + code.temporary(call) + ", 0");
  }

  private String asInt(int id) {
    return "i32 " + code.temporary("zext " + code.typed(id) + " to i32");
  }

  private void vote(SpirvInstruction i, String name) {
    SpirvType integer = new SpirvType.Int(32);
    test(
        code.library(
            name, integer, List.of(MangledArgument.signed(integer)), List.of(asInt(i.operand(1)))));
  }

  /** {@code OpGroupIAdd}, {@code OpGroupNonUniformIAdd}, {@code OpGroupIMulKHR} and their kin. */
  private boolean reduction(SpirvInstruction i) {
    String name = i.name();
    boolean nonUniform = name.startsWith("OpGroupNonUniform");
    String prefix = nonUniform ? "OpGroupNonUniform" : "OpGroup";
    if (!name.startsWith(prefix)) {
      return false;
    }
    String rest = name.substring(prefix.length());
    String operation = rest.endsWith("KHR") ? rest.substring(0, rest.length() - 3) : rest;
    String function = REDUCTIONS.get(operation);
    if (function == null) {
      return false;
    }
    String group = group(i);
    int kind = i.operand(1);
    if (kind == CLUSTERED && nonUniform) {
      reduce(i, operation, "sub_group_clustered_reduce_" + function, i.operand(3));
      return true;
    }
    if (kind < 0 || kind >= KINDS.size()) {
      throw i.invalid("group operation " + kind + " is not supported");
    }
    String middle = nonUniform ? "_non_uniform_" : "_";
    reduce(i, operation, group + middle + KINDS.get(kind) + "_" + function, 0);
    return true;
  }

  /** Narrow integers of work-groups, for which OpenCL C has no functions, are widened. */
  private void reduce(SpirvInstruction i, String operation, String function, int clusterSize) {
    SpirvType type = code.resultType();
    boolean signed = !operation.startsWith("U");
    boolean logical = operation.startsWith("Logical");
    boolean narrow =
        type instanceof SpirvType.Int n && n.bits() < 32 && function.startsWith("work_group");
    SpirvType used = logical || narrow ? new SpirvType.Int(32) : type;
    String value = code.typed(i.operand(2));
    if (logical) {
      value = asInt(i.operand(2));
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
      test(call);
    } else if (narrow) {
      code.define("trunc i32 " + code.temporary(call) + " to " + type.llvm());
    } else {
      code.define(call);
    }
  }

  private void broadcast(SpirvInstruction i) {
    SpirvType type = code.resultType();
    SpirvType where = code.type(i.operand(2));
    boolean subGroup = group(i).equals("sub_group");
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
    code.define(code.library(group(i) + "_broadcast", type, types, arguments));
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

  private void move(SpirvInstruction i, String name, int at) {
    SpirvType type = code.resultType();
    code.define(
        code.library(
            name,
            type,
            List.of(MangledArgument.signed(type), MangledArgument.unsigned(new SpirvType.Int(32))),
            List.of(code.typed(i.operand(at)), code.typed(i.operand(at + 1)))));
  }

  private void broadcastFirst(int value) {
    SpirvType type = code.resultType();
    code.define(
        code.library(
            "sub_group_broadcast_first",
            type,
            List.of(MangledArgument.signed(type)),
            List.of(code.typed(value))));
  }

  private void movePair(SpirvInstruction i, String name) {
    SpirvType type = code.resultType();
    MangledArgument value = MangledArgument.signed(type);
    code.define(
        code.library(
            name,
            type,
            List.of(value, value, MangledArgument.unsigned(new SpirvType.Int(32))),
            List.of(code.typed(i.operand(0)), code.typed(i.operand(1)), code.typed(i.operand(2)))));
  }

  private void rotate(SpirvInstruction i) {
    SpirvType type = code.resultType();
    List<MangledArgument> types =
        new ArrayList<>(
            List.of(MangledArgument.signed(type), MangledArgument.signed(new SpirvType.Int(32))));
    List<String> arguments =
        new ArrayList<>(List.of(code.typed(i.operand(1)), code.typed(i.operand(2))));
    boolean clustered = i.operands() > 3;
    if (clustered) {
      types.add(MangledArgument.unsigned(new SpirvType.Int(32)));
      arguments.add(code.typed(i.operand(3)));
    }
    String name = clustered ? "sub_group_clustered_rotate" : "sub_group_rotate";
    code.define(code.library(name, type, types, arguments));
  }

  private void ballot(int predicate) {
    SpirvType type = code.resultType();
    code.define(
        code.library(
            "sub_group_ballot",
            type,
            List.of(MangledArgument.signed(new SpirvType.Int(32))),
            List.of(asInt(predicate))));
  }

  private void ballotTest(SpirvInstruction i, String name, boolean indexed) {
    List<MangledArgument> types =
        new ArrayList<>(List.of(MangledArgument.unsigned(code.type(i.operand(1)))));
    List<String> arguments = new ArrayList<>(List.of(code.typed(i.operand(1))));
    if (indexed) {
      types.add(MangledArgument.unsigned(new SpirvType.Int(32)));
      arguments.add(code.typed(i.operand(2)));
    }
    test(code.library(name, new SpirvType.Int(32), types, arguments));
  }

  private void ballotCount(SpirvInstruction i) {
    String name =
        switch (i.operand(1)) {
          case 0 -> "sub_group_ballot_bit_count";
          case 1 -> "sub_group_ballot_inclusive_scan";
          case 2 -> "sub_group_ballot_exclusive_scan";
          default -> throw i.invalid("group operation " + i.operand(1));
        };
    number(name, i.operand(2));
  }

  private void ballotNumber(SpirvInstruction i, String name) {
    number(name, i.operand(1));
  }

  private void number(String name, int value) {
    code.define(
        code.library(
            name,
            code.resultType(),
            List.of(MangledArgument.unsigned(code.type(value))),
            List.of(code.typed(value))));
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
