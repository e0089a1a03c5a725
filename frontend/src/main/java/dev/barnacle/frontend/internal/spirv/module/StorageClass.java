package dev.barnacle.frontend.internal.spirv.module;

import org.jspecify.annotations.Nullable;

/** The storage classes of OpenCL's environment (SPIR-V, 3.7 "Storage Class"). */
public enum StorageClass {
  /** Constant memory. */
  UNIFORM_CONSTANT(0, 2),
  /** Built-in variables. */
  INPUT(1, 0),
  /** Local memory. */
  WORKGROUP(4, 3),
  /** Global memory. */
  CROSS_WORKGROUP(5, 1),
  /** Private memory of a function. */
  FUNCTION(7, 0),
  /** The generic address space. */
  GENERIC(8, 4),
  /** Texels, for atomic operations; not supported by kernels. */
  IMAGE(11, 1),
  /** Global memory that only the device uses ({@code SPV_INTEL_usm_storage_classes}). */
  DEVICE_ONLY(5936, 1),
  /** Global memory of the host ({@code SPV_INTEL_usm_storage_classes}). */
  HOST_ONLY(5937, 1);

  private final int number;
  private final int space;

  StorageClass(int number, int space) {
    this.number = number;
    this.space = space;
  }

  /** Returns the address space of the target spir64. */
  public int space() {
    return space;
  }

  /** Returns the class of a number; null where OpenCL's environment has none. */
  public static @Nullable StorageClass of(int number) {
    for (StorageClass storage : values()) {
      if (storage.number == number) {
        return storage;
      }
    }
    return null;
  }
}
