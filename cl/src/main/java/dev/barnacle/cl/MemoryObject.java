package dev.barnacle.cl;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Global memory of a context ({@code cl_mem}). It is freed when it has no references and no command
 * uses it.
 */
public abstract sealed class MemoryObject implements AutoCloseable permits Buffer {
  private final Context context;
  private final Lifetime lifetime;
  private final Set<MemoryFlag> flags;
  private final @Nullable MemorySegment hostPointer;

  /** Makes one with a lifetime of its own, which keeps the context. */
  MemoryObject(
      Context context,
      String what,
      Runnable free,
      Set<MemoryFlag> flags,
      @Nullable MemorySegment hostPointer) {
    this.context = context;
    this.flags = copy(flags);
    this.hostPointer = hostPointer;
    Lifetime.Use contextUse = context.keep();
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_MEM_OBJECT,
            what,
            () -> {
              free.run();
              context.forget(this);
              contextUse.close();
            });
  }

  /** Makes one that lives with another. */
  MemoryObject(MemoryObject whole) {
    this.context = whole.context;
    this.flags = whole.flags;
    this.hostPointer = whole.hostPointer;
    this.lifetime = whole.lifetime;
  }

  private static Set<MemoryFlag> copy(Set<MemoryFlag> flags) {
    Set<MemoryFlag> copy = EnumSet.noneOf(MemoryFlag.class);
    copy.addAll(flags);
    return java.util.Collections.unmodifiableSet(copy);
  }

  /** Returns the context that it belongs to. */
  public final Context context() {
    return context;
  }

  /** Returns its size in bytes ({@code CL_MEM_SIZE}). */
  public abstract long byteSize();

  /** Returns the flags that it was made with ({@code CL_MEM_FLAGS}). */
  public final Set<MemoryFlag> flags() {
    return flags;
  }

  /** Returns the program's memory that it uses, where it does ({@code CL_MEM_HOST_PTR}). */
  public final Optional<MemorySegment> hostPointer() {
    return Optional.ofNullable(hostPointer);
  }

  /** Adds a reference ({@code clRetainMemObject}). */
  public final void retain() {
    lifetime.retain();
  }

  /** Takes a reference away ({@code clReleaseMemObject}). */
  public final void release() {
    lifetime.release();
  }

  /** Returns the references from outside ({@code CL_MEM_REFERENCE_COUNT}). */
  public final int referenceCount() {
    return lifetime.referenceCount();
  }

  /**
   * Has {@code callback} called once the memory is freed, before those that were registered
   * earlier, by the thread that ended the last use ({@code clSetMemObjectDestructorCallback}).
   */
  public final void onDestroy(Runnable callback) {
    lifetime.onFree(callback);
  }

  /** Releases the creator's reference; closing again does nothing. */
  @Override
  public void close() {
    lifetime.close();
  }

  final Lifetime lifetime() {
    return lifetime;
  }
}
