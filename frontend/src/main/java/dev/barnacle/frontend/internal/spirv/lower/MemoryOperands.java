package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;

/**
 * Scopes and memory semantics (SPIR-V, 3.27 "Scope" and 3.25 "Memory Semantics") by the numbers of
 * {@code memory_scope}, {@code memory_order} and {@code cl_mem_fence_flags}.
 */
final class MemoryOperands {
  /** The scope {@code Workgroup}. */
  static final int WORKGROUP = 2;

  /** The scope {@code Subgroup}. */
  static final int SUBGROUP = 3;

  private static final int ACQUIRE = 0x2;
  private static final int RELEASE = 0x4;
  private static final int ACQUIRE_RELEASE = 0x8;
  private static final int SEQUENTIALLY_CONSISTENT = 0x10;
  private static final int WORKGROUP_MEMORY = 0x100;
  private static final int CROSS_WORKGROUP_MEMORY = 0x200;
  private static final int IMAGE_MEMORY = 0x800;

  private final FunctionCode code;

  MemoryOperands(FunctionCode code) {
    this.code = code;
  }

  int scopeNumber(int id, SpirvInstruction i) {
    return (int) constant(id, "scope", i);
  }

  private long constant(int id, String what, SpirvInstruction i) {
    if (code.module().constants().find(code.resolved(id)) == null) {
      throw i.invalid("its " + what + " is no constant, which is not supported");
    }
    return code.module().constants().integer(code.resolved(id), i);
  }

  /** Returns a scope as an argument. */
  String scope(int id, SpirvInstruction i) {
    return "i32 "
        + switch (scopeNumber(id, i)) {
          case 0 -> 3;
          case 1 -> 2;
          case WORKGROUP -> 1;
          case SUBGROUP -> 4;
          case 4 -> 0;
          default -> throw i.invalid("scope " + scopeNumber(id, i) + " is not one of kernels");
        };
  }

  /** Returns an order as an argument. */
  String order(int id, SpirvInstruction i) {
    long bits = constant(id, "memory semantics", i);
    long order = bits & (ACQUIRE | RELEASE | ACQUIRE_RELEASE | SEQUENTIALLY_CONSISTENT);
    if (Long.bitCount(order) > 1 && order != (ACQUIRE | RELEASE)) {
      throw i.invalid("its memory semantics have more than one order");
    }
    if ((order & SEQUENTIALLY_CONSISTENT) != 0) {
      return "i32 5";
    }
    if (order == (ACQUIRE | RELEASE) || order == ACQUIRE_RELEASE) {
      return "i32 4";
    }
    return order == RELEASE ? "i32 3" : order == ACQUIRE ? "i32 2" : "i32 0";
  }

  /** Returns the memory that is made consistent, as an argument. */
  String fenceFlags(int id, SpirvInstruction i) {
    long bits = constant(id, "memory semantics", i);
    int flags =
        ((bits & WORKGROUP_MEMORY) != 0 ? 1 : 0)
            | ((bits & CROSS_WORKGROUP_MEMORY) != 0 ? 2 : 0)
            | ((bits & IMAGE_MEMORY) != 0 ? 4 : 0);
    return "i32 " + flags;
  }
}
