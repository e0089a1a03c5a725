package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.HostSegments;
import dev.barnacle.cl.internal.host.NativeMemory;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.ContextMemory;
import dev.barnacle.cl.internal.memory.SvmBlocks;
import dev.barnacle.engine.PipeMemory;
import dev.barnacle.engine.SharedMemory;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The part of a {@link Context} that makes its memory objects and samplers. */
abstract sealed class MemoryFactory extends ClObject permits Context {
  /** Returns the context that it is. */
  abstract Context context();

  /** Returns what keeps account of the context's memory. */
  abstract ContextMemory memory();

  /** Returns the context's shared virtual memory. */
  abstract SvmBlocks<SvmBlock> svmBlocks();

  /** Returns the context's buffers that have device addresses. */
  abstract SvmBlocks<Buffer> addressedBuffers();

  /** Begins to use the context. */
  abstract Lifetime.Use use();

  /** Throws if nothing new can be made in the context. */
  abstract void checkAlive();

  /** Makes it one of those that are closed with the context. */
  abstract <T extends AutoCloseable> T adopt(T member);

  /**
   * Allocates a buffer of zeros.
   *
   * @param byteSize its size in bytes
   * @throws ClException {@code CL_INVALID_BUFFER_SIZE} if that is 0 or above the device's {@code
   *     maxMemAllocBytes}; {@code CL_MEM_OBJECT_ALLOCATION_FAILURE} if there is not enough memory
   */
  public Buffer buffer(long byteSize) {
    return buffer(Set.of(MemoryFlag.READ_WRITE), byteSize, null);
  }

  /**
   * Makes a buffer ({@code clCreateBuffer}).
   *
   * @param flags of {@code cl_mem_flags}; none of them means that kernels read and write it
   * @param host for {@link MemoryFlag#USE_HOST_PTR} the native memory that the buffer lies in,
   *     which must stay alive until it is freed; for {@link MemoryFlag#COPY_HOST_PTR} what it
   *     begins with; else null. It has at least as many bytes as the buffer
   * @throws ClException {@code CL_INVALID_VALUE} if the flags don't go together; {@code
   *     CL_INVALID_BUFFER_SIZE} if the size is 0, above the device's {@code maxMemAllocBytes} or
   *     above what is left of the SVM that {@code host} is in; {@code CL_INVALID_HOST_PTR} if host
   *     memory is missing, too small or not native, or given where no flag uses it; {@code
   *     CL_MEM_OBJECT_ALLOCATION_FAILURE} if there is not enough memory
   */
  public Buffer buffer(Set<MemoryFlag> flags, long byteSize, @Nullable MemorySegment host) {
    MemoryFlag.checkObject(flags);
    memory().checkObjectSize(byteSize);
    MemoryFlag.checkHostPointer(flags, host != null);
    if (host != null && host.byteSize() < byteSize) {
      throw new ClException(
          ErrorCode.CL_INVALID_HOST_PTR,
          host.byteSize() + " bytes of host memory for a buffer of " + byteSize);
    }
    try (Lifetime.Use use = use()) {
      Objects.requireNonNull(use);
      return adopt(make(flags, byteSize, host));
    }
  }

  private Buffer make(Set<MemoryFlag> flags, long byteSize, @Nullable MemorySegment host) {
    if (host != null && flags.contains(MemoryFlag.USE_HOST_PTR)) {
      if (!host.isNative() || host.isReadOnly()) {
        throw new ClException(
            ErrorCode.CL_INVALID_HOST_PTR, "only native memory that can be written can be used");
      }
      checkWithinSvm(host.address(), byteSize);
      MemorySegment memory = HostSegments.anyThread(host).asSlice(0, byteSize);
      return Buffer.wrap(context(), memory, flags);
    }
    Buffer buffer = reserving(byteSize, () -> Buffer.allocate(context(), byteSize, flags));
    if (host != null) {
      MemorySegment.copy(host, 0, buffer.bytes(), 0, byteSize);
    }
    return buffer;
  }

