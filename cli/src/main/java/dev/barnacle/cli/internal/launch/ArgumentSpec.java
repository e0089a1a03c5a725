package dev.barnacle.cli.internal.launch;

import dev.barnacle.cl.DataType;
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

  /** A value's bytes, such as a struct's. */
  record Bytes(MemorySegment bytes) implements ArgumentSpec {}

  /**
   * An image of zeros.
   *
   * @param type what its four channels are: float, int or uint
   * @param size width, height, depth and layers, as far as its shape has them
   */
  record ImageSpec(DataType.Scalar type, List<Long> size) implements ArgumentSpec {
    public ImageSpec {
      size = List.copyOf(size);
    }
  }

  /** A sampler of whole coordinates that takes the nearest texel, and the edge's outside. */
  record SamplerSpec() implements ArgumentSpec {}

  /** A value's bytes in a file. */
  record BytesFile(Path file) implements ArgumentSpec {}
}
