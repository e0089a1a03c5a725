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

  /** A value's bytes in a file. */
  record BytesFile(Path file) implements ArgumentSpec {}
}
