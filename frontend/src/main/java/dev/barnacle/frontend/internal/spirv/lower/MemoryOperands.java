package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.Map;
import java.util.TreeMap;

/**
 * Scopes and memory semantics (SPIR-V, 3.27 "Scope" and 3.25 "Memory Semantics") by the numbers of
 * {@code memory_scope}, {@code memory_order} and {@code cl_mem_fence_flags}.
 */
final class MemoryOperands {
  /** The scope {@code Workgroup}. */
  static final int WORKGROUP = 2;

  /** The scope {@code Subgroup}. */
  static final int SUBGROUP = 3;

  /** Acquire, Release, AcquireRelease and SequentiallyConsistent. */
  private static final int ANY_ORDER = 0x2 | 0x4 | 0x8 | 0x10;

  /** Orders by the bits of {@code ANY_ORDER}: relaxed, acquire, release, both, sequential. */
  private static final Map<Integer, Integer> ORDERS =
      new TreeMap<>(Map.of(0, 0, 0x2, 2, 0x4, 3, 0x2 | 0x4, 4, 0x8, 4, 0x10, 5));

  /** All memories where an order acquires and releases. */
  private static final Map<Integer, Integer> BOTH =
      new TreeMap<>(Map.of(0x2 | 0x4, 7, 0x8, 7, 0x10, 7));

  /**
   * {@code CrossDevice}, {@code Device}, {@code Workgroup}, {@code Subgroup}, {@code Invocation}.
   */
  private static final Map<Integer, Integer> SCOPES =
      new TreeMap<>(Map.of(0, 3, 1, 2, WORKGROUP, 1, SUBGROUP, 4, 4, 0));

  /** What stands for run-time values that are no orders, and no scopes. */
  private static final int NO_ORDER = 6;

  private static final int NO_SCOPE = 5;

  private static final int WORKGROUP_MEMORY = 0x100;
  private static final int CROSS_WORKGROUP_MEMORY = 0x200;
  private static final int IMAGE_MEMORY = 0x800;

  private final FunctionCode code;

  MemoryOperands(FunctionCode code) {
    this.code = code;
  }

  int scopeNumber(int id, SpirvInstruction i) {
    if (!isConstant(id)) {
      throw i.invalid("its scope is no constant: what to do is not known before it runs");
    }
    return (int) code.module().constants().integer(code.resolved(id), i);
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
      String equal = code.temporary("icmp eq i32 " + value + ", " + number.getKey());
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
      return "i32 " + flags(semantics(id, i));
    }
    String bits = number(id, i);
    String both = code.temporary("and i32 " + code.temporary("lshr i32 " + bits + ", 8") + ", 3");
    String image = code.temporary("lshr i32 " + bits + ", 9");
    String third = code.temporary("and i32 " + image + ", 4");
    return "i32 " + code.temporary("or i32 " + both + ", " + third);
  }

  private static int flags(long bits) {
    return ((bits & WORKGROUP_MEMORY) != 0 ? 1 : 0)
        | ((bits & CROSS_WORKGROUP_MEMORY) != 0 ? 2 : 0)
        | ((bits & IMAGE_MEMORY) != 0 ? 4 : 0);
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
