package dev.barnacle.engine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * What an engine's device offers (OpenCL's {@code CL_DEVICE_…} queries of the same names).
 *
 * @param computeUnits threads that run work-groups
 * @param maxWorkGroupSize work-items of a work-group at most
 * @param localMemBytes local memory of a work-group at most, in bytes
 * @param globalMemBytes global memory, in bytes
 * @param maxMemAllocBytes largest memory object, in bytes
 * @param maxConstantBytes largest constant argument, in bytes
 * @param vectorBytes the registers that kernels' vectors are in, in bytes, from which follow the
 *     {@code CL_DEVICE_NATIVE_VECTOR_WIDTH_…}
 */
public record DeviceLimits(
    int computeUnits,
    long maxWorkGroupSize,
    long localMemBytes,
    long globalMemBytes,
    long maxMemAllocBytes,
    long maxConstantBytes,
    int vectorBytes) {
  private static final long CONSTANT_BYTES = 64L << 20;

  /**
   * Returns the limits of a device in the host's memory: one memory object may take half of it, so
   * that a program that asks for the largest one, as many do, leaves the machine something.
   */
  public static DeviceLimits inHostMemory(
      int computeUnits, long maxWorkGroupSize, long localMemBytes, int vectorBytes) {
    long memory = hostMemory();
    return new DeviceLimits(
        computeUnits,
        maxWorkGroupSize,
        localMemBytes,
        memory,
        memory / 2,
        Math.min(CONSTANT_BYTES, memory / 2),
        vectorBytes);
  }

  /** Returns the host's memory in bytes: what this process may use of it. */
  public static long hostMemory() {
    return HostMemory.BYTES;
  }

  /** Asked once: it takes longer than all else here. */
  private static final class HostMemory {
    static final long BYTES =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }
}
