package dev.barnacle.cli.internal.launch;

import dev.barnacle.cl.AddressingMode;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.FilterMode;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An argument of a launch, as the user describes it. */
public sealed interface ArgumentSpec {
  /** A null pointer. */
  record Null() implements ArgumentSpec {}

  /** Local memory of so many bytes. */
  record Local(long byteSize) implements ArgumentSpec {}

  /**
   * A buffer.
   *
   * @param count its elements; empty where the contents say how many
   */
  record BufferSpec(DataType type, Optional<Long> count, Init init) implements ArgumentSpec {}

  /**
   * A scalar or vector.
   *
   * @param type as the user says; empty where the kernel's declaration decides
   * @param literals one number for each lane
   */
  record Value(Optional<DataType> type, List<String> literals) implements ArgumentSpec {}

  /** A scalar that is any of some numbers, which is for {@code explore} alone. */
  record Any(List<String> literals) implements ArgumentSpec {}

  /** One of the buffers that several launches share. */
  record Shared(String buffer) implements ArgumentSpec {}

  /** A value's bytes, such as a struct's. */
  record Bytes(MemorySegment bytes) implements ArgumentSpec {}

  /**
   * An image.
   *
   * @param type what its four channels are (the one of a depth image): float, int or uint
   * @param size width, height, depth and layers, as far as its shape has them; empty where the
   *     contents are a picture, whose size it has
   * @param init its texels, row after row
   */
  record ImageSpec(DataType.Scalar type, List<Long> size, Init init) implements ArgumentSpec {
    public ImageSpec {
      size = List.copyOf(size);
    }
  }

  /**
   * A pipe.
   *
   * @param type what its packets are made of
   * @param elements how many of these a packet has: more than one for a struct
   * @param packets how many packets it has room for
   * @param init the packets that it begins with; empty for none
   */
  record PipeSpec(DataType type, long elements, long packets, Optional<Init> init)
      implements ArgumentSpec {}

  /**
   * A sampler.
   *
   * @param normalized whether coordinates go from 0 to 1
   * @param addressing what lies outside of the image
   * @param filter how texels become a value
   */
  record SamplerSpec(boolean normalized, AddressingMode addressing, FilterMode filter)
      implements ArgumentSpec {
    /** Of whole coordinates, with the edge's texels outside, and the nearest texel. */
    public static final SamplerSpec DEFAULT =
        new SamplerSpec(false, AddressingMode.CLAMP_TO_EDGE, FilterMode.NEAREST);
  }

  /** The default queue on the device. */
  record QueueSpec() implements ArgumentSpec {
    public static final QueueSpec DEFAULT = new QueueSpec();
  }

  /**
   * The buffer of another argument, from an element on.
   *
   * @param other the other parameter's name or position
   * @param offset where it begins, in elements of the other buffer
   */
  record Same(String other, long offset) implements ArgumentSpec {}

  /** A value's bytes in a file. */
  record BytesFile(Path file) implements ArgumentSpec {}
}
