package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.CompileListener.Stage;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can be said of how the engine works. */
class EngineOptionsTest {
  private static final String KERNEL =
      "kernel void twice(global float *x) { x[get_global_id(0)] *= 2; }";

  private static final String SUMS =
      """
      kernel void twice(global const float *x, global float *y, uint n) {
        float sum = 0;
        for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) sum += x[i];
        y[get_global_id(0)] = sum;
      }
      """;

  /** Keeps the texts of the last kernel. */
  private static final class Texts implements CompileListener {
    final Map<Stage, String> texts = new EnumMap<>(Stage.class);

    @Override
    public boolean wants(Stage stage) {
      return true;
    }

    @Override
    public void text(String kernel, Stage stage, String text) {
      assertEquals("twice", kernel);
      texts.put(stage, text);
    }
  }

  private static Map<Stage, String> texts(String options) {
    Texts texts = new Texts();
    try (Context context = Context.builder().engineOptions(options).listen(texts).create()) {
      float[] data = {1, 2, 3};
      Buffer buffer = context.buffer(new float[64]);
      buffer.write(data);
      context.build(KERNEL).kernel("twice").with(buffer).run(NDRange.of(64).local(64));
      buffer.read(data);
      assertEquals(6, data[2]);
    }
    return texts.texts;
  }

  private static String text(String options, Stage stage) {
    return Objects.requireNonNull(texts(options).get(stage));
  }

  @ParameterizedTest
  @CsvSource({"4, <4 x float>", "8, <8 x float>", "16, <16 x float>"})
  void lanesAreAsManyAsAskedFor(int lanes, String type) {
    String llvm = text("lanes=" + lanes, Stage.LLVM);
    assertTrue(llvm.contains("load " + type), llvm);
  }

  @Test
  void oneLaneIsOneWorkItemAfterTheOther() {
    String llvm = text("lanes=1", Stage.LLVM);
    assertTrue(llvm.contains("load float,") && !llvm.contains("x float>"), llvm);
  }

  @Test
  @EnabledOnOs(
      architectures = {"amd64", "x86_64"},
      disabledReason = "there is no x86-64 processor")
  void featuresBoundTheInstructions() {
    String assembly = text("features=sse2,lanes=8", Stage.ASM);
    assertTrue(!assembly.contains("ymm") && !assembly.contains("zmm"), assembly);
    assertTrue(assembly.contains("xmm"), assembly);
    assertTrue(text("features=sse2", Stage.OPTIMIZED).contains("@barnacle.kernel"));
  }

  @Test
  @EnabledOnOs(architectures = "aarch64", disabledReason = "there is no AArch64 processor")
  void featuresBoundTheInstructionsOfAArch64() {
    String assembly = text("features=neon,lanes=8", Stage.ASM);
    assertTrue(assembly.contains(".4s") && !assembly.contains("z0.s"), assembly);
    assertTrue(text("features=neon", Stage.OPTIMIZED).contains("@barnacle.kernel"));
  }

  @Test
  void featuresOfAnotherArchitectureAreNamed() {
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    String other = arm ? "avx2" : "sve";
    ContextBuilder builder = Context.builder().engineOptions("features=" + other);
    ClException error = assertThrows(ClException.class, builder::create);
    String message = String.valueOf(error.getMessage());
    assertTrue(
        message.contains(
            "features="
                + other
                + ": instructions of "
                + (arm ? "x86-64" : "AArch64")
                + ", this computer's processor does not have them; there are host, "
                + (arm ? "neon, lse, sve, sve2" : "avx512, avx2, sse4, sse2")),
        message);
  }

  /** Each iteration reads the same number of neighbours from somewhere else: long runs pay. */
  @Test
  @EnabledOnOs(
      architectures = {"amd64", "x86_64"},
      disabledReason = "there is no x86-64 processor")
  void loopsThatReadRunsOfMemoryReadLongOnes() {
    Texts texts = new Texts();
    float[] ones = new float[256];
    Arrays.fill(ones, 1);
    try (Context context = Context.builder().engineOptions("features=sse2").listen(texts).create();
        Program program = context.build(SUMS);
        Buffer x = context.buffer(ones);
        Buffer y = context.buffer(new float[64])) {
      program.kernel("twice").with(x, y, 256).run(NDRange.of(64).local(64));
      float[] sums = new float[64];
      y.read(sums);
      assertEquals(4, sums[63]);
    }
    String llvm = texts.texts.get(Stage.LLVM);
    // A line of the cache.
    assertTrue(llvm != null && llvm.matches("(?s).*load <(16|32) x float>.*"), llvm);
  }

  @Test
  @EnabledOnOs(
      architectures = {"amd64", "x86_64"},
      disabledReason = "there is no x86-64 processor")
  void codeCanBeMadeQuickly() {
    String full = text("lanes=4,features=sse2", Stage.ASM);
    String quick = text("lanes=4,features=sse2,optimize=quick", Stage.ASM);
    assertTrue(quick.contains("mulps") || quick.contains("addps"), quick);
    assertNotEquals(full, quick);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void threadsCanStayOnTheirProcessors() {
    assertTrue(texts("pin=on,threads=3").containsKey(Stage.LLVM));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lanes=5 | engine option lanes=5: expected auto, 1, 4, 8, 16, 32 or 64",
        "lanes=x | engine option lanes=x: expected a number",
        "threads=0 | engine option threads=0: expected at least 1",
        "features=mmx | engine option features=mmx: expected one of host, avx512, avx2, sse4, sse2,"
            + " neon, lse, sve, sve2",
        "pin=yes | engine option pin=yes: expected on or off",
        "dump=ir | engine option dump=ir: expected llvm, optimized or asm, joined by +",
        "speed=9 | engine option speed: no such option; there are threads, pin, lanes, features,"
            + " optimize, versions, compile-limit, linker, cache, dump",
        "optimize=fast | engine option optimize=fast: expected auto, full or quick",
        "compile-limit=soon | engine option compile-limit=soon: expected auto, off or a number of"
            + " seconds",
        "versions=all | engine option versions=all: expected auto, special or general",
        "lanes | engine option lanes: expected NAME=VALUE"
      })
  void whatIsNoOptionIsNamed(String options, String message) {
    ContextBuilder builder = Context.builder();
    ClException error = assertThrows(ClException.class, () -> builder.engineOptions(options));
    assertEquals(message + " (CL_INVALID_VALUE)", error.getMessage());
  }
}
