package dev.barnacle.icd.internal.abi;

/**
 * The constants of {@code cl_intel_unified_shared_memory}, {@code cl_ext_buffer_device_address} and
 * {@code cl_khr_unified_svm}, as in {@code cl_ext.h}.
 */
public final class SharedMemoryCl {
  public static final int CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL = 0x4193;
  public static final int CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL = 0x4191;
  public static final int CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL = 0x4190;
  public static final int CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL = 0x4194;
  public static final int CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL = 0x4192;
  public static final int CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR = 0x1077;
  public static final int CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT = 0x5002;
  public static final int CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL = 0x4201;
  public static final int CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL = 0x4200;
  public static final int CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL = 0x4202;
  public static final int CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR = 0x11BB;
  public static final int CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL = 0x4203;
  public static final int CL_MEM_ALLOC_BASE_PTR_INTEL = 0x419B;
  public static final int CL_MEM_ALLOC_DEVICE_INTEL = 0x419D;
  public static final int CL_MEM_ALLOC_FLAGS_INTEL = 0x4195;
  public static final long CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL = 2L;
  public static final long CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL = 4L;
  public static final int CL_MEM_ALLOC_SIZE_INTEL = 0x419C;
  public static final int CL_MEM_ALLOC_TYPE_INTEL = 0x419A;
  public static final long CL_MEM_ALLOC_WRITE_COMBINED_INTEL = 1L;
  public static final int CL_MEM_DEVICE_ADDRESS_EXT = 0x5001;
  public static final int CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT = 0x5000;
  public static final int CL_MEM_TYPE_DEVICE_INTEL = 0x4198;
  public static final int CL_MEM_TYPE_HOST_INTEL = 0x4197;
  public static final int CL_MEM_TYPE_SHARED_INTEL = 0x4199;
  public static final int CL_MEM_TYPE_UNKNOWN_INTEL = 0x4196;
  public static final int CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR = 0x909;
  public static final int CL_SVM_ALLOC_ACCESS_FLAGS_KHR = 0x2079;
  public static final int CL_SVM_ALLOC_ALIGNMENT_KHR = 0x207A;
  public static final int CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR = 0x2078;
  public static final long CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR = 0x1000L;
  public static final long CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR = 0x2000L;
  public static final long CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR = 0x10L;
  public static final long CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR = 0x800L;
  public static final long CL_SVM_CAPABILITY_DEVICE_OWNED_KHR = 0x4L;
  public static final long CL_SVM_CAPABILITY_DEVICE_READ_KHR = 0x200L;
  public static final long CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR = 0x8L;
  public static final long CL_SVM_CAPABILITY_DEVICE_WRITE_KHR = 0x400L;
  public static final long CL_SVM_CAPABILITY_HOST_MAP_KHR = 0x100L;
  public static final long CL_SVM_CAPABILITY_HOST_OWNED_KHR = 0x20L;
  public static final long CL_SVM_CAPABILITY_HOST_READ_KHR = 0x40L;
  public static final long CL_SVM_CAPABILITY_HOST_WRITE_KHR = 0x80L;
  public static final long CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR = 0x4000L;
  public static final long CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR = 0x1L;
  public static final long CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR = 0x2L;
  public static final int CL_SVM_INFO_ACCESS_FLAGS_KHR = 0x208B;
  public static final int CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR = 0x419D;
  public static final int CL_SVM_INFO_BASE_PTR_KHR = 0x419B;
  public static final int CL_SVM_INFO_CAPABILITIES_KHR = 0x2089;
  public static final int CL_SVM_INFO_PROPERTIES_KHR = 0x208A;
  public static final int CL_SVM_INFO_SIZE_KHR = 0x419C;
  public static final int CL_SVM_INFO_TYPE_INDEX_KHR = 0x2088;
  public static final long CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL = 1L;
  public static final long CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL = 2L;
  public static final long CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL = 4L;
  public static final long CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL = 8L;

  private SharedMemoryCl() {}
}
