package dev.barnacle.frontend.internal.spirv.write;

import java.util.Map;

/** Pipes (OpenCL C, 6.15.17), by the functions that clang calls for them. */
final class PipeFunctions implements BuiltinCall.Family {
  private static final Map<String, String> RESERVE =
      Map.of(
          "__reserve_read_pipe", "OpReserveReadPipePackets",
          "__reserve_write_pipe", "OpReserveWritePipePackets",
          "__work_group_reserve_read_pipe", "OpGroupReserveReadPipePackets",
          "__work_group_reserve_write_pipe", "OpGroupReserveWritePipePackets",
          "__sub_group_reserve_read_pipe", "OpGroupReserveReadPipePackets",
          "__sub_group_reserve_write_pipe", "OpGroupReserveWritePipePackets");

  private static final Map<String, String> COMMIT =
      Map.of(
          "__commit_read_pipe", "OpCommitReadPipe",
          "__commit_write_pipe", "OpCommitWritePipe",
          "__work_group_commit_read_pipe", "OpGroupCommitReadPipe",
          "__work_group_commit_write_pipe", "OpGroupCommitWritePipe",
          "__sub_group_commit_read_pipe", "OpGroupCommitReadPipe",
          "__sub_group_commit_write_pipe", "OpGroupCommitWritePipe");

  private static final int WORK_GROUP = 2;
  private static final int SUB_GROUP = 3;

  @Override
  public int write(BuiltinCall call) {
    String reserve = RESERVE.get(call.name());
    if (reserve != null) {
      return call.body().emit(reserve, call.result(), operands(call, reserve, 4));
    }
    String commit = COMMIT.get(call.name());
    if (commit != null) {
      call.body().effect(commit, operands(call, commit, 4));
      return NOTHING;
    }
    return switch (call.name()) {
      case "__read_pipe_2" -> access(call, "OpReadPipe", 1);
      case "__write_pipe_2" -> access(call, "OpWritePipe", 1);
      case "__read_pipe_4" -> access(call, "OpReservedReadPipe", 3);
      case "__write_pipe_4" -> access(call, "OpReservedWritePipe", 3);
      case "__get_pipe_num_packets_ro", "__get_pipe_num_packets_wo" ->
          call.body().emit("OpGetNumPipePackets", call.result(), operands(call, "", 3));
      case "__get_pipe_max_packets_ro", "__get_pipe_max_packets_wo" ->
          call.body().emit("OpGetMaxPipePackets", call.result(), operands(call, "", 3));
      case "is_valid_reserve_id" ->
          call.asResult(
              call.body().emit("OpIsValidReserveId", call.body().types().bool(), call.value(0)));
      case "__barnacle_null_reserve_id" -> call.body().constants().nullOf(call.result());
      default -> OTHER;
    };
  }

  private static int[] operands(BuiltinCall call, String op, int count) {
    int[] words = new int[Math.min(count, call.count())];
    for (int k = 0; k < words.length; k++) {
      words[k] = call.value(k);
    }
    if (!op.startsWith("OpGroup")) {
      return words;
    }
    call.body().module().text.capability("Groups");
    int scope = call.integer(call.name().startsWith("__sub") ? SUB_GROUP : WORK_GROUP);
    return WordBuffer.joined(new int[] {scope}, words);
  }

  /** Packets are bytes behind a generic pointer. */
  private static int access(BuiltinCall call, String op, int pointer) {
    Body body = call.body();
    int[] words = new int[call.count()];
    for (int k = 0; k < words.length; k++) {
      words[k] = k == pointer ? call.pointer(k, body.types().integer(8)) : call.value(k);
    }
    return body.emit(op, call.result(), words);
  }
}
