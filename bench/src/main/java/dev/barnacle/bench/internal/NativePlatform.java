package dev.barnacle.bench.internal;

import dev.barnacle.simd.InstructionSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The same algorithms in C, one work-item an element of a vector by hand ({@code bench/*.c}),
 * compiled with GCC for this machine, or fewer of its instructions, and run by OpenMP's threads in
 * this process: what the machine can do.
 */
final class NativePlatform implements ComputePlatform {
  private static final String HEADER = "lanes.h";
  private static final List<String> SOURCES =
      List.of(
          "mandelbrot.c",
          "nbody.c",
          "sgemm.c",
          "black_scholes.c",
          "reduce.c",
          "histogram.c",
          "bitonic_sort.c",
          "sobel.c",
          "sha256.c",
          "heat.c",
          "triad.c",
          "xorshift.c",
          "grid_barrier.c",
          "classic.c",
          "classic_sgemm.c");
  private static final List<String> COMMAND = List.of("gcc", "-O3", "-fopenmp", "-fPIC");
  private static final FunctionDescriptor KERNEL =
      FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
  private static final long ALIGNMENT = 128;

  /**
   * The libraries that have been compiled: they are never unloaded, so each is compiled once a
   * process.
   */
  private static final Map<InstructionSet, NativePlatform> COMPILED =
      new EnumMap<>(InstructionSet.class);

  private final String name;
  private final SymbolLookup library;

  private NativePlatform(String name, Path library) {
    this.name = name;
    // Never unloaded: OpenMP's threads wait in it, and would find no code to go on with.
    this.library = SymbolLookup.libraryLookup(library, Arena.global());
  }

  /**
   * Compiles the C files, the first time that they are asked for.
   *
   * @param instructions which of this machine's instructions they may use
   * @param notes gets a sentence for people if there is no GCC, or none that can compile them
   */
  static synchronized Optional<NativePlatform> compile(
      InstructionSet instructions, List<String> notes) {
    NativePlatform compiled = COMPILED.get(instructions);
    if (compiled != null) {
      return Optional.of(compiled);
    }
    try {
      compiled = compile(instructions);
      COMPILED.put(instructions, compiled);
      return Optional.of(compiled);
    } catch (IOException e) {
      notes.add("there is no C to compare with: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static NativePlatform compile(InstructionSet instructions) throws IOException {
    Path folder = Files.createTempDirectory("barnacle-bench");
    try {
      String version = output(folder, List.of("gcc", "-dumpfullversion")).strip();
      List<String> machine = machine(instructions);
      compile(folder, machine);
      return new NativePlatform(
          "C with vectors by hand, GCC " + version + " -O3 " + machine.getFirst(),
          folder.resolve("bench.so"));
    } finally {
      delete(folder);
    }
  }

  /** Returns GCC's options for these instructions, scheduled for this machine. */
  static List<String> machine(InstructionSet instructions) {
    return switch (instructions) {
      case HOST -> List.of("-march=native");
      case AVX512, AVX2, SSE4, SSE2 -> List.of("-march=" + instructions.cpu(), "-mtune=native");
      case NEON, LSE, SVE, SVE2 ->
          List.of(
              Stream.concat(Stream.of("-march=armv8-a"), instructions.features().stream())
                  .collect(Collectors.joining("+")),
              "-mtune=native");
    };
  }

  private static void compile(Path folder, List<String> machine) throws IOException {
    Files.writeString(folder.resolve(HEADER), Workloads.source(HEADER));
    for (String file : SOURCES) {
      Files.writeString(folder.resolve(file), Workloads.source(file));
    }
    try {
      SOURCES.parallelStream().forEach(file -> gcc(folder, machine, List.of("-c", file)));
      List<String> link = new ArrayList<>(List.of("-shared", "-o", "bench.so"));
      SOURCES.forEach(file -> link.add(file.replace(".c", ".o")));
      link.add("-lm");
      gcc(folder, machine, link);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void gcc(Path folder, List<String> machine, List<String> arguments) {
    List<String> command = new ArrayList<>(COMMAND);
    command.addAll(machine);
    command.addAll(arguments);
    try {
      output(folder, command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command to its end and returns what it prints. */
  private static String output(Path folder, List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output;
    try (InputStream in = process.getInputStream()) {
      output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    try {
      if (process.waitFor() != 0) {
        throw new IOException(
            output.lines().filter(l -> l.contains("error")).findFirst().orElse("gcc failed"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return output;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean runs(Workload workload) {
    return workload.steps().stream().allMatch(step -> library.find(step.kernel()).isPresent());
  }

  @Override
  public boolean builds() {
    return false;
  }

  @Override
  public Prepared prepare(Workload workload) {
    return new NativePrepared(workload);
  }

  @Override
  public void close() {
    // The library stays: see the constructor.
  }

  /** A launch as a call. */
  private record Call(
      MethodHandle function, MemorySegment arguments, MemorySegment global, MemorySegment local) {
    void run() {
      try {
        function.invokeExact(arguments, global, local);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private final class NativePrepared implements Prepared {
    private final Workload workload;
    private final Arena memory = Arena.ofShared();
    private final List<MemorySegment> buffers;
    private final List<Call> calls;

    NativePrepared(Workload workload) {
      this.workload = workload;
      this.buffers =
          workload.buffers().stream()
              .map(data -> memory.allocate(data.initial().length, ALIGNMENT))
              .toList();
      this.calls = workload.steps().stream().map(this::call).toList();
      reset();
    }

    private Call call(Workload.Step step) {
      MemorySegment arguments = memory.allocate(ValueLayout.ADDRESS, step.operands().size());
      for (int i = 0; i < step.operands().size(); i++) {
        arguments.setAtIndex(ValueLayout.ADDRESS, i, argument(step.operands().get(i)));
      }
      return new Call(
          Linker.nativeLinker().downcallHandle(library.findOrThrow(step.kernel()), KERNEL),
          arguments,
          sizes(step.range().global()),
          sizes(step.range().local()));
    }

    private MemorySegment argument(Workload.Operand operand) {
      return switch (operand) {
        case Workload.Operand.BufferRef(int index) -> buffers.get(index);
        case Workload.Operand.LocalBytes _ -> MemorySegment.NULL;
        case Workload.Operand.Null() -> MemorySegment.NULL;
        case Workload.Operand.Bytes(ByteBuffer value) ->
            memory.allocate(value.remaining(), ALIGNMENT).copyFrom(MemorySegment.ofBuffer(value));
        case Workload.Operand.Scalar(Integer value) ->
            memory.allocateFrom(ValueLayout.JAVA_INT, value);
        case Workload.Operand.Scalar(Float value) ->
            memory.allocateFrom(ValueLayout.JAVA_FLOAT, value);
        case Workload.Operand.Scalar(Double value) ->
            memory.allocateFrom(ValueLayout.JAVA_DOUBLE, value);
        case Workload.Operand.Scalar(Number value) ->
            throw new BenchException("no scalar argument can be a " + value.getClass());
      };
    }

    private MemorySegment sizes(List<Long> sizes) {
      MemorySegment all = memory.allocate(ValueLayout.JAVA_LONG, 3);
      for (int d = 0; d < 3; d++) {
        all.setAtIndex(ValueLayout.JAVA_LONG, d, d < sizes.size() ? sizes.get(d) : 1);
      }
      return all;
    }

    @Override
    public void reset() {
      for (int i = 0; i < buffers.size(); i++) {
        buffers.get(i).copyFrom(MemorySegment.ofArray(workload.buffers().get(i).initial()));
      }
    }

    @Override
    public long run() {
      long start = System.nanoTime();
      calls.forEach(Call::run);
      return System.nanoTime() - start;
    }

    @Override
    public byte[] read(int buffer) {
      return buffers.get(buffer).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void close() {
      memory.close();
    }
  }
}
