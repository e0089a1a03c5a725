package dev.barnacle.cl;

/** What kind of device it is ({@code CL_DEVICE_TYPE}). */
public enum DeviceType {
  /** {@code CL_DEVICE_TYPE_CPU}: the processor, which compiles and runs programs. */
  CPU,
  /** {@code CL_DEVICE_TYPE_CUSTOM}: what runs {@link BuiltInKernels} alone. */
  CUSTOM
}
