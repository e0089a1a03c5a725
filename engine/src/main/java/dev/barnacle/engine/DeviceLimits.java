package dev.barnacle.engine;

/**
 * What an engine's device offers (OpenCL's {@code CL_DEVICE_…} queries of the same names).
 *
 * @param computeUnits threads that run work-groups
 * @param maxWorkGroupSize work-items of a work-group at most
 * @param localMemBytes local memory of a work-group at most, in bytes
 * @param globalMemBytes global memory, in bytes
 * @param maxMemAllocBytes largest memory object, in bytes
 * @param maxConstantBytes largest constant argument, in bytes
 */
public record DeviceLimits(
    int computeUnits,
    long maxWorkGroupSize,
    long localMemBytes,
    long globalMemBytes,
    long maxMemAllocBytes,
    long maxConstantBytes) {}
