package dev.barnacle.engine;

/**
 * What a kernel takes of the device, as it is compiled (OpenCL's {@code clGetKernelWorkGroupInfo}).
 *
 * @param maxWorkGroupSize work-items of a work-group at most ({@code CL_KERNEL_WORK_GROUP_SIZE}):
 *     exactly those of {@code reqd_work_group_size}, if it has that
 * @param lanes work-items that run as the lanes of vectors, so that work-groups should have a
 *     multiple of them ({@code CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE}); 1 where they run one
 *     by one
 * @param privateBytes private memory of a work-item, in bytes, with what it keeps across barriers
 *     ({@code CL_KERNEL_PRIVATE_MEM_SIZE})
 */
public record KernelLimits(long maxWorkGroupSize, int lanes, long privateBytes) {}
