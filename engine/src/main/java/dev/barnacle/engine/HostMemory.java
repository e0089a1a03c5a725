package dev.barnacle.engine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The host's memory. How much there is is asked when somebody needs to know: that may take 10 ms in
 * a process that has just begun, and small objects fit on every host.
 */
final class HostMemory implements DeviceMemory {
  static final HostMemory ALL = new HostMemory();

  private static final long SMALL = 16 << 20;
  private static final long CONSTANT_BYTES = 64 << 20;

  private HostMemory() {}

  private static final class Total {
    static final long BYTES =
        LinuxMemory.ofProcess()
            .bytes()
            .orElseGet(
                () ->
                    ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                        .getTotalMemorySize());
  }

  @Override
  public long globalBytes() {
    return Total.BYTES;
  }

  @Override
  public long maxAllocBytes() {
    return globalBytes() / 2;
  }

  @Override
  public long maxConstantBytes() {
    return Math.min(CONSTANT_BYTES, maxAllocBytes());
  }

  @Override
  public boolean holds(long bytes) {
    return bytes <= SMALL || DeviceMemory.super.holds(bytes);
  }

  @Override
  public boolean allocates(long bytes) {
    return bytes <= SMALL || DeviceMemory.super.allocates(bytes);
  }

  @Override
  public boolean holdsConstant(long bytes) {
    return bytes <= SMALL || DeviceMemory.super.holdsConstant(bytes);
  }

  @Override
  public String toString() {
    return new Sizes(globalBytes(), maxAllocBytes(), maxConstantBytes()).toString();
  }
}
