package dev.barnacle.engine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The memory that a device offers. How much the host has is asked when somebody needs to know: that
 * takes 10 ms in a process that has just begun, and small objects fit on every host.
 */
public final class DeviceMemory {
  private static final DeviceMemory HOST = new DeviceMemory(1 << 24, -1, -1, -1);
  private static final long HOST_CONSTANT_BYTES = 64L << 20;

  private final long surely;
  private final long globalBytes;
  private final long maxAllocBytes;
  private final long maxConstantBytes;

  private DeviceMemory(long surely, long globalBytes, long maxAllocBytes, long maxConstantBytes) {
    this.surely = surely;
    this.globalBytes = globalBytes;
    this.maxAllocBytes = maxAllocBytes;
    this.maxConstantBytes = maxConstantBytes;
  }

  /**
   * Returns the host's memory: what this process may use of it. One memory object may take half of
   * it, so that a program that asks for the largest one, as many do, leaves the machine something.
   */
  public static DeviceMemory ofHost() {
    return HOST;
  }

  /**
   * Returns a memory of these sizes, in bytes.
   *
   * @param globalBytes all of it
   * @param maxAllocBytes of the largest memory object
   * @param maxConstantBytes of the largest constant argument
   */
  public static DeviceMemory of(long globalBytes, long maxAllocBytes, long maxConstantBytes) {
    return new DeviceMemory(0, globalBytes, maxAllocBytes, maxConstantBytes);
  }

  /** Returns all of it, in bytes. */
  public long globalBytes() {
    return isHost() ? Host.BYTES : globalBytes;
  }

  /** Returns the largest memory object, in bytes. */
  public long maxAllocBytes() {
    return isHost() ? Host.BYTES / 2 : maxAllocBytes;
  }

  /** Returns the largest constant argument, in bytes. */
  public long maxConstantBytes() {
    return isHost() ? Math.min(HOST_CONSTANT_BYTES, Host.BYTES / 2) : maxConstantBytes;
  }

  /** Tells whether so many bytes can be in use together. */
  public boolean holds(long bytes) {
    return bytes <= surely || bytes <= globalBytes();
  }

  /** Tells whether a memory object can have so many bytes. */
  public boolean allocates(long bytes) {
    return bytes <= surely || bytes <= maxAllocBytes();
  }

  /** Tells whether a constant argument can have so many bytes. */
  public boolean holdsConstant(long bytes) {
    return bytes <= surely || bytes <= maxConstantBytes();
  }

  private boolean isHost() {
    return this == HOST;
  }

  /** Returns its sizes, by which what was kept for a device is found again. */
  @Override
  public String toString() {
    return globalBytes() + ", " + maxAllocBytes() + ", " + maxConstantBytes() + " bytes";
  }

  private static final class Host {
    static final long BYTES =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }
}
