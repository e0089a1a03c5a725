package dev.barnacle.frontend.internal.spirv.dictionary;

/**
 * The bits of memory semantics (SPIR-V, 3.25 "Memory Semantics") and what they are in OpenCL C: an
 * order is a {@code memory_order}, memory is {@code cl_mem_fence_flags}.
 */
public final class MemorySemantics {
  public static final int RELAXED = 0;
  public static final int ACQUIRE = 0x2;
  public static final int RELEASE = 0x4;
  public static final int ACQUIRE_RELEASE = 0x8;
  public static final int SEQUENTIALLY_CONSISTENT = 0x10;

  /** All orders. */
  public static final int ANY_ORDER = ACQUIRE | RELEASE | ACQUIRE_RELEASE | SEQUENTIALLY_CONSISTENT;

  public static final int WORKGROUP_MEMORY = 0x100;
  public static final int CROSS_WORKGROUP_MEMORY = 0x200;
  public static final int IMAGE_MEMORY = 0x800;

  private MemorySemantics() {}

  /** Returns the bits of a {@code memory_order}. */
  public static int ofOrder(int memoryOrder) {
    return switch (memoryOrder) {
      case 0 -> RELAXED;
      case 1, 2 -> ACQUIRE;
      case 3 -> RELEASE;
      case 4 -> ACQUIRE_RELEASE;
      default -> SEQUENTIALLY_CONSISTENT;
    };
  }

  /** Returns the bits of memory: local memory is 1, global 2, images 4. */
  public static int ofFlags(int flags) {
    return (flags & 1) * WORKGROUP_MEMORY
        | (flags & 2) / 2 * CROSS_WORKGROUP_MEMORY
        | (flags & 4) / 4 * IMAGE_MEMORY;
  }

  /** Returns the flags of bits of memory. */
  public static int flags(long bits) {
    return ((bits & WORKGROUP_MEMORY) != 0 ? 1 : 0)
        | ((bits & CROSS_WORKGROUP_MEMORY) != 0 ? 2 : 0)
        | ((bits & IMAGE_MEMORY) != 0 ? 4 : 0);
  }
}
