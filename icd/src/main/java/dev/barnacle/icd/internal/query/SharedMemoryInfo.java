package dev.barnacle.icd.internal.query;

import static dev.barnacle.icd.internal.abi.SharedMemoryCl.*;

import dev.barnacle.cl.Device;
import dev.barnacle.cl.SvmType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The types of memory that host and devices use under the same addresses, and what can be done with
 * each ({@code cl_khr_unified_svm}, {@code cl_intel_unified_shared_memory}).
 */
public final class SharedMemoryInfo {
  private static final long KERNELS =
      CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR
          | CL_SVM_CAPABILITY_DEVICE_READ_KHR
          | CL_SVM_CAPABILITY_DEVICE_WRITE_KHR
          | CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR;
  private static final long ALL_DEVICES =
      CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR | CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR;
  private static final long HOST =
      CL_SVM_CAPABILITY_HOST_READ_KHR
          | CL_SVM_CAPABILITY_HOST_WRITE_KHR
          | CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR
          | CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR;

  /** The answer of {@code cl_intel_unified_shared_memory} for each kind of memory that there is. */
  static final long USM =
      CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL
          | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL
          | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL
          | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL;

  private SharedMemoryInfo() {}

  /**
   * A type of shared memory.
   *
   * @param type what it is; null for memory of the system's allocator
   * @param capabilities {@code cl_svm_capabilities_khr}
   */
  public record Type(@Nullable SvmType type, long capabilities) {}

  private static final List<Type> TYPES =
      List.of(
          new Type(
              SvmType.COARSE_GRAIN_BUFFER, KERNELS | ALL_DEVICES | CL_SVM_CAPABILITY_HOST_MAP_KHR),
          new Type(
              SvmType.FINE_GRAIN_BUFFER,
              KERNELS | ALL_DEVICES | HOST | CL_SVM_CAPABILITY_HOST_MAP_KHR),
          new Type(
              SvmType.DEVICE,
              KERNELS
                  | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR
                  | CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR
                  | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR),
          new Type(
              SvmType.SHARED, KERNELS | ALL_DEVICES | HOST | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR),
          new Type(
              SvmType.HOST,
              KERNELS
                  | ALL_DEVICES
                  | HOST
                  | CL_SVM_CAPABILITY_HOST_OWNED_KHR
                  | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR));

  /** Memory of the system's allocator, where devices reach it. */
  private static final Type SYSTEM =
      new Type(
          null,
          KERNELS
              | ALL_DEVICES
              | HOST
              | CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR
              | CL_SVM_CAPABILITY_HOST_MAP_KHR
              | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR);

  /** Returns the types that devices have, whose places are their indices. */
  public static List<Type> types(Device device) {
    List<Type> types = new ArrayList<>(TYPES);
    if (device.systemSvm()) {
      types.add(SYSTEM);
    }
    return types;
  }

  /** Answers {@code CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR}, and the query of a device. */
  public static void writeTypes(Device device, Info out) {
    out.longs(types(device).stream().mapToLong(Type::capabilities).toArray());
  }
}
