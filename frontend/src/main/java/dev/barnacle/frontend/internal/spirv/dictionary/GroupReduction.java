package dev.barnacle.frontend.internal.spirv.dictionary;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An operation of groups on the values of their work-items. It is the end of an instruction's name
 * ({@code OpGroupIAdd}, {@code OpGroupNonUniformIAdd}, {@code OpGroupIMulKHR}) and of a function's.
 *
 * @param operation in SPIR-V
 * @param function in OpenCL C
 * @param types the kinds of types that it is of: F floating-point numbers, S and U integers with
 *     and without a sign
 * @param isCore whether {@code OpGroup…} is not one of an extension
 */
public record GroupReduction(String operation, String function, String types, boolean isCore) {
  /** The ends of functions' names by the numbers of SPIR-V, 3.28 "Group Operation". */
  public static final List<String> KINDS = List.of("reduce", "scan_inclusive", "scan_exclusive");

  /** The number of {@code ClusteredReduce}. */
  public static final int CLUSTERED = 3;

  private static final String PREFIX = "OpGroup";
  private static final String NON_UNIFORM = PREFIX + "NonUniform";

  private static final List<GroupReduction> ALL =
      List.of(
          new GroupReduction("IAdd", "add", "SU", true),
          new GroupReduction("FAdd", "add", "F", true),
          new GroupReduction("UMin", "min", "U", true),
          new GroupReduction("SMin", "min", "S", true),
          new GroupReduction("FMin", "min", "F", true),
          new GroupReduction("UMax", "max", "U", true),
          new GroupReduction("SMax", "max", "S", true),
          new GroupReduction("FMax", "max", "F", true),
          new GroupReduction("IMul", "mul", "SU", false),
          new GroupReduction("FMul", "mul", "F", false),
          new GroupReduction("BitwiseAnd", "and", "SUF", false),
          new GroupReduction("BitwiseOr", "or", "SUF", false),
          new GroupReduction("BitwiseXor", "xor", "SUF", false),
          new GroupReduction("LogicalAnd", "logical_and", "SUF", false),
          new GroupReduction("LogicalOr", "logical_or", "SUF", false),
          new GroupReduction("LogicalXor", "logical_xor", "SUF", false));

  private static final Map<String, GroupReduction> BY_INSTRUCTION = new HashMap<>();

  static {
    for (GroupReduction row : ALL) {
      BY_INSTRUCTION.put(row.uniform(), row);
      BY_INSTRUCTION.put(row.nonUniform(), row);
    }
  }

  /** Returns all. */
  public static List<GroupReduction> all() {
    return ALL;
  }

  /** Returns what an instruction does; none where it is no reduction. */
  public static Optional<GroupReduction> ofInstruction(String name) {
    return Optional.ofNullable(BY_INSTRUCTION.get(name));
  }

  /**
   * Returns what a function does.
   *
   * @param type the kind of its type
   */
  public static Optional<GroupReduction> ofFunction(String name, char type) {
    return ALL.stream()
        .filter(r -> r.function.equals(name) && r.types.indexOf(type) >= 0)
        .findFirst();
  }

  /** Returns the instruction that all work-items of a group run. */
  public String uniform() {
    return PREFIX + operation + (isCore ? "" : "KHR");
  }

  /** Returns the instruction that some of them may run. */
  public String nonUniform() {
    return NON_UNIFORM + operation;
  }

  /** Returns whether it is of truth values. */
  public boolean isLogical() {
    return operation.startsWith("Logical");
  }
}
