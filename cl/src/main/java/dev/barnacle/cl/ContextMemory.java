package dev.barnacle.cl;

import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The device memory of a context: how much of it is in use, its shared virtual memory, and what the
 * detector of races between commands is told of both.
 */
final class ContextMemory {
  /** The command whose function of the program a thread runs. */
  private static final ScopedValue<Turn> TURN = ScopedValue.newInstance();

  private final Context context;
  private final Device device;
  private final @Nullable CommandWatch watch;
  private final SvmBlocks svmBlocks = new SvmBlocks();
  private final AtomicLong allocated = new AtomicLong();

  private record Turn(ContextMemory memory, CommandNode command) {}

  /**
   * Makes one of no memory.
   *
   * @param watch the detector of races between commands, if the context has one
   */
  ContextMemory(Context context, Device device, @Nullable CommandWatch watch) {
    this.context = context;
    this.device = device;
    this.watch = watch;
  }

  /** See {@link Context#buffer(Set, long, MemorySegment)}. */
  Buffer buffer(Set<MemoryFlag> flags, long byteSize, @Nullable MemorySegment host) {
    if (host != null && flags.contains(MemoryFlag.USE_HOST_PTR)) {
      if (!host.isNative() || host.isReadOnly()) {
        throw new ClException(
            ErrorCode.CL_INVALID_HOST_PTR, "only native memory that can be written can be used");
      }
      checkWithinSvm(host.address(), byteSize);
      MemorySegment memory = HostMemory.anyThread(host).asSlice(0, byteSize);
      return Buffer.wrap(context, memory, flags);
    }
    Buffer buffer = allocate(flags, byteSize);
    if (host != null) {
      MemorySegment.copy(host, 0, buffer.bytes(), 0, byteSize);
    }
    return buffer;
  }

  private Buffer allocate(Set<MemoryFlag> flags, long byteSize) {
    reserve(byteSize);
    try {
      return Buffer.allocate(context, byteSize, flags);
    } catch (ClException e) {
      unreserve(byteSize);
      throw e;
    }
  }

  /** A buffer that begins in shared virtual memory ends there too. */
  private void checkWithinSvm(long address, long byteSize) {
    svmAt(address)
        .filter(b -> address + byteSize > b.address() + b.byteSize())
        .ifPresent(
            b -> {
              throw new ClException(
                  ErrorCode.CL_INVALID_BUFFER_SIZE,
                  "a buffer of " + byteSize + " bytes in " + b.byteSize() + " bytes of SVM");
            });
  }

  /** Throws CL_INVALID_BUFFER_SIZE if no memory object can have that size. */
  void checkObjectSize(long byteSize) {
    if (byteSize < 1) {
      throw new ClException(ErrorCode.CL_INVALID_BUFFER_SIZE, "a buffer of " + byteSize + " bytes");
    }
    if (!device.memory().allocates(byteSize)) {
      throw new ClException(
          ErrorCode.CL_INVALID_BUFFER_SIZE,
          "a buffer of "
              + byteSize
              + " bytes is larger than the device's maximum of "
              + device.maxMemAllocBytes()
              + " bytes");
    }
  }

  /** Counts memory of the device; throws CL_MEM_OBJECT_ALLOCATION_FAILURE where there is none. */
  void reserve(long byteSize) {
    long before = allocated.getAndAdd(byteSize);
    if (!device.memory().holds(before + byteSize)) {
      allocated.addAndGet(-byteSize);
      throw new ClException(
          ErrorCode.CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "no memory for "
              + byteSize
              + " bytes: "
              + before
              + " of the device's "
              + device.globalMemBytes()
              + " bytes are in use");
    }
  }

  /** Is told that memory of the device has been freed. */
  void unreserve(long byteSize) {
    allocated.addAndGet(-byteSize);
  }

  /** Is told of the memory of an object, which reports call by its kind and a number. */
  void made(String kind, MemorySegment memory, boolean ofHost) {
    if (watch != null) {
      watch.made(kind, memory.address(), memory.byteSize(), ofHost);
    }
  }

  /** Is told that the host has an object's memory itself, mapped or not. */
  void givenToHost(MemorySegment memory) {
    if (watch != null) {
      watch.givenToHost(memory.address());
    }
  }

  /** Is told that what some memory holds is undefined until it is written. */
  void undefined(MemorySegment memory) {
    if (watch != null) {
      watch.undefined(memory.address(), memory.byteSize());
    }
  }

  /** Is told that an object's memory is given back. */
  void gone(MemorySegment memory) {
    if (watch != null) {
      watch.gone(memory.address(), memory.byteSize());
    }
  }

  /** See {@link Context#svm(Set, long, long)}. */
  SvmBlock svm(Set<MemoryFlag> flags, long byteSize) {
    reserve(byteSize);
    SvmBlock block = svmBlocks.add(allocateSvm(flags, byteSize));
    made("SVM block", block.bytes(), true);
    return block;
  }

  private SvmBlock allocateSvm(Set<MemoryFlag> flags, long byteSize) {
    try {
      return new SvmBlock(context, flags, byteSize);
    } catch (ClException e) {
      unreserve(byteSize);
      throw e;
    }
  }

  /** Returns the shared virtual memory that has the byte at an address. */
  Optional<SvmBlock> svmAt(long address) {
    return svmBlocks.at(address);
  }

  /** Begins to use all shared virtual memory, so that none is freed while kernels may reach it. */
  SvmBlocks.Held holdSvm() {
    return svmBlocks.hold();
  }

  /** Is told that shared virtual memory is freed in turn. */
  void freed(SvmBlock block) {
    svmBlocks.freed(block);
  }

  /** Runs a function of the program at the turn of a command, which frees what that frees. */
  void inTurnOf(@Nullable CommandNode command, Runnable function) {
    if (command == null) {
      function.run();
    } else {
      ScopedValue.where(TURN, new Turn(this, command)).run(function);
    }
  }

  /** Is told that the host frees shared virtual memory. */
  void freedByHost(SvmBlock block) {
    svmBlocks.freed(block);
    if (watch == null) {
      return;
    }
    if (TURN.isBound() && TURN.get().memory().equals(this)) {
      CommandNode command = TURN.get().command();
      CommandWatch.frees(command, block.address(), block.byteSize());
      watch.accessed(command);
    } else {
      watch.hostFrees("clSVMFree", block.address(), block.byteSize());
    }
  }

  /** Is told that shared virtual memory has been given back. */
  void forget(SvmBlock block) {
    gone(block.bytes());
    svmBlocks.remove(block);
    unreserve(block.byteSize());
  }
}
