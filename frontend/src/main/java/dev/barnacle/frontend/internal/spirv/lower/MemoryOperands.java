package dev.barnacle.frontend.internal.spirv.lower;

import static dev.barnacle.frontend.internal.spirv.dictionary.MemorySemantics.ACQUIRE;
import static dev.barnacle.frontend.internal.spirv.dictionary.MemorySemantics.ACQUIRE_RELEASE;
import static dev.barnacle.frontend.internal.spirv.dictionary.MemorySemantics.ANY_ORDER;
import static dev.barnacle.frontend.internal.spirv.dictionary.MemorySemantics.RELAXED;
import static dev.barnacle.frontend.internal.spirv.dictionary.MemorySemantics.RELEASE;
import static dev.barnacle.frontend.internal.spirv.dictionary.MemorySemantics.SEQUENTIALLY_CONSISTENT;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.dictionary.MemorySemantics;
import dev.barnacle.frontend.internal.spirv.dictionary.Scope;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Scopes and memory semantics (SPIR-V, 3.27 "Scope" and 3.25 "Memory Semantics") by the numbers of
 * {@code memory_scope}, {@code memory_order} and {@code cl_mem_fence_flags}.
 */
final class MemoryOperands {
  /** Orders by the bits of {@code ANY_ORDER}: relaxed, acquire, release, both, sequential. */
  private static final Map<Integer, Integer> ORDERS =
      new TreeMap<>(
          Map.of(
              RELAXED,
              0,
              ACQUIRE,
              2,
              RELEASE,
              3,
              ACQUIRE | RELEASE,
              4,
              ACQUIRE_RELEASE,
              4,
              SEQUENTIALLY_CONSISTENT,
              5));

  /** All memories where an order acquires and releases. */
  private static final Map<Integer, Integer> BOTH =
      new TreeMap<>(Map.of(ACQUIRE | RELEASE, 7, ACQUIRE_RELEASE, 7, SEQUENTIALLY_CONSISTENT, 7));

  private static final Map<Integer, Integer> SCOPES =
      Arrays.stream(Scope.values())
          .collect(Collectors.toMap(Scope::number, Scope::openCl, (a, b) -> a, TreeMap::new));

  /** The numbers for run-time values that are no orders, and no scopes. */
  private static final int NO_ORDER = 6;

  private static final int NO_SCOPE = 5;

  private final FunctionCode code;

  MemoryOperands(FunctionCode code) {
    this.code = code;
  }

  private int scopeNumber(int id, SpirvInstruction i) {
    if (!isConstant(id)) {
      throw i.invalid("its scope is no constant: what to do is not known before it runs");
    }
    return (int) code.module().constants().integer(code.resolved(id), i);
  }

  /** Returns {@code work_group} or {@code sub_group}, by an execution scope. */
  String group(int id, SpirvInstruction i) {
    return switch (Scope.of(scopeNumber(id, i)).orElse(Scope.DEVICE)) {
      case WORKGROUP -> "work_group";
      case SUBGROUP -> "sub_group";
      default -> throw i.invalid("its execution scope is neither Workgroup nor Subgroup");
    };
  }

  private boolean isConstant(int id) {
    return code.module().constants().find(code.resolved(id)) != null;
  }

  /** Returns memory semantics that are constant, or that were computed. */
  private long semantics(int id, SpirvInstruction i) {
    return code.module().constants().integer(code.resolved(id), i);
  }

  /** Returns a scope as an argument, which may be one that is known when the kernel runs. */
  String scope(int id, SpirvInstruction i) {
    if (!isConstant(id)) {
      return "i32 " + mapped(number(id, i), SCOPES, NO_SCOPE);
    }
    Integer scope = SCOPES.get(scopeNumber(id, i));
    if (scope == null) {
      throw i.invalid("scope " + scopeNumber(id, i) + " is not one of kernels");
    }
    return "i32 " + scope;
  }

  /** Returns an integer of 32 bits that is known when the kernel runs. */
  private String number(int id, SpirvInstruction i) {
    if (!code.type(id).llvm().equals("i32")) {
      throw i.invalid("%" + id + " is no integer of 32 bits");
    }
    return code.value(id);
  }

  private String mapped(String value, Map<Integer, Integer> numbers, int otherwise) {
    String result = Integer.toString(otherwise);
    for (Map.Entry<Integer, Integer> number : numbers.entrySet()) {
      String equal = code.text().icmp("eq", "i32", value, number.getKey());
      result =
          code.temporary(
              "select i1 %s, i32 %d, i32 %s".formatted(equal, number.getValue(), result));
    }
    return result;
  }

  /** Returns an order as an argument, which may be one that is known when the kernel runs. */
  String order(int id, SpirvInstruction i) {
    if (!isConstant(id)) {
      String bits = code.temporary("and i32 " + number(id, i) + ", " + ANY_ORDER);
      return "i32 " + mapped(bits, ORDERS, NO_ORDER);
    }
    Integer order = ORDERS.get((int) (semantics(id, i) & ANY_ORDER));
    if (order == null) {
      throw i.invalid("its memory semantics have more than one order");
    }
    return "i32 " + order;
  }

  /** Returns the memory that is made consistent, as an argument. */
  String fenceFlags(int id, SpirvInstruction i) {
    if (isConstant(id)) {
      return "i32 " + MemorySemantics.flags(semantics(id, i));
    }
    String bits = number(id, i);
    String both = code.temporary("and i32 " + code.text().binary("lshr", "i32", bits, 8) + ", 3");
    String image = code.text().binary("lshr", "i32", bits, 9);
    String third = code.text().binary("and", "i32", image, 4);
    return "i32 " + code.text().binary("or", "i32", both, third);
  }

  /**
   * Returns the memory that a control barrier makes consistent, as an argument: none where its
   * semantics do not both acquire and release, as barriers of OpenCL C do.
   */
  String barrierFlags(int id, SpirvInstruction i) {
    if (isConstant(id)) {
      boolean both = BOTH.containsKey((int) (semantics(id, i) & ANY_ORDER));
      return both ? fenceFlags(id, i) : "i32 0";
    }
    String bits = code.temporary("and i32 " + number(id, i) + ", " + ANY_ORDER);
    String all = mapped(bits, BOTH, 0);
    return "i32 " + code.temporary("and " + fenceFlags(id, i) + ", " + all);
  }

  /** Returns whether memory semantics are constant, and acquire or release but not both. */
  boolean isOneSided(int id, SpirvInstruction i, boolean acquires) {
    return isConstant(id) && order(id, i).equals(acquires ? "i32 2" : "i32 3");
  }
}
