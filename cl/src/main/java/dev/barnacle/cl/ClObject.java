package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.References;

/**
 * An object that the C API retains and releases (OpenCL API, "Reference counts"). A Java program
 * need only close what it has made: whoever made an object has its first reference. The object is
 * freed when it has no references and nothing uses it any more.
 */
public abstract sealed class ClObject implements AutoCloseable
    permits MemoryFactory,
        QueueShorthands,
        MemoryObject,
        Program,
        Sampler,
        Event,
        CommandBuffer,
        Semaphore,
        DeviceCommandQueue {
  /** Returns what counts its references. */
  abstract References lifetime();

  /** Adds a reference ({@code clRetain…}). */
  public void retain() {
    lifetime().retain();
  }

  /** Takes a reference away ({@code clRelease…}). */
  public void release() {
    lifetime().release();
  }

  /** Returns the references from outside ({@code CL_…_REFERENCE_COUNT}). */
  public final int referenceCount() {
    return lifetime().referenceCount();
  }

  /** Releases the creator's reference; closing again does nothing. */
  @Override
  public void close() {
    lifetime().close();
  }
}
