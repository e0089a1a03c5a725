package dev.barnacle.simd.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.simd.InstructionSet;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.Versions;
import dev.barnacle.simd.internal.SimdRuntime;
import dev.barnacle.simd.internal.abi.ArgumentLayout;
import dev.barnacle.simd.internal.cpu.HostCpu;
import java.io.IOException;
import java.io.Serial;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Writes a file by which two builds can be compared: for each kernel of {@link KernelSources} and
 * some ways to launch it a line with the SHA-256 of the LLVM text that the engine emits. A redesign
 * that is not to change machine code leaves it the same byte for byte. It is no test, so it runs
 * only where it is named:
 *
 * <pre>
 * mvn -o -q verify -pl simd -am -Dtest=LlvmTextDigest -Dsurefire.failIfNoSpecifiedTests=false \
 *   -Dtest.jvm.args="-Dbarnacle.digest=/tmp/before.txt"
 * </pre>
 *
 * <p>{@code -Dbarnacle.digest.more=FOLDER} adds the sources of a folder, such as the random ones
 * that {@code LoopKernelFiles} of module {@code cl} writes, {@code -Dbarnacle.digest.texts=FOLDER}
 * writes each text into a file.
 */
class LlvmTextDigest {
  private static final long MEMORY_BYTES = 1 << 16;
  private static final long LOCAL_BYTES = 4096;
  private static final byte SCALAR = 12;

  /** Ends a compilation before LLVM begins. */
  private static final class Emitted extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;
    final transient String text;

    Emitted(String text) {
      super("", null, false, false);
      this.text = text;
    }
  }

  /**
   * How kernels are launched.
   *
   * @param apart each argument has memory of its own, aligned; else all have the same, at an odd
   *     address
   */
  private record Way(
      String name, SimdOptions options, List<Long> global, List<Long> local, boolean apart) {}

  private static final SimdOptions OPTIONS =
      SimdOptions.defaults().withThreads(2).withCached(false).withVersions(Versions.SPECIAL);

  private static List<Way> ways() {
    SimdOptions general = OPTIONS.withVersions(Versions.GENERAL);
    List<Way> ways = new ArrayList<>();
    ways.add(new Way("64", OPTIONS, List.of(1024L), List.of(64L), true));
    ways.add(new Way("12x5 odd", OPTIONS, List.of(100L, 33L), List.of(12L, 5L), false));
    ways.add(new Way("1", OPTIONS, List.of(1024L), List.of(1L), true));
    ways.add(new Way("general", general, List.of(1024L), List.of(64L), true));
    ways.add(new Way("lanes=1", OPTIONS.withLanes(1), List.of(96L), List.of(32L), true));
    ways.add(new Way("lanes=8", OPTIONS.withLanes(8), List.of(100L), List.of(24L), true));
    if (HostCpu.ofLlvm().triple().startsWith("x86_64")) {
      SimdOptions old = OPTIONS.withInstructions(InstructionSet.SSE2);
      ways.add(new Way("sse2", old, List.of(1024L), List.of(64L), true));
    }
    return ways;
  }

  private final OpenClCompiler compiler = OpenClCompiler.withoutCache();
  private final Map<String, String> lines = new TreeMap<>();
  private final Optional<Path> texts =
      Optional.ofNullable(System.getProperty("barnacle.digest.texts")).map(Path::of);

  @Test
  void write() throws IOException {
    String file = System.getProperty("barnacle.digest");
    assertFalse(file == null || file.isEmpty(), "-Dbarnacle.digest=FILE says where to");
    List<KernelSources.Source> sources = new ArrayList<>(KernelSources.in(root()));
    String more = System.getProperty("barnacle.digest.more");
    if (more != null) {
      sources.addAll(KernelSources.in(Path.of(more)));
    }
    for (Way way : ways()) {
      try (SimdRuntime runtime = runtime(way);
          Arena arena = Arena.ofConfined()) {
        for (KernelSources.Source source : sources) {
          add(source, way, runtime, arena.allocate(16 * MEMORY_BYTES, 4096));
        }
      }
    }
    Files.write(
        Path.of(file),
        lines.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
    System.out.println(lines.size() + " texts of " + sources.size() + " sources");
  }

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    return Files.exists(here.resolve("ARCHITECTURE.md")) ? here : here.resolve("..").normalize();
  }

  private static SimdRuntime runtime(Way way) {
    return new SimdRuntime(
        way.options(),
        List.of(),
        List.of(),
        Optional.empty(),
        _ -> {},
        _ ->
            (_, text, _) -> {
              throw new Emitted(text);
            });
  }

  private void add(KernelSources.Source source, Way way, SimdRuntime runtime, MemorySegment memory)
      throws IOException {
    Module module;
    try {
      module = compiler.compile(CompileRequest.of("digest.cl", source.text())).module();
    } catch (CompileException e) {
      lines.put(source.name(), "does not compile");
      return;
    }
    List<Function> kernels = module.kernels();
    try (Executable executable = runtime.load(module)) {
      for (Function kernel : kernels) {
        String name = source.name() + " " + kernel.name() + " " + way.name();
        String text = emitted(executable, launch(kernel, way, memory));
        lines.put(name, text.startsWith("refused") ? text : sha256(text));
        if (texts.isPresent()) {
          Files.createDirectories(texts.get());
          Files.writeString(texts.get().resolve(name.replaceAll("[/ #]", "_") + ".ll"), text);
        }
      }
    } catch (EngineException e) {
      lines.put(source.name() + " " + way.name(), "refused: " + e.getMessage());
    }
  }

  private static String emitted(Executable executable, Launch launch) {
    try {
      executable.launch(launch);
    } catch (Emitted e) {
      return e.text;
    } catch (EngineException e) {
      return "refused: " + e.getMessage();
    }
    throw new IllegalStateException("a launch ran without code");
  }

  private static Launch launch(Function kernel, Way way, MemorySegment memory) {
    List<Argument> arguments = new ArrayList<>();
    for (Parameter parameter : kernel.parameters()) {
      arguments.add(argument(parameter, way, memory));
    }
    List<Long> offset = way.global().stream().map(_ -> 0L).toList();
    NdRange range = new NdRange(way.global(), way.local(), offset);
    return new Launch(kernel, range, arguments, _ -> {});
  }

  private static Argument argument(Parameter parameter, Way way, MemorySegment memory) {
    if (ArgumentLayout.isLocalPointer(parameter)) {
      return new Argument.Local(LOCAL_BYTES);
    }
    if (parameter.type() instanceof PointerType type && type.space() != AddressSpace.PRIVATE) {
      long at = way.apart() ? parameter.index() % 16 * MEMORY_BYTES : 1;
      return new Argument.Memory(memory.asSlice(at, MEMORY_BYTES));
    }
    byte[] bytes = new byte[Math.toIntExact(ArgumentLayout.size(parameter))];
    bytes[0] = SCALAR;
    return new Argument.Bytes(MemorySegment.ofArray(bytes));
  }

  private static String sha256(String text) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