  /**
   * Makes a buffer that has a device address ({@code CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT} of {@code
   * cl_ext_buffer_device_address}): {@link Buffer#deviceAddress} and those behind it can be stored
   * in memory, and passed as {@link DevicePointer}s.
   *
   * @param flags as for {@link #buffer(Set, long, MemorySegment)}, as are the other arguments and
   *     errors
   */
  public Buffer addressedBuffer(
      Set<MemoryFlag> flags, long byteSize, @Nullable MemorySegment host) {
    Buffer buffer = buffer(flags, byteSize, host);
    buffer.fixAddress();
    return buffer;
  }

  /** Makes something of so many bytes of the device's memory. */
  private <T> T reserving(long byteSize, Supplier<T> made) {
    memory().reserve(byteSize);
    try {
      return made.get();
    } catch (ClException e) {
      memory().unreserve(byteSize);
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

  /** Makes a buffer with a copy of {@code data}. */
  public Buffer buffer(MemorySegment data) {
    Buffer buffer = buffer(data.byteSize());
    buffer.write(0, data);
    return buffer;
  }

  /** Makes a buffer with a copy of {@code data}. */
  public Buffer buffer(byte[] data) {
    return buffer(MemorySegment.ofArray(data));
  }

  /** Makes a buffer with a copy of {@code data}. */
  public Buffer buffer(short[] data) {
    return buffer(MemorySegment.ofArray(data));
  }

  /** Makes a buffer with a copy of {@code data}. */
  public Buffer buffer(char[] data) {
    return buffer(MemorySegment.ofArray(data));
  }

  /** Makes a buffer with a copy of {@code data}. */
  public Buffer buffer(int[] data) {
    return buffer(MemorySegment.ofArray(data));
  }

  /** Makes a buffer with a copy of {@code data}. */
  public Buffer buffer(long[] data) {
    return buffer(MemorySegment.ofArray(data));
  }

  /** Makes a buffer with a copy of {@code data}. */
  public Buffer buffer(float[] data) {
    return buffer(MemorySegment.ofArray(data));
  }

  /** Makes a buffer with a copy of {@code data}. */
  public Buffer buffer(double[] data) {
    return buffer(MemorySegment.ofArray(data));
  }

  /**
   * Makes a buffer of native memory that the caller owns, without a copy ({@code
   * CL_MEM_USE_HOST_PTR}). The memory must stay alive until the buffer is closed.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if it is on Java's heap or read-only
   */
  public Buffer wrap(MemorySegment memory) {
    if (!memory.isNative() || memory.isReadOnly()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "only native memory that can be written can be wrapped");
    }
    memory().checkObjectSize(memory.byteSize());
    try (Lifetime.Use use = use()) {
      Objects.requireNonNull(use);
      return adopt(
          Buffer.wrap(context(), memory, Set.of(MemoryFlag.READ_WRITE, MemoryFlag.USE_HOST_PTR)));
    }
  }

  /**
   * Makes an image ({@code clCreateImage}).
   *
   * @param flags of {@code cl_mem_flags}; none of them means that kernels read and write it
   * @param host for {@link MemoryFlag#USE_HOST_PTR} the native memory that the texels lie in, which
   *     must stay alive until the image is freed; for {@link MemoryFlag#COPY_HOST_PTR} what it
   *     begins with; else null. It has at least as many bytes as the image with the description's
   *     pitches
   * @throws ClException {@code CL_INVALID_VALUE} if the flags don't go together; {@code
   *     CL_INVALID_IMAGE_FORMAT_DESCRIPTOR} for a format that no image has or that does not fit the
   *     memory object that the texels are in; {@code CL_INVALID_IMAGE_DESCRIPTOR} for dimensions or
   *     pitches that no image has; {@code CL_INVALID_IMAGE_SIZE} if it is larger than the device's
   *     images are; {@code CL_INVALID_HOST_PTR} if host memory is missing, too small or not native,
   *     or given where no flag uses it; {@code CL_IMAGE_FORMAT_NOT_SUPPORTED}; {@code
   *     CL_MEM_OBJECT_ALLOCATION_FAILURE} if there is not enough memory
   */
  public Image image(
      Set<MemoryFlag> flags,
      ImageFormat format,
      ImageDescription description,
      @Nullable MemorySegment host) {
    try (Lifetime.Use use = use()) {
      Objects.requireNonNull(use);
      return adopt(new ImageMaker(context(), flags, format, description, host).make());
    }
  }

  /** Makes an image that kernels read and write, of zeros. */
  public Image image(ImageFormat format, ImageDescription description) {
    return image(Set.of(MemoryFlag.READ_WRITE), format, description, null);
  }

  /**
   * Makes an empty pipe ({@code clCreatePipe}).
   *
   * @param flags {@link MemoryFlag#READ_WRITE} and {@link MemoryFlag#HOST_NO_ACCESS} alone; none of
   *     them means both
   * @param packetBytes the size of a packet
   * @param maxPackets how many packets it has room for
   * @throws ClException {@code CL_INVALID_VALUE} for another flag; {@code CL_INVALID_PIPE_SIZE} if
   *     there is room for none or for more than 2<sup>32</sup> - 1, or packets have no byte or more
   *     than the device's {@link PipeLimits#maxPacketBytes}; {@code
   *     CL_MEM_OBJECT_ALLOCATION_FAILURE} if there is not enough memory
   */
  public Pipe pipe(Set<MemoryFlag> flags, long packetBytes, long maxPackets) {
    Set<MemoryFlag> all = MemoryFlag.ofPipe(flags);
    if (packetBytes < 1
        || packetBytes > PipeLimits.OF_PROCESSORS.maxPacketBytes()
        || maxPackets < 1
        || maxPackets > 0xFFFFFFFFL) {
      throw new ClException(
          ErrorCode.CL_INVALID_PIPE_SIZE,
          "a pipe of " + maxPackets + " packets of " + packetBytes + " bytes");
    }
    try (Lifetime.Use use = use()) {
      Objects.requireNonNull(use);
      int bytes = (int) packetBytes;
      int packets = (int) maxPackets;
      return adopt(
          reserving(
              PipeMemory.byteSize(bytes, packets),
              () -> Pipe.allocate(context(), bytes, packets, all)));
    }
  }

  /** Makes an empty pipe of {@code maxPackets} packets of {@code packetBytes} bytes. */
  public Pipe pipe(long packetBytes, long maxPackets) {
    return pipe(Set.of(), packetBytes, maxPackets);
  }

  /**
   * Makes a sampler ({@code clCreateSamplerWithProperties}).
   *
   * @param normalized whether float coordinates go from 0 to 1
   * @throws ClException {@code CL_INVALID_CONTEXT} if the context is closed; {@code
   *     CL_INVALID_VALUE} if the image is to be repeated without normalised coordinates
   */
  public Sampler sampler(boolean normalized, AddressingMode addressing, FilterMode filter) {
    return sampler(normalized, addressing, filter, MipFilter.DEFAULT);
  }

  /**
   * Makes a sampler for mipmapped images.
   *
   * @param mip which levels it reads
   * @throws ClException as {@link #sampler(boolean, AddressingMode, FilterMode)}
   */
  public Sampler sampler(
      boolean normalized, AddressingMode addressing, FilterMode filter, MipFilter mip) {
    checkAlive();
    if (!normalized && addressing.repeats()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, addressing + " is for normalised coordinates only");
    }
    return adopt(new Sampler(context(), normalized, addressing, filter, mip));
  }

