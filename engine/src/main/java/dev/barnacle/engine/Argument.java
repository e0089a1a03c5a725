package dev.barnacle.engine;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A kernel argument. */
public sealed interface Argument {
  /**
   * A pointer into global or constant memory.
   *
   * @param memory the native memory that it points to; its bounds are those of the memory object
   * @param access how kernels may access it; an engine need not enforce that
   */
  record Memory(MemorySegment memory, Access access) implements Argument {
    public Memory {
      if (!memory.isNative()) {
        throw new IllegalArgumentException("a memory argument needs native memory");
      }
    }

    /** Makes a pointer into memory that kernels may read and write. */
    public Memory(MemorySegment memory) {
      this(memory, Access.READ_WRITE);
    }
  }

  /** The access of kernels to memory ({@code cl_mem_flags}, OpenCL API 5.2.1). */
  enum Access {
    READ_WRITE,
    READ_ONLY,
    WRITE_ONLY,
    NONE
  }

  /**
   * An image.
   *
   * @param description native memory with the image's properties as the OpenCL C library reads them
   *     (its {@code struct image}), the address of the texels first
   * @param texels the native memory of all its texels; its bounds are those of the memory object
   */
  record Image(MemorySegment description, MemorySegment texels) implements Argument {
    public Image {
      if (!description.isNative() || !texels.isNative()) {
        throw new IllegalArgumentException("an image argument needs native memory");
      }
    }
  }

  /**
   * A pipe.
   *
   * @param memory its state and its packets
   */
  record Pipe(PipeMemory memory) implements Argument {}

  /**
   * A pointer into shared virtual memory (OpenCL architecture, "Shared virtual memory"), which
   * kernels get as it is: they may store it, and compare it with others.
   *
   * @param address what it points to
   * @param block the native memory around it that it can reach; of no bytes where that is unknown,
   *     and null where there is none: a kernel may have the pointer, but not access what is there
   * @param kind what it is
   */
  record Shared(long address, MemorySegment block, SharedMemory.Kind kind) implements Argument {
    public Shared {
      if (!block.isNative()) {
        throw new IllegalArgumentException("a pointer needs native memory");
      }
    }
  }

  /**
   * Local memory that each work-group gets for itself.
   *
   * @param byteSize its size; 0 for none
   */
  record Local(long byteSize) implements Argument {
    public Local {
      if (byteSize < 0) {
        throw new IllegalArgumentException("local memory of " + byteSize + " bytes");
      }
    }
  }

  /**
   * A value: a scalar, vector or struct.
   *
   * @param bytes its representation in memory, little-endian; as long as the parameter's type
   */
  record Bytes(MemorySegment bytes) implements Argument {}

  /** A null pointer. */
  record Null() implements Argument {}

  /** Returns the memory that it reaches, of an image its texels; null where it reaches none. */
  default @Nullable MemorySegment reached() {
    return switch (this) {
      case Memory m -> m.memory();
      case Image i -> i.texels();
      case Pipe p -> p.memory().memory();
      case Shared s -> s.block();
      case Local _, Bytes _, Null _ -> null;
    };
  }
}
