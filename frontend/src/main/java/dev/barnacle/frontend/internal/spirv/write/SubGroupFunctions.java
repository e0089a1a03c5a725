package dev.barnacle.frontend.internal.spirv.write;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Functions of sub-groups by extensions, which some of its work-items may call. */
final class SubGroupFunctions implements BuiltinCall.Family {
  private static final int SPIRV_1_3 = 0x00010300;
  private static final int SUB_GROUP = 3;
  private static final int CLUSTERED = 3;

  private static final Pattern ARITHMETIC =
      Pattern.compile(
          "sub_group_(non_uniform_(reduce|scan_inclusive|scan_exclusive)|clustered_reduce)_(\\w+)");

  private static final Map<String, String> BALLOT_COUNTS =
      Map.of(
          "sub_group_ballot_bit_count", "0",
          "sub_group_ballot_inclusive_scan", "1",
          "sub_group_ballot_exclusive_scan", "2");

  /** Notes a capability of non-uniform groups. */
  static void need(BuiltinCall call, String capability) {
    call.body().module().text.need(SPIRV_1_3, call.name());
    call.body().module().text.capability(capability);
  }

  @Override
  public int write(BuiltinCall call) {
    if (!call.name().contains("sub_group_")) {
      return OTHER;
    }
    Matcher arithmetic = ARITHMETIC.matcher(call.name());
    if (arithmetic.matches() && !call.types().isEmpty()) {
      return arithmetic(call, arithmetic);
    }
    int scope = call.integer(SUB_GROUP);
    Body body = call.body();
    WrittenType bool = body.types().bool();
    switch (call.name()) {
      case "sub_group_elect" -> {
        need(call, "GroupNonUniform");
        return call.asResult(body.emit("OpGroupNonUniformElect", bool, scope));
      }
      case "sub_group_non_uniform_all" -> {
        need(call, "GroupNonUniformVote");
        return GroupFunctions.vote(call, "OpGroupNonUniformAll", scope);
      }
      case "sub_group_non_uniform_any" -> {
        need(call, "GroupNonUniformVote");
        return GroupFunctions.vote(call, "OpGroupNonUniformAny", scope);
      }
      case "sub_group_non_uniform_all_equal" -> {
        need(call, "GroupNonUniformVote");
        return call.asResult(body.emit("OpGroupNonUniformAllEqual", bool, scope, call.value(0)));
      }
      case "sub_group_broadcast_first" -> {
        need(call, "GroupNonUniformBallot");
        return body.emit("OpGroupNonUniformBroadcastFirst", call.result(), scope, call.value(0));
      }
      case "sub_group_non_uniform_broadcast" -> {
        boolean constant = call.constant(1).isPresent();
        if (!constant) {
          body.module().text.need(0x00010500, call.name() + " of an id that is no constant");
        }
        return move(call, "OpGroupNonUniformBroadcast", "GroupNonUniformBallot");
      }
      case "sub_group_shuffle" -> {
        return move(call, "OpGroupNonUniformShuffle", "GroupNonUniformShuffle");
      }
      case "sub_group_shuffle_xor" -> {
        return move(call, "OpGroupNonUniformShuffleXor", "GroupNonUniformShuffle");
      }
      case "sub_group_shuffle_up" -> {
        return move(call, "OpGroupNonUniformShuffleUp", "GroupNonUniformShuffleRelative");
      }
      case "sub_group_shuffle_down" -> {
        return move(call, "OpGroupNonUniformShuffleDown", "GroupNonUniformShuffleRelative");
      }
      case "sub_group_rotate", "sub_group_clustered_rotate" -> {
        return rotate(call);
      }
      case "intel_sub_group_shuffle" -> {
        return intel(call, "OpSubgroupShuffleINTEL");
      }
      case "intel_sub_group_shuffle_xor" -> {
        return intel(call, "OpSubgroupShuffleXorINTEL");
      }
      case "intel_sub_group_shuffle_up" -> {
        return intel(call, "OpSubgroupShuffleUpINTEL");
      }
      case "intel_sub_group_shuffle_down" -> {
        return intel(call, "OpSubgroupShuffleDownINTEL");
      }
      default -> {
        return ballot(call, scope);
      }
    }
  }

  private static int arithmetic(BuiltinCall call, Matcher name) {
    String operation = GroupFunctions.operation(name.group(3), call.type(0));
    if (operation.isEmpty()) {
      return OTHER;
    }
    boolean clustered = name.group(2) == null;
    need(call, clustered ? "GroupNonUniformClustered" : "GroupNonUniformArithmetic");
    int kind = clustered ? CLUSTERED : GroupFunctions.KINDS.getOrDefault(name.group(2), 0);
    int scope = call.integer(SUB_GROUP);
    boolean logical = operation.startsWith("Logical");
    String op = "OpGroupNonUniform" + operation;
    return clustered
        ? GroupFunctions.reduce(
            call, op, scope, kind, logical, call.integer(call.literal(1, "cluster's size")))
        : GroupFunctions.reduce(call, op, scope, kind, logical);
  }

  private static int move(BuiltinCall call, String op, String capability) {
    need(call, capability);
    return call.body()
        .emit(op, call.result(), call.integer(SUB_GROUP), call.value(0), call.value(1));
  }

  private static int rotate(BuiltinCall call) {
    call.body().module().text.capability("GroupNonUniformRotateKHR");
    int[] words = {call.integer(SUB_GROUP), call.value(0), call.value(1)};
    if (call.count() > 2) {
      words = WordBuffer.joined(words, call.integer(call.literal(2, "cluster's size")));
    }
    return call.body().emit("OpGroupNonUniformRotateKHR", call.result(), words);
  }

  private static int intel(BuiltinCall call, String op) {
    call.body().module().text.capability("SubgroupShuffleINTEL");
    int[] words = new int[call.count()];
    for (int k = 0; k < words.length; k++) {
      words[k] = call.value(k);
    }
    return call.body().emit(op, call.result(), words);
  }

  private static int ballot(BuiltinCall call, int scope) {
    Body body = call.body();
    WrittenType bool = body.types().bool();
    String kind = BALLOT_COUNTS.get(call.name());
    if (kind == null && !call.name().matches("sub_group_(inverse_)?ballot(_\\w+)?")) {
      return OTHER;
    }
    need(call, "GroupNonUniformBallot");
    if (kind != null) {
      return body.emit(
          "OpGroupNonUniformBallotBitCount",
          call.result(),
          scope,
          Integer.parseInt(kind),
          call.value(0));
    }
    return switch (call.name()) {
      case "sub_group_ballot" ->
          body.emit("OpGroupNonUniformBallot", call.result(), scope, call.isTrue(call.value(0)));
      case "sub_group_inverse_ballot" ->
          call.asResult(body.emit("OpGroupNonUniformInverseBallot", bool, scope, call.value(0)));
      case "sub_group_ballot_bit_extract" ->
          call.asResult(
              body.emit(
                  "OpGroupNonUniformBallotBitExtract", bool, scope, call.value(0), call.value(1)));
      case "sub_group_ballot_find_lsb" ->
          body.emit("OpGroupNonUniformBallotFindLSB", call.result(), scope, call.value(0));
      case "sub_group_ballot_find_msb" ->
          body.emit("OpGroupNonUniformBallotFindMSB", call.result(), scope, call.value(0));
      default -> OTHER;
    };
  }
}