  /**
   * Allocates shared virtual memory ({@code clSVMAlloc}), zeroed. Host and device have one memory:
   * all SVM is as good as fine-grained with atomics, and so is memory that the program has from
   * elsewhere (fine-grained system SVM).
   *
   * @param flags at most one of how kernels access it, {@link MemoryFlag#SVM_FINE_GRAIN_BUFFER},
   *     and with that {@link MemoryFlag#SVM_ATOMICS}
   * @param byteSize at least 1
   * @param alignment a power of two up to 128, or 0 for 128
   * @throws ClException {@code CL_INVALID_VALUE} for another flag or alignment; {@code
   *     CL_INVALID_BUFFER_SIZE} if the size is 0 or above the device's {@code maxMemAllocBytes};
   *     {@code CL_MEM_OBJECT_ALLOCATION_FAILURE} if there is not enough memory
   */
  public SvmBlock svm(Set<MemoryFlag> flags, long byteSize, long alignment) {
    MemoryFlag.checkSvm(flags);
    SvmType type =
        flags.contains(MemoryFlag.SVM_FINE_GRAIN_BUFFER)
            ? SvmType.FINE_GRAIN_BUFFER
            : SvmType.COARSE_GRAIN_BUFFER;
    return shared(
        byteSize, alignment, () -> new SvmBlock(context(), type, Set.of(), flags, byteSize));
  }

