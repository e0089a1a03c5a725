package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.NativeMemory;
import dev.barnacle.cl.internal.life.Lifetime;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Shared virtual memory (OpenCL architecture, "Shared virtual memory"): native memory that host and
 * kernels use under the same addresses, also through pointers that are stored in memory. Kernels
 * get it by a {@link SvmPointer}.
 */
public final class SvmBlock implements AutoCloseable {
  private final Context context;
  private final Set<MemoryFlag> flags;
  private final MemorySegment memory;
  private final Lifetime lifetime;

  SvmBlock(Context context, Set<MemoryFlag> flags, long byteSize) {
    this.context = context;
    EnumSet<MemoryFlag> copy = EnumSet.noneOf(MemoryFlag.class);
    copy.addAll(flags);
    this.flags = Collections.unmodifiableSet(copy);
    NativeMemory block = NativeMemory.allocate(byteSize);
    this.memory = block.memory();
    Lifetime.Use contextUse = context.keep();
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_VALUE,
            "shared virtual memory",
            () -> {
              context.memory().gone(memory);
              context.svmBlocks().remove(address());
              context.memory().unreserve(byteSize);
              context.forget(this);
              block.free();
              contextUse.close();
            });
  }

  /** Returns the context that it belongs to. */
  public Context context() {
    return context;
  }

  /** Returns the flags that it was allocated with. */
  public Set<MemoryFlag> flags() {
    return flags;
  }

  /** Returns the address of its first byte. */
  public long address() {
    return memory.address();
  }

  /** Returns its size in bytes. */
  public long byteSize() {
    return memory.byteSize();
  }

  /** Returns the memory, to use in place. It must not be used after the block is freed. */
  public MemorySegment memory() {
    context.memory().givenToHost(memory);
    return ofKernel();
  }

  /** Returns the memory as an argument of a kernel, which the host does not get by that. */
  MemorySegment ofKernel() {
    lifetime.check();
    return memory;
  }

  /**
   * Says that nobody may rely on what it holds until that is written: by commands, or by the host
   * while it is mapped. See {@link MemoryObject#undefineContents}.
   */
  public void undefineContents() {
    context.memory().undefined(memory);
  }

  /** Returns the memory, closed by now or not. */
  MemorySegment bytes() {
    return memory;
  }

  /** Returns a pointer to one of its bytes, as a kernel's argument. */
  public SvmPointer at(long byteOffset) {
    if (byteOffset < 0 || byteOffset > byteSize()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "offset " + byteOffset + " of " + byteSize() + " bytes");
    }
    return new SvmPointer(address() + byteOffset);
  }

  /**
   * Frees the memory ({@code clSVMFree}), once no command uses it any more that was enqueued with a
   * pointer to it; freeing again does nothing.
   */
  @Override
  public void close() {
    if (lifetime.referenceCount() > 0) {
      context.svmBlocks().freed(address(), byteSize());
      context.memory().freedByHost(address(), byteSize());
    }
    lifetime.close();
  }

  /** Frees it at the turn of a command, or with the context. */
  void closeInTurn() {
    context.svmBlocks().freed(address(), byteSize());
    lifetime.close();
  }

  /** Says its size and its flags. */
  @Override
  public String toString() {
    String names = flags.stream().map(MemoryFlag::name).collect(Collectors.joining(" "));
    return "shared virtual memory of "
        + byteSize()
        + " bytes"
        + (names.isEmpty() ? "" : ", " + names)
        + lifetime.closedSuffix();
  }

  Lifetime lifetime() {
    return lifetime;
  }
}
