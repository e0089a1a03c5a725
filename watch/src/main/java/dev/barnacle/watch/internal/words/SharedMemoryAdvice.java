package dev.barnacle.watch.internal.words;

import dev.barnacle.engine.SharedMemory;

/** What helps against wrong uses of shared virtual memory and of unified shared memory. */
final class SharedMemoryAdvice {
  private SharedMemoryAdvice() {}

  /** Against an access of memory that has been freed. */
  static String freed(SharedMemory.Kind memory) {
    return switch (memory) {
      case SVM ->
          "Free it behind the last kernel that uses it: with clEnqueueSVMFree, or with clSVMFree"
              + " after clFinish.";
      case HOST_USM, DEVICE_USM, SHARED_USM ->
          "Free it behind the last kernel that uses it: with clMemFreeINTEL after clFinish, or with"
              + " clMemBlockingFreeINTEL after that kernel is enqueued.";
      case BUFFER -> "Release the buffer (clReleaseMemObject) behind the last kernel that uses it.";
    };
  }

  /** Against an access of memory that the kernel is not said to access. */
  static String undeclared(SharedMemory.Kind memory) {
    return switch (memory) {
      case SVM -> "Name it by clSetKernelExecInfo with CL_KERNEL_EXEC_INFO_SVM_PTRS.";
      case HOST_USM -> usm("HOST");
      case DEVICE_USM -> usm("DEVICE");
      case SHARED_USM -> usm("SHARED");
      case BUFFER ->
          "Name its address by clSetKernelExecInfo with CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT.";
    };
  }

  private static String usm(String type) {
    return "Name it by clSetKernelExecInfo with CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, or allow all of"
        + " its type with CL_KERNEL_EXEC_INFO_INDIRECT_"
        + type
        + "_ACCESS_INTEL.";
  }
}
