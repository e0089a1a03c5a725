package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.engine.DeviceMemory;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The device memory of a context: how much of it is in use, and what the detector of races between
 * commands is told of it.
 */
public final class ContextMemory {
  /** The command whose function of the program a thread runs. */
  private static final ScopedValue<Turn> TURN = ScopedValue.newInstance();

  private static final long MARGIN = 4096;

  /** Filling more would take long, and memory that the program may never use. */
  private static final long MOST_FILLED = 1 << 28;

  private final DeviceMemory device;
  private final @Nullable CommandWatch watch;
  private final AtomicLong allocated = new AtomicLong();

  private record Turn(ContextMemory memory, CommandNode command) {}

  /**
   * Makes one of no memory.
   *
   * @param watch the detector of races between commands, if the context has one
   */
  public ContextMemory(DeviceMemory device, @Nullable CommandWatch watch) {
    this.device = device;
    this.watch = watch;
  }

  /**
   * Returns how many bytes around shared memory are to be nobody's, so that an access that leaves
   * it is noticed: kernels have its addresses as they are.
   */
  public long margin() {
    return watch == null ? 0 : MARGIN;
  }

  /** Throws CL_INVALID_BUFFER_SIZE if no memory object can have that size. */
  public void checkObjectSize(long byteSize) {
    if (byteSize < 1) {
      throw new ClException(ErrorCode.CL_INVALID_BUFFER_SIZE, "a buffer of " + byteSize + " bytes");
    }
    if (!device.allocates(byteSize)) {
      throw new ClException(
          ErrorCode.CL_INVALID_BUFFER_SIZE,
          "a buffer of "
              + byteSize
              + " bytes is larger than the device's maximum of "
              + device.maxAllocBytes()
              + " bytes");
    }
  }

  /** Counts memory of the device; throws CL_MEM_OBJECT_ALLOCATION_FAILURE where there is none. */
  public void reserve(long byteSize) {
    long before = allocated.getAndAdd(byteSize);
    if (!device.holds(before + byteSize)) {
      allocated.addAndGet(-byteSize);
      throw new ClException(
          ErrorCode.CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "no memory for "
              + byteSize
              + " bytes: "
              + before
              + " of the device's "
              + device.globalBytes()
              + " bytes are in use");
    }
  }

  /** Is told that memory of the device has been freed. */
  public void unreserve(long byteSize) {
    allocated.addAndGet(-byteSize);
  }

  /** Is told of the memory of an object, which reports call by its kind and a number. */
  public void made(String kind, MemorySegment memory, boolean ofHost) {
    if (watch != null) {
      watch.made(kind, memory.address(), memory.byteSize(), ofHost);
    }
  }

  /** Is told that the host has an object's memory itself, mapped or not. */
  public void givenToHost(MemorySegment memory) {
    if (watch != null) {
      watch.givenToHost(memory.address());
    }
  }

  /** Is told that what some memory holds is undefined until it is written. */
  public void undefined(MemorySegment memory) {
    if (watch != null) {
      watch.undefined(memory.address(), memory.byteSize());
    }
  }

  /**
   * As {@link #undefined}, of memory that the host can write without a call. What is larger than
   * {@value #MOST_FILLED} bytes counts as written.
   */
  public void filled(MemorySegment memory) {
    if (watch != null && memory.byteSize() <= MOST_FILLED) {
      watch.filled(memory.address());
    }
  }

  /** Is told that the host reads or writes an object's memory by a call, without a queue. */
  public void hostAccess(boolean writes, long address, long byteSize) {
    if (watch != null) {
      watch.hostAccess("the host", writes, address, byteSize);
    }
  }

  /** Is told that an object's memory is given back. */
  public void gone(MemorySegment memory) {
    if (watch != null) {
      watch.gone(memory.address(), memory.byteSize());
    }
  }

  /** Runs a function of the program at the turn of a command, which frees what that frees. */
  public void inTurnOf(@Nullable CommandNode command, Runnable function) {
    if (command == null) {
      function.run();
    } else {
      ScopedValue.where(TURN, new Turn(this, command)).run(function);
    }
  }

  /**
   * Is told that the host frees shared memory.
   *
   * @param function what it calls
   */
  public void freedByHost(String function, MemorySegment memory) {
    long address = memory.address();
    long byteSize = memory.byteSize();
    if (watch == null) {
      return;
    }
    if (TURN.isBound() && TURN.get().memory().equals(this)) {
      CommandNode command = TURN.get().command();
      CommandWatch.frees(command, address, byteSize);
      watch.accessed(command);
    } else {
      watch.hostFrees(function, address, byteSize);
    }
  }
}
