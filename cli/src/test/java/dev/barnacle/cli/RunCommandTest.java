package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.CommandRunner.Result;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code barnacle run} on real kernels: what goes to stdout and into files. */
class RunCommandTest {
  private static final String KERNELS =
      """
      #pragma OPENCL EXTENSION cl_khr_fp16 : enable
      __kernel void saxpy(float a, __global const float *x, __global float *y) {
        size_t i = get_global_id(0);
        y[i] = a * x[i] + y[i];
      }
      __kernel void types(char c, ulong u, half h, double d, int3 v, __global double *out) {
        out[0] = c;
        out[1] = u >> 32;
        out[2] = h;
        out[3] = d;
        out[4] = v.x + 10 * v.y + 100 * v.z;
      }
      typedef struct { int a; float b; } pair;
      __kernel void structs(pair p, __global float *out, __global int *none) {
        out[0] = p.a + p.b;
        out[1] = none == 0;
      }
      __kernel void copy(__global const uchar4 *in, __global uchar4 *out, int w) {
        size_t i = get_global_id(1) * w + get_global_id(0);
        out[i] = in[i].zyxw;
      }
      __kernel void sum(__global int *total, __local int *each) {
        each[get_local_id(0)] = (int)get_global_id(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
          int s = 0;
          for (uint i = 0; i < get_local_size(0); i++) s += each[i];
          atomic_add(total, s);
        }
      }
      __kernel void hello(__global int *a) { printf("hello %d\\n", a[0]); }
      """;

  @TempDir private Path folder;
  private String source = "";

  @BeforeEach
  void writeKernels() throws IOException {
    source = Files.writeString(folder.resolve("k.cl"), KERNELS).toString();
  }

  private Result run(String kernel, String... args) {
    List<String> all = new ArrayList<>(List.of("run", source, "--kernel", kernel));
    all.addAll(List.of(args));
    return CommandRunner.run(all.toArray(String[]::new));
  }

  private static void assertOutput(String out, Result result) {
    assertEquals(new Result(0, out, result.err()), result);
    assertTrue(result.err().lines().toList().getLast().startsWith("kernel "), result.err());
  }

  @Test
  void printsBuffers() {
    assertOutput(
        "y: 1.0 3.5 6.0 8.5\nx: 0.0 1.0\n".replace("\n", System.lineSeparator()),
        run(
            "saxpy",
            "--global=4",
            "--arg=a=1.5",
            "--arg=x=float[4]=iota",
            "--arg=y=float[]=1,2,3,4",
            "--print=y",
            "--print=x:2"));
  }

  @Test
  void valuesOfManyTypes() {
    assertOutput(
        "out: -2.0 1.0 1.5 0.1 321.0" + System.lineSeparator(),
        run(
            "types",
            "--options=-cl-std=CL3.0",
            "--global=1",
            "--arg=c=-2",
            "--arg=u=0x100000000",
            "--arg=h=1.5h",
            "--arg=d=0.1",
            "--arg=v=(1,2,3)",
            "--arg=out=double[5]",
            "--print=out"));
  }

