package dev.barnacle.cl;

/** The kind of a device ({@code CL_DEVICE_TYPE}). */
public enum DeviceType {
  /** {@code CL_DEVICE_TYPE_CPU}: the processor, which compiles and runs programs. */
  CPU,
  /** {@code CL_DEVICE_TYPE_CUSTOM}: what runs {@link BuiltInKernels} alone. */
  CUSTOM
}
