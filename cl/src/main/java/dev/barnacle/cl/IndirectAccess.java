package dev.barnacle.cl;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a kernel may access through pointers that are no arguments ({@code
 * clSetKernelExecInfo}): all of some types, and what some pointers point into. Unified shared
 * memory and buffers with a device address must be among it. Shared virtual memory need not, as the
 * device reaches all of it.
 *
 * @param types all allocations of these types ({@code CL_KERNEL_EXEC_INFO_INDIRECT_…_INTEL})
 * @param svm allocations of any type, by pointers into them ({@code CL_KERNEL_EXEC_INFO_SVM_PTRS})
 * @param usm unified shared memory, by pointers into it ({@code
 *     CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL})
 * @param buffers buffers, by device addresses in them ({@code CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT})
 */
public record IndirectAccess(
    Set<SvmType> types, List<Long> svm, List<Long> usm, List<Long> buffers) {
  /** Nothing but the arguments. */
  public static final IndirectAccess NONE =
      new IndirectAccess(Set.of(), List.of(), List.of(), List.of());

  public IndirectAccess {
    Set<SvmType> copy = EnumSet.noneOf(SvmType.class);
    copy.addAll(types);
    types = Collections.unmodifiableSet(copy);
    svm = List.copyOf(svm);
    usm = List.copyOf(usm);
    buffers = List.copyOf(buffers);
  }

  /** All allocations of some types. */
  public static IndirectAccess of(SvmType... types) {
    return NONE.withTypes(Set.copyOf(Arrays.asList(types)));
  }

  /** Returns the same with other types. */
  public IndirectAccess withTypes(Set<SvmType> others) {
    return new IndirectAccess(others, svm, usm, buffers);
  }

  /** Returns the same with or without a type. */
  public IndirectAccess with(SvmType type, boolean may) {
    Set<SvmType> changed = EnumSet.noneOf(SvmType.class);
    changed.addAll(types);
    if (may) {
      changed.add(type);
    } else {
      changed.remove(type);
    }
    return withTypes(changed);
  }

  /** Returns the same with other pointers into allocations of any type. */
  public IndirectAccess withSvm(List<Long> pointers) {
    return new IndirectAccess(types, pointers, usm, buffers);
  }

  /** Returns the same with other pointers into unified shared memory. */
  public IndirectAccess withUsm(List<Long> pointers) {
    return new IndirectAccess(types, svm, pointers, buffers);
  }

  /** Returns the same with other device addresses. */
  public IndirectAccess withBuffers(List<Long> addresses) {
    return new IndirectAccess(types, svm, usm, addresses);
  }

  /** Returns what both allow. */
  public IndirectAccess and(IndirectAccess other) {
    Set<SvmType> all = EnumSet.noneOf(SvmType.class);
    all.addAll(types);
    all.addAll(other.types);
    return new IndirectAccess(
        all, join(svm, other.svm), join(usm, other.usm), join(buffers, other.buffers));
  }

  private static List<Long> join(List<Long> a, List<Long> b) {
    return Stream.concat(a.stream(), b.stream()).toList();
  }

  /**
   * Returns whether it has some memory.
   *
   * @param type of an allocation; null for a buffer
   */
  boolean has(@Nullable SvmType type, MemorySegment memory) {
    return type == null
        ? isIn(buffers, memory)
        : types.contains(type) || isIn(usm, memory) || isIn(svm, memory);
  }

  private static boolean isIn(List<Long> addresses, MemorySegment memory) {
    return addresses.stream()
        .anyMatch(a -> a >= memory.address() && a - memory.address() < memory.byteSize());
  }
}
