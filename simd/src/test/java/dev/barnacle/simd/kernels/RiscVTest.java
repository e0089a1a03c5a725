package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.simd.CompileLimit;
import dev.barnacle.simd.Linking;
import dev.barnacle.simd.internal.SimdPasses;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.ArgumentLayout;
import dev.barnacle.simd.internal.abi.LaunchInfo;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.code.NativeCode;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.kernel.KernelModule;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kernels that are compiled for RISC-V, with one lane: GCC links each with a program that launches
 * it, which QEMU runs; the results are those of this computer.
 */
class RiscVTest {
  private static final String GCC = "riscv64-linux-gnu-gcc";
  private static final String QEMU = "qemu-riscv64-static";
  private static final int GLOBAL = 96;
  private static final int LOCAL = 32;

  private static boolean isThere(String program) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernel void k(global int *a, global int *b, int n) {"
            + " size_t i = get_global_id(0); a[i] = a[i] * n + b[(i * 7) % 96] / (int)(i + 1); }",
        "kernel void k(global float *a, global float *b, int n) { size_t i = get_global_id(0);"
            + " float x = (float)(i + n) * 0.37f; a[i] = fma(x, 3.0f, sqrt(x)) / (x + 0.5f); b[i] ="
            + " rint(x * 1.5f) + fmin(x, b[i]); }",
        "kernel void k(global int *a, global int *b, int n) { local int t[32];"
            + " uint l = get_local_id(0); t[l] = a[get_global_id(0)] + n; barrier(1);"
            + " for (uint s = 16; s > 0; s >>= 1) { if (l < s) t[l] += t[l + s]; barrier(1); }"
            + " if (l == 0) b[get_group_id(0)] = t[0]; }",
        "kernel void k(global int *a, global int *b, int n) {"
            + " atomic_add(&b[0], (int)get_global_id(0)); atomic_max(&b[1], a[get_global_id(0)]);"
            + " atomic_fetch_or_explicit((global atomic_int *)&b[2], 1 << get_local_id(0),"
            + " memory_order_acq_rel, memory_scope_device); }",
        "kernel void k(global int *a, global int *b, int n) { int t[8]; int x ="
            + " a[get_global_id(0)]; for (int i = 0; i < 8; i++) t[i] = x >> i; switch (x & 3) {"
            + " case 0: x = t[1]; break; case 1: x = t[x & 7]; break; default: while (x > n) x = x"
            + " / 2 - 1; } b[get_global_id(0)] = x; }",
        "kernel void k(global int *a, global int *b, int n) { int4 v = vload4(0, a);"
            + " v = convert_int4(convert_float4(v) * 1.5f) + (int4)(n);"
            + " double d = (double)v.x / 3.0; vstore4(v.wzyx ^ as_int2(d).xyxy,"
            + " get_global_id(0) / 4, b); }",
      })
  void resultsAreThoseOfThisComputer(String source, @TempDir Path folder)
      throws IOException, InterruptedException {
    assumeTrue(isThere(GCC) && isThere(QEMU), "needs " + GCC + " and " + QEMU);
    int[] a = numbers(GLOBAL, 17);
    int[] b = numbers(GLOBAL, 5);
    byte[] memory = bytes(a, b);
    byte[] results = onRiscV(source, folder, memory, 2);
    try (KernelRunner host = KernelRunner.of("lanes=1")) {
      host.run(KernelRunner.OPENCL_3, source, "k", TestRange.of(GLOBAL).local(LOCAL), a, b, 2);
    }
    assertArrayEquals(bytes(a, b), results);
  }

  private static int[] numbers(int count, int seed) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (i + 1) * seed % 251 - 20;
    }
    return numbers;
  }

  private static byte[] bytes(int[]... arrays) {
    int count = Stream.of(arrays).mapToInt(a -> a.length).sum();
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int[] array : arrays) {
      bytes.asIntBuffer().put(array);
      bytes.position(bytes.position() + Integer.BYTES * array.length);
    }
    return bytes.array();
  }

  private static byte[] onRiscV(String source, Path folder, byte[] memory, int number)
      throws IOException, InterruptedException {
    Module module = load(source);
    SimdPasses.pipeline().run(module);
    Function kernel = module.kernel("k").orElseThrow();
    TargetCpu riscV = TargetCpu.riscV();
    KernelModule text =
        KernelModule.of(
            kernel,
            Specialization.builder(LOCAL, 1, 1).build(),
            Map.of(),
            CodeOptions.DEFAULT,
            riscV,
            1,
            false);
    try (NativeCode code = new NativeCode(riscV, Linking.LLVM)) {
      byte[] object =
          code.compile("k", text.llvm(), NativeCode.Effort.FULL, CompileLimit.OFF, List.of())
              .object();
      Files.write(folder.resolve("kernel.o"), object);
    }
    Files.writeString(folder.resolve("main.c"), program(kernel, text, memory.length, number));
    Files.write(folder.resolve("in"), memory);
    Path program = folder.resolve("program");
    run(folder, GCC, "-static", "-O1", "-o", program.toString(), "main.c", "kernel.o", "-lm");
    run(folder, QEMU, program.toString());
    return Files.readAllBytes(folder.resolve("out"));
  }

  private static Module load(String source) {
    try {
      return OpenClCompiler.create()
          .compile(CompileRequest.of("k.cl", source).withOptions(KernelRunner.OPENCL_3))
          .module();
    } catch (FrontendException e) {
      throw new AssertionError(e);
    }
  }

  private static String program(Function kernel, KernelModule text, int bytes, int number) {
    ArgumentLayout layout = new ArgumentLayout(kernel);
    List<Long> words = new ArrayList<>(Collections.nCopies((int) layout.end() / Long.BYTES, 0L));
    StringBuilder pointers = new StringBuilder();
    int buffers = 0;
    for (Parameter parameter : kernel.parameters()) {
      int word = (int) layout.offset(parameter.index()) / Long.BYTES;
      if (parameter.type() instanceof PointerType) {
        int offset = bytes / 2 * buffers++;
        pointers.append("args[" + word + "] = (int64_t)(memory + " + offset + "); ");
      } else {
        words.set(word, (long) number);
      }
    }
    long arena = text.needs(0).arenaBytes() + 2 * ArenaLayout.MARGIN + (1 << 16);
    int groups = GLOBAL / LOCAL;
    return """
    #include <stdint.h>
    #include <stdio.h>
    extern void run(void *args, void *info, void *arena, int64_t begin, int64_t end)
        __asm__("%s");
    static _Alignas(128) unsigned char arena[%d];
    static _Alignas(128) unsigned char memory[%d];
    static _Alignas(128) int64_t args[] = {%s};
    static int64_t info[] = {%s};
    int main(void) {
      if (fread(memory, 1, sizeof memory, stdin) != sizeof memory) return 1;
      %s
      run(args, info, arena, 0, %d);
      if (*(int64_t *)(arena + %d) != 0) return 2;
      return fwrite(memory, 1, sizeof memory, stdout) != sizeof memory;
    }
    """
        .formatted(
            Symbols.ENTRY,
            arena,
            bytes,
            joined(words),
            joined(info()),
            pointers,
            groups,
            ArenaLayout.FAULT);
  }

  private static List<Long> info() {
    List<Long> info = new ArrayList<>(Collections.nCopies(LaunchInfo.LENGTH, 1L));
    for (int d = 0; d < 3; d++) {
      info.set(LaunchInfo.OFFSET + d, 0L);
      info.set(LaunchInfo.BOX_BEGIN + d, 0L);
    }
    info.set(LaunchInfo.GLOBAL_SIZE, (long) GLOBAL);
    info.set(LaunchInfo.LOCAL_SIZE, (long) LOCAL);
    info.set(LaunchInfo.ENQUEUED_SIZE, (long) LOCAL);
    info.set(LaunchInfo.NUM_GROUPS, (long) GLOBAL / LOCAL);
    info.set(LaunchInfo.BOX_SIZE, (long) GLOBAL / LOCAL);
    return info;
  }

  private static String joined(List<Long> words) {
    return words.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static void run(Path folder, String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(folder.resolve("in").toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> String.join(" ", command) + ": " + errors);
  }
}
