package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.analysis.IdUse;
import dev.barnacle.cl.analysis.KernelUse;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The sizes of a check's launch, where the user leaves them out.
 *
 * <ul>
 *   <li>The local size: what {@code reqd_work_group_size} says, else the largest divisor of the
 *       global size up to 64, 16x16 or 4x4x4, so that there are several work-groups; the platform's
 *       choice where the global size has no divisor of use. Where the global size is left out too,
 *       one in a dimension that the kernel asks no local ids of although it does of others.
 *   <li>The global size: four work-groups in the first dimension, or two in each of several that
 *       work-groups have; where the local size is left out too, 256, 32x32 or 8x8x8, by the
 *       dimensions that the kernel asks ids of; one work-group where it asks for local ids alone;
 *       one work-item where the kernel is a task: it requires work-groups of one work-item, or
 *       enqueues other kernels, and never asks for an id.
 * </ul>
 *
 * @param global the global size
 * @param local the local size; empty for the platform's choice
 */
record DefaultSizes(List<Long> global, List<Long> local) {
  private static final long GROUPS = 4;
  private static final long GROUPS_EACH = 2;
  private static final List<List<Long>> GLOBAL =
      List.of(List.of(256L), List.of(32L, 32L), List.of(8L, 8L, 8L));

  /** The global size that is assumed where a kernel only enqueues others. */
  static final long CHILD = 256;

  private static final long ONE_GROUP = 64;
  private static final int[] LARGEST = {64, 16, 4};
  private static final long SMALLEST = 4;

  /** Returns the sizes of a launch: those that are given, and for others what is chosen. */
  static DefaultSizes of(LaunchSpec given, Kernel kernel) {
    List<Long> local = given.local();
    List<Long> required = required(kernel);
    if (local.isEmpty() && !required.isEmpty()) {
      local = first(required, given.global().isEmpty() ? dimensions(required) : given.global());
    }
    List<Long> global = given.global().isEmpty() ? global(local, kernel) : given.global();
    if (local.isEmpty()) {
      boolean whole =
          given.global().isEmpty() && global.size() == 1 && global.getFirst() <= ONE_GROUP;
      local = whole ? global : local(global);
      if (given.global().isEmpty()) {
        local = local(local, global, KernelUse.of(kernel).ids());
      }
    }
    return new DefaultSizes(global, local);
  }

  /** Returns what a kernel requires: a size, or one of so many sub-groups; empty for nothing. */
  private static List<Long> required(Kernel kernel) {
    List<Long> size = kernel.requiredWorkGroupSize().stream().map(Integer::longValue).toList();
    int subGroups = kernel.requiredSubGroups();
    long items = subGroups > 0 && size.isEmpty() ? kernel.localSizeForSubGroups(subGroups) : 0;
    return items > 0 ? List.of(items, 1L, 1L) : size;
  }

  /** Returns the sizes without ones at the end. */
  private static List<Long> dimensions(List<Long> sizes) {
    int count = sizes.size();
    while (count > 1 && sizes.get(count - 1) == 1) {
      count--;
    }
    return sizes.subList(0, count);
  }

  private static List<Long> first(List<Long> sizes, List<Long> of) {
    return sizes.subList(0, Math.min(of.size(), sizes.size()));
  }

  private static List<Long> global(List<Long> local, Kernel kernel) {
    if (local.isEmpty()) {
      IdUse ids = KernelUse.of(kernel).ids();
      return isParent(kernel) ? List.of(1L) : ids.isOfOneGroup() ? List.of(ONE_GROUP) : global(ids);
    }
    if (isTask(local, kernel)) {
      return local;
    }
    List<Long> global = new ArrayList<>(local);
    if (local.stream().filter(size -> size > 1).count() > 1) {
      global.replaceAll(size -> size > 1 ? Math.multiplyExact(GROUPS_EACH, size) : size);
    } else {
      global.set(0, Math.multiplyExact(GROUPS, local.getFirst()));
    }
    return global;
  }

  /**
   * Of several dimensions one in which only local ids are asked for is one work-group's, and one of
   * which nothing is asked is one work-item's.
   */
  private static List<Long> global(IdUse ids) {
    List<Long> global = new ArrayList<>(GLOBAL.get(ids.dimensions() - 1));
    for (int d = 0; d < global.size() && global.size() > 1; d++) {
      if (ids.isOfOneGroup(d)) {
        global.set(d, (long) LARGEST[global.size() - 1]);
      } else if (ids.isUnused(d)) {
        global.set(d, 1L);
      }
    }
    return global;
  }

  /** Returns whether a kernel enqueues others, and is one work-item itself. */
  static boolean isParent(Kernel kernel) {
    KernelUse use = KernelUse.of(kernel);
    return use.enqueuesKernels() && !use.ids().asks() && use.ids().local().isEmpty();
  }

  /** Returns whether a kernel of work-groups of one work-item never asks which one it is. */
  private static boolean isTask(List<Long> local, Kernel kernel) {
    return local.stream().allMatch(size -> size == 1)
        && !kernel.requiredWorkGroupSize().isEmpty()
        && !KernelUse.of(kernel).ids().asks();
  }

  /** Changes the local size that goes with a global size to what a kernel asks for. */
  private static List<Long> local(List<Long> chosen, List<Long> global, IdUse ids) {
    List<Long> local = new ArrayList<>(chosen);
    for (int d = 0; d < local.size() && local.size() > 1; d++) {
      if (ids.isOfOneGroup(d)) {
        local.set(d, global.get(d));
      } else if (d > 0 && ids.isNarrow(d)) {
        local.set(d, 1L);
      }
    }
    return local;
  }

  private static List<Long> local(List<Long> global) {
    if (global.size() > LARGEST.length) {
      return List.of();
    }
    List<Long> local = new ArrayList<>();
    for (long size : global) {
      long divisor = size < 2 ? 1 : Math.min(LARGEST[global.size() - 1], size / 2);
      while (divisor > 1 && size % divisor != 0) {
        divisor--;
      }
      if (size < 1 || (divisor < SMALLEST && size > 2 * SMALLEST)) {
        return List.of();
      }
      local.add(divisor);
    }
    return local;
  }
}
