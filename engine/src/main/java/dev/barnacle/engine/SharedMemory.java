package dev.barnacle.engine;

import java.lang.foreign.MemorySegment;

/**
 * Memory that kernels may have pointers to which are no arguments: host and device use it under the
 * same addresses.
 *
 * @param memory the native memory
 * @param kind what it is
 * @param access how kernels may access it; an engine need not enforce that
 * @param state whether a kernel may access it
 */
public record SharedMemory(MemorySegment memory, Kind kind, Argument.Access access, State state) {
  /** The kind of shared memory. */
  public enum Kind {
    /** Shared virtual memory (OpenCL architecture, "Shared virtual memory"). */
    SVM("shared virtual memory"),
    /** A host allocation of unified shared memory. */
    HOST_USM("a host USM allocation"),
    /** A device allocation of unified shared memory. */
    DEVICE_USM("a device USM allocation"),
    /** A shared allocation of unified shared memory. */
    SHARED_USM("a shared USM allocation"),
    /** A buffer with a device address ({@code cl_ext_buffer_device_address}). */
    BUFFER("a buffer with a device address");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    /** Returns what it is in words. */
    public String title() {
      return title;
    }
  }

  /** The permission of a kernel to access it. */
  public enum State {
    /** It may. */
    REACHABLE,
    /** It may not: nothing says that it does so ({@code clSetKernelExecInfo}). */
    UNDECLARED,
    /** Nobody may: it has been freed. */
    FREED
  }

  /** Returns whether it has the byte at an address. */
  public boolean has(long address) {
    return address >= memory.address() && address - memory.address() < memory.byteSize();
  }

  /** Returns the same in another state. */
  public SharedMemory in(State other) {
    return new SharedMemory(memory, kind, access, other);
  }
}
