package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.ObjectCode;
import dev.barnacle.cl.Program;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code compile}. */
class CompileCommandTest {
  private static final String SQUARES =
      """
      kernel void squares(global int *out, int scale) {
        size_t i = get_global_id(0);
        out[i] = (int)(i * i) * scale;
      }
      """;

  @TempDir private Path folder;

  private CommandRunner.Result compile(String source, String output, String... more)
      throws IOException {
    Path file = Files.writeString(folder.resolve("k.cl"), source);
    List<String> arguments =
        new ArrayList<>(
            List.of("compile", file.toString(), "-o", folder.resolve(output).toString()));
    arguments.addAll(List.of(more));
    return CommandRunner.run(arguments.toArray(String[]::new));
  }

  private void compiled(String source, String output, String... more) throws IOException {
    CommandRunner.Result result = compile(source, output, more);
    assertEquals(0, result.status(), result.err());
    assertEquals("", result.out());
  }

  private void runs(String name) {
    CommandRunner.Result run =
        CommandRunner.run(
            "run",
            folder.resolve(name).toString(),
            "--global=4",
            "--arg=out=int[4]",
            "--arg=scale=10",
            "--print=out");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("out: 0 10 40 90"), run.out());
  }

  /**
   * To reading without a level, which has the level 0 in SPIR-V, a sampler's limits are nothing.
   */
  @Test
  void levelsOfNoughtAreToldFromNone() throws IOException {
    String head =
        "kernel void k(read_only image2d_t i, sampler_t s, global float4 *out) {"
            + " out[0] = read_imagef(i, s, (float2)(0.5f, 0.5f)";
    for (String level : List.of("", ", 0.0f")) {
      compiled(head + level + "); }", "k.spvasm");
      String text = Files.readString(folder.resolve("k.spvasm"));
      Pattern lod = Pattern.compile("OpImageSampleExplicitLod .* Lod (%\\w+)");
      Matcher found = lod.matcher(text);
      assertTrue(found.find(), text);
      String value = level.isEmpty() ? "0" : "-0";
      assertTrue(text.contains(found.group(1) + " = OpConstant %float " + value + "\n"), text);
    }
  }

  @Test
  void spirvRunsAsTheSourceDoes() throws IOException {
    compiled(SQUARES, "k.spv");
    runs("k.spv");
    compiled(SQUARES, "k.spvasm", "--options", "-g");
    runs("k.spvasm");
    String text = Files.readString(folder.resolve("k.spvasm"));
    assertTrue(text.contains("OpName %scale \"scale\""), text);
    assertTrue(text.contains("OpLine"), text);
  }

  @Test
  void spirvIsTakenApartAndPutTogether() throws IOException {
    compiled(SQUARES, "k.spv");
    String spv = folder.resolve("k.spv").toString();
    String text = folder.resolve("again.spvasm").toString();
    String again = folder.resolve("again.spv").toString();
    assertEquals(0, CommandRunner.run("compile", spv, "-o", text).status());
    assertEquals(0, CommandRunner.run("compile", text, "-o", again).status());
    runs("again.spv");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"})
  void theVersionIsThatWhichWasAskedFor(String version) throws IOException {
    compiled(SQUARES, "k.spv", "--spirv-version", version);
    byte[] module = Files.readAllBytes(folder.resolve("k.spv"));
    int word = ByteBuffer.wrap(module).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
    assertEquals(version, (word >> 16) + "." + (word >> 8 & 0xff));
    runs("k.spv");
  }

  @Test
  void whatAVersionHasNotIsNamed() throws IOException {
    String source = "kernel void k(global int *p) { *p = sub_group_shuffle(*p, 0u); }";
    compiled(source, "k.spv");
    CommandRunner.Result result =
        compile(source, "k.spv", "--spirv-version", "1.2", "--options", "-cl-std=CL3.0");
    assertEquals(2, result.status());
    assertTrue(
        result.err().contains("k.cl:1:37: error: sub_group_shuffle needs SPIR-V 1.3, not 1.2"),
        result.err());
  }

  @Test
  void programBinariesLoad() throws IOException {
    compiled(SQUARES, "k.bin");
    byte[] binary = Files.readAllBytes(folder.resolve("k.bin"));
    int[] out = new int[4];
    try (Context context = Context.create();
        Program program = context.load(ObjectCode.parse(binary));
        var buffer = context.buffer(out)) {
      Kernel kernel = program.kernel("squares");
      kernel.with(buffer, 3).run(NDRange.of(4));
      buffer.read(out);
    }
    assertArrayEquals(new int[] {0, 3, 12, 27}, out);
  }

  @DisabledIfSystemProperty(
      named = "barnacle.through-spirv",
      matches = "true",
      disabledReason = "the code is not clang's")
  @Test
  void textsOfTheCode() throws IOException {
    compiled(SQUARES, "k.ir");
    assertTrue(Files.readString(folder.resolve("k.ir")).contains("squares"));
    compiled(SQUARES, "k.ll");
    String llvm = Files.readString(folder.resolve("k.ll"));
    assertTrue(llvm.contains("define dso_local spir_kernel void @squares"), llvm);
  }

  /** clang's functions that SPIR-V has no instruction for are made of several. */
  @Test
  void builtinsOfClangGiveTheSame() throws IOException {
    compiled(
        """
        kernel void k(global int *out, global uint *in, global long *l) {
          uint x = in[0];
          out[0] = __builtin_bswap32(x);
          out[1] = __builtin_bswap16((ushort)x);
          l[0] = __builtin_bswap64(((ulong)x << 32) | 7);
          int r; long lr; uint ur; ulong ulr;
          out[2] = __builtin_add_overflow((int)x, (int)0x7fffffff, &r); out[3] = r;
          out[4] = __builtin_sub_overflow((int)x, (int)0x7fffffff, &r); out[5] = r;
          out[6] = __builtin_mul_overflow((int)x, 77, &r); out[7] = r;
          out[8] = __builtin_add_overflow(x, 0xf0000000u, &ur); out[9] = ur;
          out[10] = __builtin_sub_overflow(5u, x, &ur); out[11] = ur;
          out[12] = __builtin_mul_overflow(x, 16u, &ur); out[13] = ur;
          out[14] = __builtin_rotateleft32(x, 5);
          char b[16]; for (int i = 0; i < 16; i++) b[i] = i;
          __builtin_memmove(b + 2, b, 9);
          out[15] = b[2] + 10 * b[10] + 100 * b[11];
          if (x == 0) __builtin_trap();
        }
        """,
        "k.spv");
    assertEquals(results("k.cl"), results("k.spv"));
  }

  private String results(String file) {
    CommandRunner.Result run =
        CommandRunner.run(
            "run",
            folder.resolve(file).toString(),
            "--global",
            "1",
            "--arg",
            "out=int[16]",
            "--arg",
            "in=uint[1]=0x12345678",
            "--arg",
            "l=long[1]",
            "--print",
            "out",
            "--print",
            "l");
    assertEquals(0, run.status(), run.err());
    return run.out().lines().limit(2).toList().toString();
  }

  @Test
  void badInputIsNamed() throws IOException {
    assertError(compile("kernel void k(", "k.spv"), "k.cl:1:15: error: ");
    assertError(compile(SQUARES, "k.obj"), "its name ends with none of .spv");
    assertError(compile(SQUARES, "k.spv", "--spirv-version", "2.0"), "expected 1.0 to 1.6");
    assertError(compile(SQUARES, "k.spv", "--options", "-x"), "invalid build option: -x");
    assertError(
        CommandRunner.run("compile", folder.resolve("no.cl").toString(), "-o", "x.spv"),
        "no such file");
    assertError(
        compile(
            "kernel void k(global long *p) { long long a = *p; *p = (long)(a * a >> 64); }",
            "k.spv"),
        "an integer of 128 bits has no form in SPIR-V");
    assertError(
        compile("void f(char *p, int n) { __builtin_memmove(p, p + 1, n); }", "k.spv"),
        "memmove of a size that is not known");
  }

  /** A consumer need not take more than 255 parameters (SPIR-V, 2.17); Barnacle does. */
  @Test
  void whatOtherDevicesNeedNotTakeIsNoted() throws IOException {
    StringBuilder source = new StringBuilder("kernel void k(global int *out");
    List<String> run =
        new ArrayList<>(List.of("run", folder.resolve("k.spv").toString(), "--global=1"));
    for (int i = 0; i < 300; i++) {
      source.append(", int a").append(i);
      run.add("--arg=a" + i + "=" + i);
    }
    source.append(") { out[0] = a0 + a150 + a299; }");
    CommandRunner.Result made = compile(source.toString(), "k.spv");
    assertEquals(0, made.status(), made.err());
    assertTrue(made.err().matches("note: OpTypeFunction .* need not take it\\R"), made.err());
    run.addAll(List.of("--arg=out=int[1]", "--print=out"));
    CommandRunner.Result ran = CommandRunner.run(run.toArray(String[]::new));
    assertTrue(ran.out().contains("out: 449"), ran.out() + ran.err());
  }

  private static void assertError(CommandRunner.Result result, String text) {
    assertEquals(2, result.status(), result.err());
    assertTrue(result.err().contains(text), result.err());
  }

  /** What one kernel has of types, addresses, memory and built-in functions. */
  @Test
  void valuesOfAllKindsAreValid() throws IOException {
    compiled(
        """
        struct S { int a; char b[3]; float3 v; };
        constant struct S table[2] = {{1, {2, 3, 4}, {1, 2, 3}}, {5}};
        global int counter = 3;
        global int *pointer = &counter;
        constant char *constant names[2] = {"a", "b"};
        int helper(const struct S *s, float4 f) { return s->a + convert_int4_sat_rte(f).y; }
        kernel void other(global int *out) { out[1] = any((int4)(-1)) + names[1][0]; }
        __attribute__((reqd_work_group_size(4, 1, 1)))
        kernel void k(global struct S *o, struct S in, read_only image2d_t image, sampler_t s,
                      local int *l, global atomic_int *a, global half *h) {
          size_t i = get_global_id(0);
          float4 f = read_imagef(image, s, (float2)(0.5f)) + vload_half4(i, h);
          o[i] = table[i & 1];
          o[i].a = helper(&in, f) + isequal(f, f).x + all(isnan(f));
          l[i] = work_group_reduce_add((int)i);
          barrier(CLK_LOCAL_MEM_FENCE);
          int expected = 1;
          atomic_compare_exchange_strong_explicit(a, &expected, 2, memory_order_acq_rel,
                                                  memory_order_acquire, memory_scope_work_group);
          for (int n = 0; n < 3; n++) counter += i < 2 ? l[n] : *pointer;
          event_t e = async_work_group_copy(l, (global int *)o, 4, 0);
          wait_group_events(1, &e);
          switch (i) { case 1: printf("%d %s\\n", l[0], "x"); break; case 5: other((global int *)o); }
          write_mem_fence(CLK_GLOBAL_MEM_FENCE);
        }
        """,
        "k.spv", "--options", "-cl-std=CL3.0 -g -w");
  }
}
