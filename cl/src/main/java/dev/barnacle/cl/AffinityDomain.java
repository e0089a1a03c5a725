package dev.barnacle.cl;

/**
 * The resources that a sub-device's processors share ({@code cl_device_affinity_domain}; OpenCL
 * API, clCreateSubDevices), from the widest.
 */
public enum AffinityDomain {
  /** {@code CL_DEVICE_AFFINITY_DOMAIN_NUMA}: a memory node. */
  NUMA(1),
  /** {@code CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE}. */
  L4_CACHE(1 << 1),
  /** {@code CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE}. */
  L3_CACHE(1 << 2),
  /** {@code CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE}. */
  L2_CACHE(1 << 3),
  /** {@code CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE}: of data. */
  L1_CACHE(1 << 4);

  private final long bit;

  AffinityDomain(long bit) {
    this.bit = bit;
  }

  /** Returns its bit in a {@code cl_device_affinity_domain} bit-field. */
  public long bit() {
    return bit;
  }
}