  /**
   * Allocates shared virtual memory of a type, or unified shared memory, zeroed ({@code
   * clSVMAllocWithPropertiesKHR}, {@code cl_khr_unified_svm}).
   *
   * @param access what the program promises not to do with it
   * @param byteSize at least 1
   * @param alignment a power of two up to 128, or 0 for 128
   * @throws ClException {@code CL_INVALID_VALUE} for another alignment; {@code
   *     CL_INVALID_BUFFER_SIZE} if the size is 0 or above the device's {@code maxMemAllocBytes};
   *     {@code CL_MEM_OBJECT_ALLOCATION_FAILURE} if there is not enough memory
   */
  public SvmBlock svm(SvmType type, Set<SvmAccess> access, long byteSize, long alignment) {
    Set<MemoryFlag> flags =
        switch (type) {
          case COARSE_GRAIN_BUFFER -> Set.of(MemoryFlag.READ_WRITE);
          case FINE_GRAIN_BUFFER ->
              Set.of(
                  MemoryFlag.READ_WRITE, MemoryFlag.SVM_FINE_GRAIN_BUFFER, MemoryFlag.SVM_ATOMICS);
          case DEVICE, HOST, SHARED -> Set.of();
        };
    return shared(
        byteSize, alignment, () -> new SvmBlock(context(), type, access, flags, byteSize));
  }

  private SvmBlock shared(long byteSize, long alignment, Supplier<SvmBlock> maker) {
    memory().checkObjectSize(byteSize);
    if (alignment < 0 || alignment > NativeMemory.ALIGNMENT || Long.bitCount(alignment) > 1) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "an alignment of " + alignment);
    }
    try (Lifetime.Use use = use()) {
      Objects.requireNonNull(use);
      return adopt(reserving(byteSize, () -> shared(maker.get())));
    }
  }

  private SvmBlock shared(SvmBlock block) {
    SharedMemory.Kind kind = block.type().kind();
    svmBlocks()
        .add(
            new SharedMemory(
                block.bytes(), kind, block.kernelAccess(), SharedMemory.State.REACHABLE),
            block.lifetime(),
            block);
    String name =
        switch (kind) {
          case SVM, BUFFER -> "SVM block";
          case HOST_USM -> "host USM allocation";
          case DEVICE_USM -> "device USM allocation";
          case SHARED_USM -> "shared USM allocation";
        };
    memory().made(name, block.bytes(), true);
    return block;
  }

  /**
   * Allocates unified shared memory of the host, zeroed ({@code clHostMemAllocINTEL}): host and
   * kernels use it under the same addresses at any time.
   *
   * @throws ClException as {@link #svm(SvmType, Set, long, long)}
   */
  public SvmBlock hostUsm(long byteSize) {
    return svm(SvmType.HOST, Set.of(), byteSize, 0);
  }

  /**
   * Allocates unified shared memory of the device, zeroed ({@code clDeviceMemAllocINTEL}): kernels
   * and commands use it, the host does not.
   *
   * @throws ClException as {@link #svm(SvmType, Set, long, long)}
   */
  public SvmBlock deviceUsm(long byteSize) {
    return svm(SvmType.DEVICE, Set.of(), byteSize, 0);
  }

  /**
   * Allocates unified shared memory of host and device, zeroed ({@code clSharedMemAllocINTEL}): it
   * is where it is used.
   *
   * @throws ClException as {@link #svm(SvmType, Set, long, long)}
   */
  public SvmBlock sharedUsm(long byteSize) {
    return svm(SvmType.SHARED, Set.of(), byteSize, 0);
  }

  /** Allocates coarse-grained shared virtual memory. */
  public SvmBlock svm(long byteSize) {
    return svm(Set.of(MemoryFlag.READ_WRITE), byteSize, 0);
  }

  /** Returns the shared virtual memory of the context that has the byte at an address. */
  public Optional<SvmBlock> svmAt(long address) {
    return svmBlocks().at(address);
  }
}
