package dev.barnacle.icd.internal;

import dev.barnacle.cl.Device;

/** What a device can be divided into (OpenCL API, 4.3); nothing, in this version. */
final class SubDevices {
  private SubDevices() {}

  /** Returns {@code CL_DEVICE_PARTITION_MAX_SUB_DEVICES}. */
  static int max(Device device) {
    return 0;
  }

  /** Returns {@code CL_DEVICE_PARTITION_PROPERTIES}. */
  static long[] kinds(Device device) {
    return new long[1];
  }

  /** Returns {@code CL_DEVICE_PARTITION_AFFINITY_DOMAIN}. */
  static long domains() {
    return 0;
  }
}
