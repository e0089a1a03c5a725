package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.NativeMemory;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.engine.SharedMemory;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Global memory of a context: native memory, aligned to at least 128 bytes, that kernels use in
 * place ({@code cl_mem}). Sizes and offsets are in bytes and may exceed 2 GiB.
 *
 * <p>Reading and writing copy between the buffer and Java arrays or {@link MemorySegment}s, in the
 * machine's byte order, and check bounds. They are not ordered with kernels that run at the same
 * time in other threads. {@link #slice} gives a part of a buffer, for sub-ranges and as a kernel
 * argument of its own.
 */
public final class Buffer extends MemoryObject {
  private final MemorySegment memory;
  private final @Nullable Buffer parent;
  private final boolean isSlice;
  private volatile boolean addressed;

  private Buffer(
      Context context,
      MemorySegment memory,
      Runnable free,
      Set<MemoryFlag> flags,
      @Nullable MemorySegment hostPointer,
      @Nullable Buffer parent) {
    super(context, "buffer", free, flags, hostPointer);
    this.memory = memory;
    this.parent = parent;
    this.isSlice = false;
  }

  private Buffer(Buffer whole, MemorySegment part) {
    super(whole);
    this.memory = part;
    this.parent = whole.parent;
    this.isSlice = true;
  }

  /** Makes a buffer of zeros, whose bytes the context has reserved. */
  static Buffer allocate(Context context, long byteSize, Set<MemoryFlag> flags) {
    NativeMemory block = NativeMemory.allocate(byteSize);
    context.memory().made("buffer", block.memory(), false);
    return new Buffer(
        context,
        block.memory(),
        () -> {
          context.memory().gone(block.memory());
          context.addressedBuffers().removeClosed(block.memory().address());
          block.free();
          context.memory().unreserve(byteSize);
        },
        flags,
        null,
        null);
  }

  /** Makes a buffer that lies in the program's memory. */
  static Buffer wrap(Context context, MemorySegment memory, Set<MemoryFlag> flags) {
    boolean named = context.svmAt(memory.address()).isPresent();
    if (!named) {
      context.memory().made("buffer", memory, true);
    }
    return new Buffer(
        context,
        memory,
        named
            ? () -> {}
            : () -> {
              context.memory().gone(memory);
              context.addressedBuffers().removeClosed(memory.address());
            },
        flags,
        memory,
        null);
  }

  /**
   * Makes a buffer of a part of this one ({@code clCreateSubBuffer}). It shares the memory but has
   * a reference count of its own; this buffer stays as long as it does.
   *
   * @param partFlags what they don't say is as in this buffer
   * @param byteOffset a multiple of 128
   * @throws ClException {@code CL_INVALID_MEM_OBJECT} if this is a part itself; {@code
   *     CL_INVALID_VALUE} if the flags don't fit or the part is not within the buffer; {@code
   *     CL_INVALID_BUFFER_SIZE} if it has no bytes; {@code CL_MISALIGNED_SUB_BUFFER_OFFSET}
   */
  public Buffer subBuffer(Set<MemoryFlag> partFlags, long byteOffset, long byteSize) {
    if (parent != null) {
      throw new ClException(ErrorCode.CL_INVALID_MEM_OBJECT, "a sub-buffer of a sub-buffer");
    }
    Set<MemoryFlag> flags = MemoryFlag.ofPart(partFlags, flags());
    checkRange(byteOffset, byteSize);
    if (byteSize == 0) {
      throw new ClException(ErrorCode.CL_INVALID_BUFFER_SIZE, "a sub-buffer of no bytes");
    }
    checkAlignment(byteOffset);
    Lifetime.Use use = lifetime().use();
    MemorySegment host = hostPointer().map(h -> h.asSlice(byteOffset, byteSize)).orElse(null);
    return context()
        .adopt(
            new Buffer(
                context(), memory.asSlice(byteOffset, byteSize), use::close, flags, host, this));
  }

  @Override
  public Optional<Buffer> parent() {
    return Optional.ofNullable(parent);
  }

  /** Returns where it begins in its parent, in bytes ({@code CL_MEM_OFFSET}); 0 without one. */
  public long byteOffset() {
    return parent == null || isSlice ? 0 : address() - parent.address();
  }

  /**
   * Returns whether it lies in shared virtual memory of the context ({@code
   * CL_MEM_USES_SVM_POINTER}).
   */
  public boolean usesSvm() {
    return hostPointer().isPresent() && context().svmAt(address()).isPresent();
  }

  /** Gives it a device address; called before anybody else knows it. */
  void fixAddress() {
    addressed = true;
    if (!usesSvm()) {
      SharedMemory shared =
          new SharedMemory(
              memory,
              SharedMemory.Kind.BUFFER,
              ArgumentBinder.access(flags()),
              SharedMemory.State.REACHABLE);
      context().addressedBuffers().add(shared, lifetime(), this);
    }
  }

  /** Returns whether it has a device address. */
  public boolean hasDeviceAddress() {
    Buffer whole = parent;
    return addressed || (whole != null && whole.hasDeviceAddress());
  }

  /**
   * Returns the address that kernels have it at, as long as it lives ({@code
   * CL_MEM_DEVICE_ADDRESS_EXT}).
   *
   * @throws ClException {@code CL_INVALID_OPERATION} if it was not made by {@link
   *     Context#addressedBuffer}, and is no part of one that was
   */
  public long deviceAddress() {
    if (!hasDeviceAddress()) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION,
          "the buffer was not made with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT");
    }
    return address();
  }

  @Override
  public long byteSize() {
    return memory.byteSize();
  }

  /**
   * Returns the buffer's memory itself, to use in place. It must not be used after the buffer is
   * closed.
   */
  public MemorySegment memory() {
    lifetime().check();
    context().memory().givenToHost(memory);
    return memory;
  }

  /** Returns the memory for a command that uses the buffer, closed by now or not. */
  MemorySegment bytes() {
    return memory;
  }

  @Override
  MemorySegment contents() {
    return memory;
  }

  /** Returns where the memory is. */
  long address() {
    return memory.address();
  }

  /**
   * Returns the part of {@code byteSize} bytes from {@code byteOffset} ({@code clCreateSubBuffer}).
   * It shares the memory, and lives as long as the whole buffer.
   *
   * @param byteOffset a multiple of 128
   * @throws ClException {@code CL_INVALID_VALUE} if it is not within the buffer; {@code
   *     CL_INVALID_BUFFER_SIZE} if it has no bytes; {@code CL_MISALIGNED_SUB_BUFFER_OFFSET}
   */
  public Buffer slice(long byteOffset, long byteSize) {
    Buffer part = part(byteOffset, byteSize);
    checkAlignment(byteOffset);
    return part;
  }

  /**
   * Returns the same from any byte on, which no sub-buffer of the C API can be: what a kernel sees
   * through a pointer into the buffer.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if it is not within the buffer; {@code
   *     CL_INVALID_BUFFER_SIZE} if it has no bytes
   */
  public Buffer part(long byteOffset, long byteSize) {
    if (byteSize < 1) {
      throw new ClException(ErrorCode.CL_INVALID_BUFFER_SIZE, "a slice of " + byteSize + " bytes");
    }
    checkRange(byteOffset, byteSize);
    return new Buffer(this, memory.asSlice(byteOffset, byteSize));
  }

  /** Throws unless a part may begin there ({@code CL_DEVICE_MEM_BASE_ADDR_ALIGN}). */
  private static void checkAlignment(long byteOffset) {
    if (byteOffset % NativeMemory.ALIGNMENT != 0) {
      throw new ClException(
          ErrorCode.CL_MISALIGNED_SUB_BUFFER_OFFSET,
          "a sub-buffer at " + byteOffset + ", which is no multiple of " + NativeMemory.ALIGNMENT);
    }
  }

  /**
   * Copies from the buffer's {@code byteOffset} on into {@code to}, as many bytes as that has.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if the buffer ends before
   */
  public void read(long byteOffset, MemorySegment to) {
    checkRange(byteOffset, to.byteSize());
    try (Lifetime.Use use = lifetime().use()) {
      Objects.requireNonNull(use);
      hostAccess(false, byteOffset, to.byteSize());
      MemorySegment.copy(memory, byteOffset, to, 0, to.byteSize());
    }
  }

  /**
   * Copies all of {@code from} into the buffer, from {@code byteOffset} on.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if the buffer ends before
   */
  public void write(long byteOffset, MemorySegment from) {
    checkRange(byteOffset, from.byteSize());
    try (Lifetime.Use use = lifetime().use()) {
      Objects.requireNonNull(use);
      hostAccess(true, byteOffset, from.byteSize());
      MemorySegment.copy(from, 0, memory, byteOffset, from.byteSize());
    }
  }

  /** Sets every byte ({@code clEnqueueFillBuffer} with a pattern of one byte). */
  public void fill(byte value) {
    try (Lifetime.Use use = lifetime().use()) {
      Objects.requireNonNull(use);
      hostAccess(true, 0, byteSize());
      memory.fill(value);
    }
  }

  private void hostAccess(boolean writes, long byteOffset, long bytes) {
    if (writes) {
      checkMutable();
    }
    context().memory().hostAccess(writes, address() + byteOffset, bytes);
  }

  /** Copies from the buffer's start as many elements as the array has. */
  public void read(byte[] to) {
    read(0, MemorySegment.ofArray(to));
  }

  /** Copies from the buffer's start as many elements as the array has. */
  public void read(short[] to) {
    read(0, MemorySegment.ofArray(to));
  }

  /** Copies from the buffer's start as many elements as the array has. */
  public void read(char[] to) {
    read(0, MemorySegment.ofArray(to));
  }

  /** Copies from the buffer's start as many elements as the array has. */
  public void read(int[] to) {
    read(0, MemorySegment.ofArray(to));
  }

  /** Copies from the buffer's start as many elements as the array has. */
  public void read(long[] to) {
    read(0, MemorySegment.ofArray(to));
  }

  /** Copies from the buffer's start as many elements as the array has. */
  public void read(float[] to) {
    read(0, MemorySegment.ofArray(to));
  }

  /** Copies from the buffer's start as many elements as the array has. */
  public void read(double[] to) {
    read(0, MemorySegment.ofArray(to));
  }

  /** Copies the whole array to the buffer's start. */
  public void write(byte[] from) {
    write(0, MemorySegment.ofArray(from));
  }

  /** Copies the whole array to the buffer's start. */
  public void write(short[] from) {
    write(0, MemorySegment.ofArray(from));
  }

  /** Copies the whole array to the buffer's start. */
  public void write(char[] from) {
    write(0, MemorySegment.ofArray(from));
  }

  /** Copies the whole array to the buffer's start. */
  public void write(int[] from) {
    write(0, MemorySegment.ofArray(from));
  }

  /** Copies the whole array to the buffer's start. */
  public void write(long[] from) {
    write(0, MemorySegment.ofArray(from));
  }

  /** Copies the whole array to the buffer's start. */
  public void write(float[] from) {
    write(0, MemorySegment.ofArray(from));
  }

  /** Copies the whole array to the buffer's start. */
  public void write(double[] from) {
    write(0, MemorySegment.ofArray(from));
  }

  /**
   * Frees the memory once no kernel uses it any more; closing again, or closing a slice, does
   * nothing.
   */
  @Override
  public void close() {
    if (!isSlice) {
      super.close();
    }
  }

  /** Says its size, of what it is a part, and its flags. */
  @Override
  public String toString() {
    Buffer whole = parent;
    return (whole == null ? "buffer of " : "sub-buffer of ")
        + byteSize()
        + " bytes"
        + (whole == null ? "" : " from byte " + byteOffset() + " of " + whole.byteSize())
        + state();
  }

  /** Throws {@code CL_INVALID_VALUE} unless these bytes are within the buffer. */
  void checkRange(long byteOffset, long bytes) {
    if (byteOffset < 0 || bytes < 0 || byteOffset > byteSize() - bytes) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          Long.toUnsignedString(bytes)
              + " bytes at offset "
              + Long.toUnsignedString(byteOffset)
              + " are not within the buffer's "
              + byteSize()
              + " bytes");
    }
  }
}
