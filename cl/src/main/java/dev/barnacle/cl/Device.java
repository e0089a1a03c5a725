package dev.barnacle.cl;

import dev.barnacle.engine.DeviceLimits;

/**
 * A device of the platform ({@code clGetDeviceInfo}).
 *
 * @param name the engine and the processor
 * @param vendor who makes it
 * @param version {@code CL_DEVICE_VERSION}
 * @param driverVersion Barnacle's version
 * @param openClC the newest OpenCL C that it compiles
 * @param computeUnits threads that run work-groups
 * @param maxWorkGroupSize work-items of a work-group at most
 * @param localMemBytes local memory of a work-group at most, in bytes
 * @param globalMemBytes global memory, in bytes
 * @param maxMemAllocBytes largest buffer, in bytes
 * @param maxConstantBytes largest constant argument, in bytes
 */
public record Device(
    String name,
    String vendor,
    String version,
    String driverVersion,
    String openClC,
    int computeUnits,
    long maxWorkGroupSize,
    long localMemBytes,
    long globalMemBytes,
    long maxMemAllocBytes,
    long maxConstantBytes) {
  /**
   * Returns the device's clock, which is the host's monotonic clock too ({@code
   * clGetDeviceAndHostTimer}), in nanoseconds.
   */
  public static long timeNanos() {
    return System.nanoTime();
  }

  static Device of(String engine, DeviceLimits limits) {
    return new Device(
        "Barnacle " + engine + " on " + HostCpu.name(),
        Platform.VENDOR,
        Platform.VERSION,
        Platform.release(),
        "OpenCL C 3.0",
        limits.computeUnits(),
        limits.maxWorkGroupSize(),
        limits.localMemBytes(),
        limits.globalMemBytes(),
        limits.maxMemAllocBytes(),
        limits.maxConstantBytes());
  }
}
