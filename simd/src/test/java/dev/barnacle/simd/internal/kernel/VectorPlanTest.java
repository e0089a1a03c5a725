package dev.barnacle.simd.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.simd.internal.SimdPasses;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The vectoriser's plans for the kernels NAME.cl, for two processors: NAME.avx512.plan and
 * NAME.avx2.plan beside them, in groups of 64 unless the kernel requires a size. {@code
 * -Dbarnacle.golden.write=true} writes these anew.
 */
class VectorPlanTest {
  private static final Path FOLDER = Path.of("src/test/resources/dev/barnacle/simd/plans");
  private static final int LOCAL = 64;

  private static final Map<String, TargetCpu> TARGETS =
      Map.of(
          "avx512", target("x86-64-v4", 512),
          "avx2", target("x86-64-v3", 256));

  private static TargetCpu target(String cpu, int bits) {
    return new TargetCpu("x86_64-unknown-linux-gnu", cpu, cpu, "", bits, true);
  }

  static Stream<String> kernels() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(n -> n.endsWith(".cl"))
          .map(n -> n.substring(0, n.length() - ".cl".length()))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void plansAreTheGoldenOnes(String name) throws IOException, FrontendException {
    String source = Files.readString(FOLDER.resolve(name + ".cl"));
    for (Map.Entry<String, TargetCpu> target : TARGETS.entrySet()) {
      Path golden = FOLDER.resolve(name + "." + target.getKey() + ".plan");
      String plan = plan(module(source).kernels().getFirst(), target.getValue());
      if (Boolean.getBoolean("barnacle.golden.write")) {
        Files.writeString(golden, plan);
      }
      assertEquals(Files.readString(golden), plan);
    }
  }

  /**
   * Kernels that people know keep their lanes: a change of costs that takes them away shows here.
   */
  @Test
  void knownKernelsHaveTheGoldenLanes() throws IOException, FrontendException {
    StringBuilder lanes = new StringBuilder();
    for (String folder :
        List.of(
            "examples",
            "bench/src/main/resources/dev/barnacle/bench/internal/kernels",
            "campaigns/speed/plain")) {
      for (Path file : sources(Path.of("..").resolve(folder))) {
        Module module = module(Files.readString(file));
        for (Function kernel : module.kernels()) {
          for (Map.Entry<String, TargetCpu> target : new TreeMap<>(TARGETS).entrySet()) {
            String first = plan(kernel, target.getValue()).lines().findFirst().orElseThrow();
            lanes.append(file.getFileName()).append(": ").append(target.getKey()).append(": ");
            lanes.append(first.substring("plan of kernel ".length())).append('\n');
          }
        }
      }
    }
    Path golden = FOLDER.resolve("known-kernels.txt");
    if (Boolean.getBoolean("barnacle.golden.write")) {
      Files.writeString(golden, lanes);
    }
    assertEquals(Files.readString(golden), lanes.toString());
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".cl")).sorted().toList();
    }
  }

  private static Module module(String source) throws FrontendException {
    CompileRequest request = CompileRequest.of("k.cl", source).withOptions("-cl-std=CL3.0");
    Module module = OpenClCompiler.withoutCache().compile(request).module();
    SimdPasses.pipeline().run(module);
    return module;
  }

  private static String plan(Function kernel, TargetCpu target) throws CompileException {
    List<Integer> local = Objects.requireNonNull(kernel.kernel()).requiredWorkGroupSize();
    Specialization.Builder groups =
        local.isEmpty()
            ? Specialization.builder(LOCAL, 1, 1)
            : Specialization.builder(local.get(0), local.get(1), local.get(2));
    return KernelModule.of(
            kernel,
            groups.smallIds(true).smallObjects(true).build(),
            Map.of(),
            CodeOptions.DEFAULT,
            target,
            0,
            true)
        .plan()
        .get();
  }
}
