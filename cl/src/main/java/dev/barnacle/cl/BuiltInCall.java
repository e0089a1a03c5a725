package dev.barnacle.cl;

import dev.barnacle.cl.internal.builtin.ParallelTasks;
import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * A launch of a {@link BuiltInKernel}: its NDRange and its arguments. It is valid until the
 * kernel's method returns, on any thread.
 */
public final class BuiltInCall {
  private final String kernel;
  private final NdRange range;
  private final int computeUnits;
  private final List<MemorySegment> arguments = new ArrayList<>();

  /**
   * Makes one.
   *
   * @param memory for what is local
   */
  BuiltInCall(Launch launch, Arena memory) {
    this.kernel = launch.kernel().name();
    this.range = launch.range();
    this.computeUnits = launch.computeUnits();
    for (Argument argument : launch.arguments()) {
      arguments.add(segment(argument, memory));
    }
  }

  private static MemorySegment segment(Argument argument, Arena memory) {
    return switch (argument) {
      case Argument.Memory m -> m.memory();
      case Argument.Shared s -> reach(s);
      case Argument.Local l -> memory.allocate(l.byteSize(), 128);
      case Argument.Bytes b -> b.bytes();
      case Argument.Null _ -> MemorySegment.NULL;
      case Argument.Image _, Argument.Pipe _ ->
          throw new ClException(
              ErrorCode.CL_INVALID_ARG_VALUE,
              "a built-in kernel cannot be given an image or a pipe");
    };
  }

  /** From the address to the end of its block; of memory of the system nobody knows the end. */
  private static MemorySegment reach(Argument.Shared shared) {
    MemorySegment block = shared.block();
    return block.byteSize() == 0
        ? MemorySegment.ofAddress(shared.address()).reinterpret(Long.MAX_VALUE)
        : block.asSlice(shared.address() - block.address());
  }

  /** Returns the NDRange; its local size has been chosen where the launch left that open. */
  public NDRange range() {
    return new NDRange(range.global(), range.local(), range.offset());
  }

  /** Returns how many threads it may use: the compute units of the queue's device. */
  public int computeUnits() {
    return computeUnits;
  }

  /** Returns whether an argument is a null pointer. */
  public boolean isNull(int index) {
    return argument(index).address() == 0;
  }

  /**
   * Returns the memory of an argument that is a pointer: all of the buffer, or from the pointer to
   * the end of the shared virtual memory that it points into. It may begin at any address that the
   * program gives, so access it with layouts such as {@link ValueLayout#JAVA_INT_UNALIGNED}.
   *
   * @throws ClException {@code CL_INVALID_ARG_VALUE} for a null pointer
   */
  public MemorySegment memory(int index) {
    MemorySegment memory = argument(index);
    if (memory.address() == 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_ARG_VALUE,
          "argument " + index + " of kernel '" + kernel + "' is a null pointer");
    }
    return memory;
  }

  /**
   * Returns as many elements of such an argument as the kernel needs.
   *
   * @param count how many; an unsigned number of 64 bits
   * @param elementBytes the size of each
   * @throws ClException {@code CL_INVALID_ARG_VALUE} for a null pointer, {@code
   *     CL_INVALID_BUFFER_SIZE} if there are fewer
   */
  public MemorySegment memory(int index, long count, long elementBytes) {
    MemorySegment memory = memory(index);
    if (Long.compareUnsigned(count, memory.byteSize() / elementBytes) > 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_BUFFER_SIZE,
          "argument "
              + index
              + " of kernel '"
              + kernel
              + "' has "
              + memory.byteSize()
              + " bytes, fewer than "
              + Long.toUnsignedString(count)
              + " elements of "
              + elementBytes);
    }
    return memory.asSlice(0, count * elementBytes);
  }

  /** Returns the bytes of an argument that is a value, such as a vector. */
  public MemorySegment value(int index) {
    return argument(index);
  }

  /** Returns an argument of a type of 32 bits; {@code uint} has the same bits. */
  public int intValue(int index) {
    return argument(index).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
  }

  /** Returns an argument of a type of 64 bits; {@code ulong} has the same bits. */
  public long longValue(int index) {
    return argument(index).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
  }

  /** Returns an argument that is a {@code float}. */
  public float floatValue(int index) {
    return argument(index).get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0);
  }

  /** Returns an argument that is a {@code double}. */
  public double doubleValue(int index) {
    return argument(index).get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0);
  }

  private MemorySegment argument(int index) {
    return arguments.get(index);
  }

  /**
   * Runs tasks 0 to {@code count - 1} on as many threads as there are {@link #computeUnits} and
   * returns when all have ended. What one of them throws ends those that have not begun.
   */
  public void parallel(int count, IntConsumer task) {
    ParallelTasks.run(computeUnits, count, task);
  }
}