  @Test
  void structsAndNullPointers() throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(40).putFloat(2.5f);
    Path file = Files.write(folder.resolve("pair.bin"), bytes.array());
    assertOutput(
        "out: 42.5 1.0" + System.lineSeparator(),
        run(
            "structs",
            "--global=1",
            "--arg=p=@" + file,
            "--arg=out=float[2]",
            "--arg=none=null",
            "--print=out"));
  }

  @Test
  void picturesGoInAndOut() throws IOException {
    Path in =
        Files.write(
            folder.resolve("in.ppm"),
            new byte[] {
              'P', '6', '\n', '2', ' ', '1', '\n', '2', '5', '5', '\n', 1, 2, 3, 4, 5, 6
            });
    Path png = folder.resolve("out.png");
    Path raw = folder.resolve("out.bin");
    assertOutput(
        "out: (3,2,1,255) (6,5,4,255)" + System.lineSeparator(),
        run(
            "copy",
            "--global=2,1",
            "--arg=in=uchar4[]=image:" + in,
            "--arg=out=uchar4[2]",
            "--arg=w=2",
            "--print=out",
            "--png=out=2x1:" + png,
            "--save=out=" + raw));
    assertArrayEquals(new byte[] {3, 2, 1, -1, 6, 5, 4, -1}, Files.readAllBytes(raw));
    assertOutput(
        "out: (1,2,3,255) (4,5,6,255)" + System.lineSeparator(),
        run(
            "copy",
            "--global=2,1",
            "--arg=in=uchar4[]=image:" + png,
            "--arg=out=uchar4[2]",
            "--arg=w=2",
            "--print=out"));
    assertOutput(
        "out: (1,2,3,255) (4,5,6,255)" + System.lineSeparator(),
        run(
            "copy",
            "--global=2,1",
            "--arg=in=uchar4[]=@" + raw,
            "--arg=out=uchar4[2]",
            "--arg=w=2",
            "--print=out"));
  }

  @Test
  void repeatsBeginWithTheSameBuffers() {
    for (String local : new String[] {"1", "7", "64"}) {
      assertOutput(
          "total: 5050" + System.lineSeparator(),
          run(
              "sum",
              "--global=101",
              "--local=" + local,
              "--options=-cl-std=CL2.0",
              "--arg=total=int[1]",
              "--arg=each=local[256]",
              "--print=total",
              "--repeat=3"));
    }
  }

  @Test
  void argumentsByPosition() {
    assertOutput(
        "0: 5050" + System.lineSeparator(),
        run("sum", "--global=101", "--arg=1=local[40000]", "--arg=0=int[1]", "--print=0"));
  }

  @Test
  void printfGoesToStdoutButNotAmongJson() {
    assertOutput("hello 7\n", run("hello", "--global=1", "--arg=a=int[]=7"));
    Result json = run("hello", "--global=1", "--arg=a=int[]=7", "--json");
    assertEquals("hello 7\n", json.err());
    assertEquals(1, json.out().lines().count());
  }

  @Test
  void jsonAsTheContractSays() throws IOException {
    Path launch =
        Files.writeString(
            folder.resolve("l.json"),
            """
            {"source": "k.cl", "kernel": "saxpy", "global": [2],
             "args": [{"value": {"type": "float", "value": 0.5}},
                      {"buffer": {"type": "float", "init": ["nan", 1]}},
                      {"buffer": {"type": "float", "count": 2, "init": "iota"}}]}
            """);
    Path bad =
        Files.writeString(
            folder.resolve("bad.json"),
            "{\"source\": \"k.cl\", \"kernel\": \"x\", \"global\": [1]}");
    Result result =
        CommandRunner.run(
            "run",
            "--json",
            "--launch",
            bad.toString(),
            "--launch",
            launch.toString(),
            "--print=y",
            "--repeat=2");
    assertEquals(ExitStatus.BAD_INPUT, result.status());
    List<String> lines = result.out().lines().toList();
    assertEquals(2, lines.size());
    Json.Obj error = JsonReader.read("out", lines.get(0)).asObject();
    assertEquals(
        List.of("launch", "kernel", "verdict", "message", "seconds"),
        List.copyOf(error.members().keySet()));
    assertEquals("error", error.require("verdict").asText());
    assertEquals(bad.toString(), error.require("launch").asText());
    assertTrue(error.require("message").asText().contains("no kernel 'x' in the program"));
    Json.Obj good = JsonReader.read("out", lines.get(1)).asObject();
    assertEquals(
        List.of("launch", "kernel", "device", "build_ms", "kernel_ms", "printed", "seconds"),
        List.copyOf(good.members().keySet()));
    assertEquals(launch.toString(), good.require("launch").asText());
    assertEquals(2, good.require("kernel_ms").asArray().size());
    assertTrue(lines.get(1).contains("\"printed\":{\"y\":[\"NaN\",1.5]}"), lines.get(1));
  }

  @Test
  void launchFilesCanBeOverridden() throws IOException {
    Path launch =
        Files.writeString(
            folder.resolve("l.json"),
            """
            {"source": "k.cl", "kernel": "sum", "global": [10],
             "args": [{"buffer": {"type": "int", "count": 1}}, {"local": {"bytes": 4096}}]}
            """);
    String[] command = {"run", "--launch=" + launch, "--global=5", "--local=2", "--print=total"};
    Result refused = CommandRunner.run(command);
    assertEquals(2, refused.status());
    assertTrue(
        refused.err().contains("the local size 2 does not divide the global size 5"),
        refused.err());
    String[] with = Arrays.copyOf(command, command.length + 1);
    with[command.length] = "--options=-cl-std=CL3.0";
    assertOutput("total: 10" + System.lineSeparator(), CommandRunner.run(with));
  }

  @Test
  void whatWasWrittenAndHowLongItTookGoesToStderr() throws IOException {
    Path bytes = folder.resolve("y.bin");
    Path picture = folder.resolve("y.png");
    String[] launch = {
      "--global=64", "--local=64", "--arg=a=2", "--arg=x=float[64]=iota", "--arg=y=float[64]"
    };
    String[] outputs = {
      "--print=y:2", "--save=y=" + bytes, "--png=y=8x8:" + picture, "--repeat=3",
    };
    Result text = run("saxpy", with(launch, outputs));
    assertEquals("y: 0.0 2.0\n", text.out());
    List<String> lines = text.err().lines().toList();
    assertEquals(3, lines.size(), text.err());
    assertEquals(bytes + ": 256 bytes of y", lines.get(0));
    assertEquals(
        "%s: a picture of 8x8 pixels, %d bytes of y".formatted(picture, Files.size(picture)),
        lines.get(1));
    assertTrue(
        lines
            .get(2)
            .matches("kernel saxpy: best [0-9.]+ .?s, median .*, worst .* of 3, built in .*s"),
        lines.get(2));
    Result json = run("saxpy", with(with(launch, outputs), "--json"));
    assertEquals("", json.err());
    Json.Obj answer = JsonReader.read("out", json.out()).asObject();
    Json.Obj written = answer.require("written").asArray().getFirst().asObject();
    assertEquals("y", written.require("name").asText());
    assertEquals(bytes.toString(), written.require("file").asText());
    assertEquals(256, written.require("bytes").asLong());
  }

  @Test
  void profileGoesToStderr() {
    Result result =
        run("hello", "--global=64", "--local=16", "--arg=a=int[4]", "--profile", "--repeat=2");
    assertEquals(64 * 2, result.out().lines().count());
    for (String line :
        new String[] {
          "kernel ",
          "device ",
          "build ",
          "compile ",
          "work-groups  4",
          "kernel time  best ",
          "rate ",
          "buffers      16 B"
        }) {
      assertTrue(
          result.err().lines().anyMatch(l -> l.startsWith(line)), line + " in " + result.err());
    }
  }

  @Test
  void irIsPrintedAfterPasses() {
    Result all = run("hello", "--global=1", "--arg=a=int[1]", "--print-after");
    assertTrue(all.out().startsWith("; after "), all.out());
    Result none = run("hello", "--global=1", "--arg=a=int[1]", "--print-after=nope");
    assertTrue(none.err().startsWith("error: no pass nope; there are: "), none.err());
    assertTrue(none.err().contains(", plan ("), none.err());
    assertEquals(ExitStatus.BAD_INPUT, none.status());
  }

  @Test
  void thePlanIsPrintedInPlaceOfAPass() {
    Result plan = run("hello", "--global=1", "--arg=a=int[1]", "--print-after=plan");
    assertTrue(plan.out().startsWith("plan of kernel hello for work-groups of "), plan.out());
    assertEquals(ExitStatus.OK, plan.status());
  }

  @Test
  void anExplanationNamesTheLinesAndWhatBecameOfThem() {
    String[] launch = {
      "--global=64", "--local=64", "--arg=a=2", "--arg=x=float[64]=iota", "--arg=y=float[64]"
    };
    Result text = run("saxpy", with(launch, "--explain", "--engine-option=lanes=8"));
    assertTrue(text.err().startsWith("kernel saxpy: "), text.err());
    assertTrue(text.out().startsWith("kernel saxpy, work-groups of 64x1x1:"), text.out());
    assertTrue(text.out().contains("sub-groups of 8 work-items"), text.out());
    int line = text.out().indexOf(":4: y[i] = a * x[i] + y[i];");
    assertTrue(line > 0, text.out());
    String after = text.out().substring(line);
    assertTrue(after.contains("load of f32: contiguous (2 times)"), after);
    assertTrue(after.contains("store of f32: contiguous"), after);
    Result json = run("saxpy", with(launch, "--explain=asm", "--json"));
    assertTrue(json.out().contains("\"explanation\":[{\"kernel\":\"saxpy\""), json.out());
    assertTrue(json.out().contains("\"topic\":\"access\""), json.out());
    assertTrue(json.out().contains("\"asm\":"), json.out());
    Result llvm = run("saxpy", with(launch, "--explain=llvm"));
    assertTrue(llvm.out().contains("LLVM IR after optimisation of kernel saxpy:"), llvm.out());
    Result wrong = run("saxpy", with(launch, "--explain=c"));
    assertEquals(ExitStatus.BAD_INPUT, wrong.status());
    assertTrue(wrong.err().contains("--explain=c: expected plan, llvm or asm"), wrong.err());
  }

  private static String[] with(String[] arguments, String... more) {
    return Stream.concat(Arrays.stream(arguments), Arrays.stream(more)).toArray(String[]::new);
  }

  @Test
  void divisionByZeroAndWildCountsDoNoHarm() throws IOException {
    String div =
        Files.writeString(
                folder.resolve("d.cl"),
                "__kernel void d(__global int *a) { a[0] = a[1] / a[2]; a[3] = 1; }")
            .toString();
    Result result = CommandRunner.run("run", div, "--global=1", "--arg=a=int[4]", "--print=a");
    assertEquals(0, result.status());
    assertTrue(result.out().endsWith(" 0 0 1" + System.lineSeparator()), result.out());
  }
}
