package dev.barnacle.engine;

/**
 * The limits of an engine's device (OpenCL's {@code CL_DEVICE_…} queries of the same names).
 *
 * @param computeUnits threads that run work-groups
 * @param maxWorkGroupSize work-items of a work-group at most
 * @param localMemBytes local memory of a work-group at most, in bytes
 * @param memory global memory
 * @param vectorBytes the registers that kernels' vectors are in, in bytes, from which follow the
 *     {@code CL_DEVICE_NATIVE_VECTOR_WIDTH_…}
 */
public record DeviceLimits(
    int computeUnits,
    long maxWorkGroupSize,
    long localMemBytes,
    DeviceMemory memory,
    int vectorBytes) {}
