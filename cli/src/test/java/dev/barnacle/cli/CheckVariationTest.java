package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.CheckRunner.Answer;
import dev.barnacle.command.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code barnacle check} finds with other values of what it has chosen. */
class CheckVariationTest {
  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void whatZerosHideIsFoundWithNumbersThatCountUp() throws IOException {
    Path program =
        file(
            "branches.cl",
            """
            kernel void races(global const float *x, global int *y) {
              if (x[get_global_id(0)] > 4.5f) y[0] = get_global_id(0);
            }
            kernel void diverges(global const int *x, global int *y) {
              if (x[get_global_id(0)] % 3 == 1) barrier(CLK_LOCAL_MEM_FENCE);
              y[get_global_id(0)] = x[get_global_id(0)];
            }
            kernel void leaves(global const int *x, global int *y) {
              if (x[get_global_id(0)] > 4) y[1000000] = 1;
              if (x[get_global_id(0)] > 4) y[0] = 1;
            }
            kernel void scatters(global const int *wanted, global const int *to, global int *y) {
              if (wanted[get_global_id(0)]) y[to[get_global_id(0)]] = 1;
            }
            kernel void waits(volatile global int *flag, global int *y) {
              if (atomic_or(&flag[1], 0) != 0) y[0] = get_global_id(0);
            }
            typedef int number;
            typedef float4 four;
            kernel void named(global number *x, global const four *f, number n) {
              if (x[get_global_id(0)] > 4) x[get_global_id(0) ^ 1] = f[n].x;
            }
            """);
    assertEquals(List.of("data-race 2"), CheckRunner.checkSmall(program, "races").findings());
    Answer named = CheckRunner.checkSmall(program, "named");
    assertEquals(List.of("data-race 21"), named.findings());
    Json.Obj types = named.chosen();
    assertEquals("float4[256]=iota", types.require("f").asText());
    assertEquals("64", types.require("n").asText());
    Answer diverges = CheckRunner.checkSmall(program, "diverges");
    assertEquals(List.of("barrier-divergence 5"), diverges.findings());
    Json.Obj arguments = diverges.chosen();
    assertEquals("int[256]=iota", arguments.require("x").asText());
    Json.Obj finding = diverges.json().require("findings").asArray().getFirst().asObject();
    assertTrue(finding.require("note").asText().startsWith("found where the buffers"));
    for (String clean : List.of("leaves", "scatters", "waits")) {
      assertEquals("clean", CheckRunner.checkSmall(program, clean).verdict(), clean);
    }
    assertEquals("clean", CheckRunner.checkSmall(program, "races", "--arg=x=float[64]").verdict());
  }

  /** Zeros, and integers that are all the global size, hide what guards, modes and orders do. */
  @Test
  void otherNumbersAreTriedToo() throws IOException {
    Path program =
        file(
            "numbers.cl",
            """
            kernel void guard(global int *x, int n) {
              if (get_global_id(0) >= n) return;
              barrier(CLK_LOCAL_MEM_FENCE);
            }
            kernel void mode(global int *x, int mode) {
              if (mode == 1) x[0] = get_global_id(0); else x[get_global_id(0)] = 1;
            }
            kernel void order(global float *x) {
              int i = get_global_id(0);
              if (x[i] > x[i + 1]) x[i + 1] = x[i];
            }
            kernel void shifts(global int *x, int by) {
              x[get_global_id(0) >> by] = 1;
              if (by == 1) barrier(CLK_LOCAL_MEM_FENCE);
            }
            """);
    Answer guard = CheckRunner.checkSmall(program, "guard");
    assertEquals(List.of("barrier-divergence 3"), guard.findings());
    Json.Obj finding = guard.json().require("findings").asArray().getFirst().asObject();
    assertTrue(finding.require("note").asText().startsWith("found where the integers"));
    assertEquals("47", guard.chosen().require("n").asText());
    assertEquals("clean", CheckRunner.checkSmall(program, "guard", "--arg=n=64").verdict());
    assertEquals(List.of("data-race 6"), CheckRunner.checkSmall(program, "mode").findings());
    Answer order = CheckRunner.checkSmall(program, "order");
    assertEquals("float[256]=mixed", order.chosen().require("x").asText());
    assertTrue(order.findings().contains("data-race 10"), order.findings().toString());
    // Nobody knows which shifts make sense: "by" decides where is written.
    assertEquals("clean", CheckRunner.checkSmall(program, "shifts").verdict());
  }

