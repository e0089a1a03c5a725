package dev.barnacle.icd.internal.process;

import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.llvm.clang.Clang;
import dev.barnacle.llvm.clang.ProgramRunner;
import dev.barnacle.llvm.host.NativeCall;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs clang so that the program that the driver is loaded into does not notice: Java's own way
 * takes the program's SIGCHLD, and gives it children that it waits for. The shim does it ({@code
 * processes.c}).
 */
public final class Processes implements ProgramRunner {
  private static final int WORDS = 12;
  private static final int INPUT = 4;
  private static final int STATUS = 6;
  private static final int OUTPUT = 7;
  private static final int MESSAGES = 9;
  private static final int ERROR = 11;

  private final long function;

  /** Makes one from the address of {@code void run_or_free(Run *, void *)}. */
  public Processes(long address) {
    function = address;
  }

  @Override
  public Clang.Result run(
      List<String> command, Map<String, String> environment, byte[] input, @Nullable Path directory)
      throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      List<String> variables =
          environment.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
      MemorySegment run = arena.allocate(ValueLayout.JAVA_LONG, WORDS);
      set(run, 0, arena.allocateFrom(command.getFirst()).address());
      set(run, 1, strings(arena, command));
      set(run, 2, strings(arena, variables));
      set(run, 3, directory == null ? 0 : arena.allocateFrom(directory.toString()).address());
      set(run, INPUT, arena.allocateFrom(ValueLayout.JAVA_BYTE, input).address());
      set(run, INPUT + 1, input.length);
      call(run.address(), 0);
      byte[] output = taken(run, OUTPUT);
      byte[] messages = taken(run, MESSAGES);
      if (get(run, ERROR) != 0) {
        throw new IOException(new String(messages, StandardCharsets.UTF_8));
      }
      return new Clang.Result((int) get(run, STATUS), output, messages);
    }
  }

  private static void set(MemorySegment run, int word, long value) {
    run.setAtIndex(ValueLayout.JAVA_LONG, word, value);
  }

  private static long get(MemorySegment run, int word) {
    return run.getAtIndex(ValueLayout.JAVA_LONG, word);
  }

  /** Returns the address of a list of strings. */
  private static long strings(SegmentAllocator allocator, List<String> strings) {
    MemorySegment list = allocator.allocate(ValueLayout.JAVA_LONG, strings.size() + 1L);
    for (int i = 0; i < strings.size(); i++) {
      set(list, i, allocator.allocateFrom(strings.get(i)).address());
    }
    return list.address();
  }

  /** Copies what the program wrote, and frees the shim's. */
  private byte[] taken(MemorySegment run, int word) {
    long address = get(run, word);
    if (address == 0) {
      return new byte[0];
    }
    byte[] bytes = Native.bytes(address, get(run, word + 1));
    call(0, address);
    return bytes;
  }

  private void call(long run, long memory) {
    NativeCall.call(function, run, memory, 0, 0, 0, 0);
  }
}
