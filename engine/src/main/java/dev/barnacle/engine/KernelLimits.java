package dev.barnacle.engine;

/**
 * The limits of a compiled kernel on the device (OpenCL's {@code clGetKernelWorkGroupInfo}).
 *
 * @param maxWorkGroupSize work-items of a work-group at most ({@code CL_KERNEL_WORK_GROUP_SIZE}):
 *     exactly those of {@code reqd_work_group_size}, if it has that
 * @param lanes work-items that run as the lanes of vectors, so that work-groups should have a
 *     multiple of them ({@code CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE}); 1 where they run one
 *     by one, but for the engine that watches, where they are a sub-group, so that programs choose
 *     the sizes that they choose elsewhere
 * @param subGroupSize work-items of a full sub-group, whatever the local size; it is the most that
 *     a sub-group has in groups of at least as many work-items ({@code
 *     CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE})
 * @param privateBytes private memory of a work-item, in bytes, with what it keeps across barriers
 *     ({@code CL_KERNEL_PRIVATE_MEM_SIZE})
 */
public record KernelLimits(long maxWorkGroupSize, int lanes, int subGroupSize, long privateBytes) {
  /** Returns the sub-groups that a work-group of so many work-items is divided into. */
  public long subGroups(long workItems) {
    return Math.ceilDiv(workItems, (long) subGroupSize);
  }
}
