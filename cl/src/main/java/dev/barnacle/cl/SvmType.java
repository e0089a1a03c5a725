package dev.barnacle.cl;

import dev.barnacle.engine.SharedMemory;

/**
 * The types of memory that host and device use under the same addresses, by owner and access. Those
 * of shared virtual memory (OpenCL architecture, "Shared virtual memory") stand beside those of
 * unified shared memory ({@code cl_intel_unified_shared_memory}), as in {@code cl_khr_unified_svm}.
 * As host and device have one memory, they differ in the rules for programs alone.
 */
public enum SvmType {
  /** {@code clSVMAlloc}: the host uses it while it is mapped. */
  COARSE_GRAIN_BUFFER(SharedMemory.Kind.SVM),
  /**
   * {@code clSVMAlloc} with {@code CL_MEM_SVM_FINE_GRAIN_BUFFER}: the host may use it at any time.
   */
  FINE_GRAIN_BUFFER(SharedMemory.Kind.SVM),
  /** {@code clDeviceMemAllocINTEL}: kernels and commands use it, the host does not. */
  DEVICE(SharedMemory.Kind.DEVICE_USM),
  /** {@code clHostMemAllocINTEL}: the host's memory, which devices use too. */
  HOST(SharedMemory.Kind.HOST_USM),
  /** {@code clSharedMemAllocINTEL}: memory of host and device, which moves to who uses it. */
  SHARED(SharedMemory.Kind.SHARED_USM);

  private final SharedMemory.Kind kind;

  SvmType(SharedMemory.Kind kind) {
    this.kind = kind;
  }

  /** Returns whether it is one of unified shared memory. */
  public boolean isUsm() {
    return kind != SharedMemory.Kind.SVM;
  }

  /** Returns whether the host may use the memory in place, mapped or not. */
  public boolean isOfHost() {
    return this != DEVICE && this != COARSE_GRAIN_BUFFER;
  }

  /** Returns what an engine knows it by. */
  SharedMemory.Kind kind() {
    return kind;
  }
}
