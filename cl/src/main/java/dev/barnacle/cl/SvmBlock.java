package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.NativeMemory;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.engine.Argument;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * Shared virtual memory (OpenCL architecture, "Shared virtual memory"), or an allocation of unified
 * shared memory: native memory that host and kernels use under the same addresses, also through
 * pointers that are stored in memory. Kernels get it by the block itself, or by a {@link
 * SvmPointer} or {@link DevicePointer} into it.
 */
public final class SvmBlock implements AutoCloseable {
  private final Context context;
  private final SvmType type;
  private final Set<SvmAccess> access;
  private final Set<MemoryFlag> flags;
  private final MemorySegment memory;
  private final Lifetime lifetime;

  SvmBlock(
      Context context, SvmType type, Set<SvmAccess> access, Set<MemoryFlag> flags, long byteSize) {
    this.context = context;
    this.type = type;
    this.access = Set.copyOf(access);
    EnumSet<MemoryFlag> copy = EnumSet.noneOf(MemoryFlag.class);
    copy.addAll(flags);
    this.flags = Collections.unmodifiableSet(copy);
    long margin = context.memory().margin();
    NativeMemory block = NativeMemory.allocate(byteSize + 2 * margin);
    this.memory = block.memory().asSlice(margin, byteSize);
    Lifetime.Use contextUse = context.keep();
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_VALUE,
            type.isUsm() ? "unified shared memory" : "shared virtual memory",
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

  /** Returns who owns it. */
  public SvmType type() {
    return type;
  }

  /** Returns what the program has promised not to do with it. */
  public Set<SvmAccess> access() {
    return access;
  }

  /** Returns the flags that it was allocated with; none for unified shared memory. */
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

  /**
   * Returns the memory, to use in place. It must not be used after the block is freed.
   *
   * @throws ClException {@code CL_INVALID_OPERATION} for memory of a device ({@link
   *     SvmType#DEVICE}), which the host does not access: commands do, see {@link #region}
   */
  public MemorySegment memory() {
    if (type == SvmType.DEVICE) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "the host does not access memory of a device");
    }
    context.memory().givenToHost(memory);
    return ofKernel();
  }

  /**
   * Returns the memory as commands take it that copy or fill, such as {@link UsmCommands#copy}: for
   * {@link SvmType#DEVICE} the host must not access it otherwise.
   */
  public MemorySegment region() {
    return ofKernel();
  }

  /** Returns a part of the memory as commands take it. */
  public MemorySegment region(long byteOffset, long bytes) {
    if (byteOffset < 0 || bytes < 0 || byteOffset > byteSize() - bytes) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          bytes + " bytes at offset " + byteOffset + " of " + byteSize() + " bytes");
    }
    return ofKernel().asSlice(byteOffset, bytes);
  }

  /** Returns the memory as an argument of a kernel, which the host does not get by that. */
  MemorySegment ofKernel() {
    lifetime.check();
    return memory;
  }

  /**
   * Says that nobody may rely on what it holds until that is written: by commands, or by the host
   * while it is mapped. See {@link MemoryObject#undefineContents}. Where launches are checked,
   * memory of the device is filled with a pattern: a host that writes it all the same, as oneMKL
   * does on processors, is seen by that.
   */
  public void undefineContents() {
    if (type == SvmType.DEVICE) {
      context.memory().filled(memory);
    } else {
      context.memory().undefined(memory);
    }
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

  /** Returns the address of one of its bytes, as a kernel's argument. */
  public DevicePointer pointer(long byteOffset) {
    return new DevicePointer(at(byteOffset).address());
  }

  /**
   * Frees the memory ({@code clSVMFree}, {@code clMemFreeINTEL}), once no command uses it any more
   * that was enqueued with a pointer to it, or may access all of its type; freeing again does
   * nothing.
   */
  @Override
  public void close() {
    if (lifetime.referenceCount() > 0) {
      context.memory().freedByHost(type.isUsm() ? "clMemFreeINTEL" : "clSVMFree", memory);
    }
    closeInTurn();
  }

  /**
   * Frees the memory when all commands have ended that may use it, and returns then ({@code
   * clMemBlockingFreeINTEL}).
   *
   * @throws InterruptedWaitException if the thread is interrupted before; the memory is freed all
   *     the same
   */
  public void closeAndWait() {
    CountDownLatch gone = new CountDownLatch(1);
    try {
      lifetime.onFree(gone::countDown);
    } catch (ClException e) {
      return; // another thread has freed it
    }
    closeInTurn();
    context.flushQueues();
    try {
      gone.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedWaitException("the commands that use " + this);
    }
  }

  /** Frees it at the turn of a command, with the context, or behind all that uses it. */
  void closeInTurn() {
    if (lifetime.referenceCount() > 0) {
      context.svmBlocks().freed(address());
      context.sharedBlocks().uses().frees(type, lifetime);
    }
    lifetime.close();
  }

  /** Returns whether it has been freed, be it that commands still use it. */
  public boolean isClosed() {
    return lifetime.referenceCount() == 0;
  }

  /**
   * Has {@code callback} called once the memory is freed, by the thread that ended the last use.
   */
  public void onDestroy(Runnable callback) {
    lifetime.onFree(callback);
  }

  /** Returns how kernels may access it. */
  Argument.Access kernelAccess() {
    boolean reads = !access.contains(SvmAccess.DEVICE_NOREAD);
    boolean writes = !access.contains(SvmAccess.DEVICE_NOWRITE);
    return reads
        ? writes ? Argument.Access.READ_WRITE : Argument.Access.READ_ONLY
        : writes ? Argument.Access.WRITE_ONLY : Argument.Access.NONE;
  }

  /** Says its size and its flags. */
  @Override
  public String toString() {
    String names = flags.stream().map(MemoryFlag::name).collect(Collectors.joining(" "));
    return (type.isUsm()
            ? type.name().toLowerCase(Locale.ROOT) + " USM allocation of "
            : "shared virtual memory of ")
        + byteSize()
        + " bytes"
        + (names.isEmpty() ? "" : ", " + names)
        + lifetime.closedSuffix();
  }

  Lifetime lifetime() {
    return lifetime;
  }
}
