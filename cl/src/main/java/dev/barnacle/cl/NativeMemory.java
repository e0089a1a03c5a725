package dev.barnacle.cl;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Zeroed memory from the C library. Java's arenas would count it against {@code
 * -XX:MaxDirectMemorySize}, which has to do with the heap's size and not the machine's, and would
 * write the zeros where the system has zeroed pages already.
 */
final class NativeMemory {
  /** Alignment of every buffer, in bytes: a cache line and the widest vector type. */
  static final long ALIGNMENT = 128;

  private static final MethodHandle CALLOC =
      function(
          "calloc",
          FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  private static final MethodHandle FREE =
      function("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

  private final MemorySegment block;
  private final MemorySegment memory;

  private NativeMemory(MemorySegment block, long byteSize) {
    this.block = block;
    long start = Math.ceilDiv(block.address(), ALIGNMENT) * ALIGNMENT;
    this.memory = MemorySegment.ofAddress(start).reinterpret(byteSize);
  }

  /**
   * Allocates {@code byteSize} zeroed bytes.
   *
   * @throws ClException {@code CL_MEM_OBJECT_ALLOCATION_FAILURE} where there is not enough memory
   */
  static NativeMemory allocate(long byteSize) {
    MemorySegment block;
    try {
      block = (MemorySegment) CALLOC.invokeExact(1L, Math.addExact(byteSize, ALIGNMENT));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    if (block.address() == 0) {
      throw new ClException(
          ErrorCode.CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "no memory for a buffer of " + byteSize + " bytes");
    }
    return new NativeMemory(block, byteSize);
  }

  /** Returns the memory. */
  MemorySegment memory() {
    return memory;
  }

  /** Frees it; it must not be used any more. */
  void free() {
    try {
      FREE.invokeExact(block);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle function(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
  }
}
