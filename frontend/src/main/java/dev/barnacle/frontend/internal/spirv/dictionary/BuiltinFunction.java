package dev.barnacle.frontend.internal.spirv.dictionary;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A built-in function that is an instruction of SPIR-V, operand by operand. Functions whose
 * operands are more than that have a class of their own in each direction.
 *
 * @param op the instruction
 * @param function its name; {@code *} stands for {@code work_group} or {@code sub_group}, by the
 *     scope; {@code @} for {@code ro} or {@code wo}, by the pipe. A name that begins with {@code
 *     __} is not mangled
 * @param result what it gives: a letter of {@link Letter}
 * @param operands a letter each
 * @param capability that the instruction needs; empty for none beside those of its types
 */
public record BuiltinFunction(
    String op, String function, char result, String operands, String capability) {
  /** The letters for the types of operands and results. */
  public static final class Letter {
    /** Any type; integers have a sign. */
    public static final char ANY = 't';

    /** Any type; integers have no sign. */
    public static final char UNSIGNED = 'u';

    /** An integer of 32 bits without a sign. */
    public static final char UINT = 'i';

    /** The same, which SPIR-V may have in another width. */
    public static final char NUMBER = 'w';

    /** The same, a constant. */
    public static final char CONSTANT = 'c';

    /** An integer of 32 bits with a sign. */
    public static final char INT = 'n';

    /** A truth value, which is an {@code int} in OpenCL C. */
    public static final char TRUTH = 'b';

    /** A truth value, which is a {@code bool} in OpenCL C. */
    public static final char BOOL = 'p';

    /** A pointer to bytes, generic in OpenCL C. */
    public static final char BYTES = 'P';

    /** The scope {@code Subgroup}, which the function does not take. */
    public static final char SUB_GROUP = 's';

    /** A scope that the function's name has. */
    public static final char GROUP = 'g';

    /** No result. */
    public static final char VOID = 'v';

    private Letter() {}

    /** Returns whether an operand is a literal number, as a digit. */
    public static boolean isLiteral(char letter) {
      return letter >= '0' && letter <= '9';
    }

    /** Returns whether the function has an argument for an operand. */
    public static boolean isArgument(char letter) {
      return letter != SUB_GROUP && letter != GROUP && !isLiteral(letter);
    }
  }

  private static final Map<String, List<BuiltinFunction>> BY_OP = new HashMap<>();
  private static final Map<String, BuiltinFunction> BY_FUNCTION = new HashMap<>();

  static {
    add(Opcode.GROUP_ALL, "*_all", "b:gb", "Groups");
    add(Opcode.GROUP_ANY, "*_any", "b:gb", "Groups");
    nonUniform("Elect", "elect", "b:s", "");
    nonUniform("All", "non_uniform_all", "b:sb", "Vote");
    nonUniform("Any", "non_uniform_any", "b:sb", "Vote");
    nonUniform("AllEqual", "non_uniform_all_equal", "b:st", "Vote");
    nonUniform("BroadcastFirst", "broadcast_first", "t:st", "Ballot");
    add(
        Opcode.SUBGROUP_FIRST_INVOCATION_KHR,
        "sub_group_broadcast_first",
        "t:t",
        "SubgroupBallotKHR");
    nonUniform("Broadcast", "non_uniform_broadcast", "t:sti", "Ballot");
    add(
        Opcode.SUBGROUP_READ_INVOCATION_KHR,
        "sub_group_non_uniform_broadcast",
        "t:ti",
        "SubgroupBallotKHR");
    nonUniform("Shuffle", "shuffle", "t:sti", "Shuffle");
    nonUniform("ShuffleXor", "shuffle_xor", "t:sti", "Shuffle");
    nonUniform("ShuffleUp", "shuffle_up", "t:sti", "ShuffleRelative");
    nonUniform("ShuffleDown", "shuffle_down", "t:sti", "ShuffleRelative");
    nonUniform("RotateKHR", "rotate", "t:stn", "RotateKHR");
    nonUniform("RotateKHR", "clustered_rotate", "t:stnc", "RotateKHR");
    nonUniform("Ballot", "ballot", "t:sb", "Ballot");
    add(Opcode.SUBGROUP_BALLOT_KHR, "sub_group_ballot", "t:b", "SubgroupBallotKHR");
    nonUniform("InverseBallot", "inverse_ballot", "b:su", "Ballot");
    nonUniform("BallotBitExtract", "ballot_bit_extract", "b:sui", "Ballot");
    nonUniform("BallotBitCount", "ballot_bit_count", "t:s0u", "Ballot");
    nonUniform("BallotBitCount", "ballot_inclusive_scan", "t:s1u", "Ballot");
    nonUniform("BallotBitCount", "ballot_exclusive_scan", "t:s2u", "Ballot");
    nonUniform("BallotFindLSB", "ballot_find_lsb", "t:su", "Ballot");
    nonUniform("BallotFindMSB", "ballot_find_msb", "t:su", "Ballot");
    intel("", "t:ti");
    intel("Xor", "t:ti");
    intel("Up", "t:tti");
    intel("Down", "t:tti");
    for (String way : List.of("Read", "Write")) {
      String pipe = way.toLowerCase(Locale.ROOT) + "_pipe";
      add("Op" + way + "Pipe", "__" + pipe + "_2", "t:tPii", "");
      add("OpReserved" + way + "Pipe", "__" + pipe + "_4", "t:tttPii", "");
      add("OpReserve" + way + "PipePackets", "__reserve_" + pipe, "t:tttt", "");
      add("OpGroupReserve" + way + "PipePackets", "__*_reserve_" + pipe, "t:gtttt", "Groups");
      add("OpCommit" + way + "Pipe", "__commit_" + pipe, "v:tttt", "");
      add("OpGroupCommit" + way + "Pipe", "__*_commit_" + pipe, "v:gtttt", "Groups");
    }
    add(Opcode.GET_NUM_PIPE_PACKETS, "__get_pipe_num_packets_@", "t:ttt", "");
    add(Opcode.GET_MAX_PIPE_PACKETS, "__get_pipe_max_packets_@", "t:ttt", "");
    add(Opcode.IS_VALID_RESERVE_ID, "is_valid_reserve_id", "p:t", "");
    add(Opcode.GET_DEFAULT_QUEUE, "get_default_queue", "t:", "");
    add(Opcode.RETAIN_EVENT, "retain_event", "v:t", "");
    add(Opcode.RELEASE_EVENT, "release_event", "v:t", "");
    add(Opcode.CREATE_USER_EVENT, "create_user_event", "t:", "");
    add(Opcode.SET_USER_EVENT_STATUS, "set_user_event_status", "v:tt", "");
    add(Opcode.IS_VALID_EVENT, "is_valid_event", "p:t", "");
    add(Opcode.BIT_FIELD_INSERT, "bitfield_insert", "t:uuww", "BitInstructions");
    add(Opcode.BIT_FIELD_S_EXTRACT, "bitfield_extract_signed", "t:uww", "BitInstructions");
    add(Opcode.BIT_FIELD_U_EXTRACT, "bitfield_extract_unsigned", "t:uww", "BitInstructions");
  }

  private static void nonUniform(String op, String function, String form, String capability) {
    add("OpGroupNonUniform" + op, "sub_group_" + function, form, "GroupNonUniform" + capability);
  }

  private static void intel(String way, String form) {
    String function = way.isEmpty() ? "" : "_" + way.toLowerCase(Locale.ROOT);
    add(
        "OpSubgroupShuffle" + way + "INTEL",
        "intel_sub_group_shuffle" + function,
        form,
        "SubgroupShuffleINTEL");
  }

  private static void add(String op, String function, String form, String capability) {
    BuiltinFunction row =
        new BuiltinFunction(op, function, form.charAt(0), form.substring(2), capability);
    BY_OP.computeIfAbsent(op, o -> new ArrayList<>()).add(row);
    for (String group : List.of("work_group", "sub_group")) {
      for (String access : List.of("ro", "wo")) {
        BY_FUNCTION.putIfAbsent(function.replace("*", group).replace("@", access), row);
      }
    }
  }

  /** Returns all. */
  public static List<BuiltinFunction> all() {
    return BY_OP.values().stream().flatMap(List::stream).toList();
  }

  /** Returns what an instruction may be; none where it is none of these. */
  public static List<BuiltinFunction> ofInstruction(String name) {
    return BY_OP.getOrDefault(name, List.of());
  }

  /** Returns what a function is; null where it is none of these. */
  public static @Nullable BuiltinFunction ofFunction(String name) {
    return BY_FUNCTION.get(name);
  }

  /** Returns how many arguments the function takes. */
  public int arguments() {
    return (int) operands.chars().filter(c -> Letter.isArgument((char) c)).count();
  }
}
