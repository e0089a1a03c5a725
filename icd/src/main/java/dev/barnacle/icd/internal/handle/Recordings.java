package dev.barnacle.icd.internal.handle;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Launch;
import dev.barnacle.icd.RecordedLaunch;
import dev.barnacle.icd.RecordedLaunch.RecordedArgument;
import dev.barnacle.watch.Report;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Records what launches are given, for {@code barnacle check --record -- PROGRAM}. A record is a
 * copy of the memory that their arguments have. It goes into the report where the launch shows
 * something new.
 */
final class Recordings {
  /**
   * The bytes that one launch may take. A report has entries of less than 2 GiB, and an entry is in
   * the program's memory three times while it is written.
   */
  private static final long MOST_BYTES = Math.min(1L << 29, Runtime.getRuntime().maxMemory() / 8);

  private static final boolean WANTED = "1".equals(System.getenv("BARNACLE_RECORD"));

  private Recordings() {}

  /** Returns whether launches are recorded. */
  static boolean isWanted() {
    return WANTED && Reports.isWritten();
  }

  /** Keeps what a launch is given until it is known what it has shown. */
  static Consumer<Report> begin(Launch launch) {
    String kernel = launch.kernel().name();
    RecordedLaunch recorded =
        new RecordedLaunch(
            UUID.randomUUID().toString(),
            launch.range().global(),
            launch.range().local(),
            launch.range().offset(),
            arguments(launch.arguments()));
    return report -> Reports.record(kernel, report, recorded);
  }

  private static List<RecordedArgument> arguments(List<Argument> given) {
    List<RecordedArgument> all = new ArrayList<>();
    List<MemorySegment> memories = new ArrayList<>();
    long left = MOST_BYTES;
    for (Argument argument : given) {
      MemorySegment memory = memory(argument);
      memories.add(memory);
      RecordedArgument recorded = recorded(argument, memory, memories, left);
      all.add(recorded);
      left -= recorded instanceof RecordedArgument.Buffer(byte[] contents) ? contents.length : 0;
    }
    return all;
  }

  /** Returns the memory that a pointer can reach from where it points on; none for other things. */
  private static MemorySegment memory(Argument argument) {
    return switch (argument) {
      case Argument.Memory memory -> memory.memory();
      case Argument.Shared shared -> {
        long before = shared.address() - shared.block().address();
        boolean inside = before >= 0 && before < shared.block().byteSize();
        yield inside ? shared.block().asSlice(before) : MemorySegment.NULL;
      }
      default -> MemorySegment.NULL;
    };
  }

  private static RecordedArgument recorded(
      Argument argument, MemorySegment memory, List<MemorySegment> memories, long left) {
    return switch (argument) {
      case Argument.Local local -> new RecordedArgument.Local(local.byteSize());
      case Argument.Bytes value ->
          new RecordedArgument.Value(value.bytes().toArray(ValueLayout.JAVA_BYTE));
      case Argument.Null _ -> new RecordedArgument.Null();
      case Argument.Image _ -> new RecordedArgument.Unknown("an image");
      case Argument.Pipe _ -> new RecordedArgument.Unknown("a pipe");
      case Argument.Memory _, Argument.Shared _ -> pointer(memory, memories, left);
    };
  }

  private static RecordedArgument pointer(
      MemorySegment memory, List<MemorySegment> memories, long left) {
    if (memory.byteSize() == 0) {
      return new RecordedArgument.Unknown("a pointer into no known memory");
    }
    long end = memory.address() + memory.byteSize();
    for (int i = 0; i < memories.size() - 1; i++) {
      MemorySegment other = memories.get(i);
      long otherEnd = other.address() + other.byteSize();
      if (memory.address() >= other.address() && end <= otherEnd) {
        return new RecordedArgument.Same(i, memory.address() - other.address());
      }
      if (memory.address() < otherEnd && other.address() < end) {
        return new RecordedArgument.Unknown("a buffer that argument " + i + " has a part of");
      }
    }
    return memory.byteSize() > left
        ? new RecordedArgument.Unknown("more than " + (MOST_BYTES >> 20) + " MiB with the others")
        : new RecordedArgument.Buffer(memory.toArray(ValueLayout.JAVA_BYTE));
  }
}
