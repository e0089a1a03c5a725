package dev.barnacle.engine;

/** The memory that a device offers; its text has its sizes. */
public sealed interface DeviceMemory permits DeviceMemory.Sizes, HostMemory {
  /**
   * Returns the host's memory: what this process may use of it. One memory object may take half of
   * it, so that a program that asks for the largest one, as many do, leaves the machine something.
   */
  static DeviceMemory ofHost() {
    return HostMemory.ALL;
  }

  /** Returns all of it, in bytes. */
  long globalBytes();

  /** Returns the largest memory object, in bytes. */
  long maxAllocBytes();

  /** Returns the largest constant argument, in bytes. */
  long maxConstantBytes();

  /** Returns whether so many bytes can be in use together. */
  default boolean holds(long bytes) {
    return bytes <= globalBytes();
  }

  /** Returns whether a memory object can have so many bytes. */
  default boolean allocates(long bytes) {
    return bytes <= maxAllocBytes();
  }

  /** Returns whether a constant argument can have so many bytes. */
  default boolean holdsConstant(long bytes) {
    return bytes <= maxConstantBytes();
  }

  /**
   * A memory of these sizes, in bytes.
   *
   * @param globalBytes all of it
   * @param maxAllocBytes the largest memory object
   * @param maxConstantBytes the largest constant argument
   */
  record Sizes(long globalBytes, long maxAllocBytes, long maxConstantBytes)
      implements DeviceMemory {}
}