  /** Atomic operations elsewhere in the kernel hide no early return before a barrier. */
  @Test
  void earlyReturnsAreFoundBesideAtomicOperations() throws IOException {
    Path program =
        file(
            "total.cl",
            """
            kernel void total(global const int *in, volatile global int *sum, int n) {
              if (get_global_id(0) >= n) return;
              int all = work_group_reduce_add(in[get_global_id(0)]);
              if (get_local_id(0) == 0) atomic_add(sum, all);
            }
            """);
    String newest = "--options=-cl-std=CL3.0";
    assertEquals(
        List.of("barrier-divergence 3"),
        CheckRunner.checkSmall(program, "total", newest).findings());
  }

  /** Zeros are a graph without edges, and none of them is less than another. */
  @Test
  void graphsMinimaAndShortIndicesAreTried() throws IOException {
    Path program =
        file(
            "graphs.cl",
            """
            #define I get_global_id(0)
            kernel void step(global const int *row_ptr, global const int *col_idx,
                             global int *level, int depth, int n) {
              if (I >= n || level[I] != depth) return;
              for (int e = row_ptr[I]; e < row_ptr[I + 1]; e++)
                if (level[col_idx[e]] < 0)
                  level[col_idx[e]] = depth + 1;
            }
            kernel void product(global const int *row_ptr, global const int *col_idx,
                                global const float *x, global float *y, int n) {
              if (I >= n) return;
              for (int e = row_ptr[I]; e < row_ptr[I + 1]; e++)
                y[I] += x[col_idx[e]];
            }
            kernel void least(global const uint *x, global uint *least) {
              if (x[I] < *least)
                *least = x[I];
            }
            kernel void narrow(global uchar *x, int width) {
              short at = get_global_id(1) * width + I;
              if (I < width)
                x[at] = 1;
            }
            """);
    List<String> verdicts =
        CheckRunner.check(List.of(program.toString())).stream()
            .map(a -> a.json().require("kernel").asText() + " " + a.findings())
            .toList();
    assertEquals(
        List.of(
            "step [data-race 4+7]",
            "product []",
            "least [data-race 16+17]",
            "narrow [out-of-bounds 22]"),
        verdicts);
  }

  @Test
  void aPipeMayHaveOnePacket() throws IOException {
    Path program =
        file(
            "drain.cl",
            """
            kernel void unchecked(read_only pipe int p, global int *out) {
              int packet;
              read_pipe(p, &packet);
              out[get_global_id(0)] = packet;
            }
            kernel void checked(read_only pipe int p, global int *out) {
              int packet;
              if (read_pipe(p, &packet) == 0)
                out[get_global_id(0)] = packet;
            }
            """);
    List<Answer> answers =
        CheckRunner.check(List.of(program.toString(), "--options=-cl-std=CL2.0"));
    assertEquals(List.of("uninitialized-read 4"), answers.getFirst().findings());
    assertEquals("clean", answers.getLast().verdict());
  }

  /** Numbers that count up are no offsets that fit the lengths, no ranks that fit the flags. */
  @Test
  void whereDataDecideWhereIsWrittenNoOtherDataAreTried() throws IOException {
    Path program =
        file(
            "indices.cl",
            """
            #define I get_global_id(0)
            kernel void runs(global const int *off, global const int *len, global int *y) {
              for (int k = 0; k < len[I]; k++) y[off[I] + k] = 1;
            }
            kernel void ranks(global const int *flag, global int *y, int ones) {
              int r = 0;
              for (int k = 0; k < I; k++) if (flag[k]) r++;
              y[flag[I] ? r : ones + I - r] = 1;
            }
            kernel void lengths(global const int *len, global int *y) {
              for (int k = 0; k < len[I]; k++) y[I * 4 + k] = 1;
            }
            kernel void strides(global const int *p, global int *y) {
              if (I < p[3]) y[I * p[0] + p[1]] = 1;
            }
            __attribute__((noinline)) void put(global int *y) { *y = I; }
            kernel void puts(global const int *off, global const int *len, global int *y) {
              for (int k = 0; k < len[I]; k++) put(&y[off[I] + k]);
            }
            kernel void texels(read_write image1d_t image, global const int *mask, global float *y) {
              if (mask[I]) {
                write_imagef(image, (int)I, (float4)(1));
                y[I] = read_imagef(image, (int)I).x;
              }
            }
            """);
    for (String clean : List.of("runs", "ranks", "lengths", "strides", "puts")) {
      assertEquals("clean", CheckRunner.checkSmall(program, clean).verdict(), clean);
    }
    Answer texels = CheckRunner.checkSmall(program, "texels", "--options=-cl-std=CL3.0");
    assertEquals(List.of("missing-fence 22+23"), texels.findings());
  }
}
