package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.CheckRunner.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code barnacle check} says of kernels that read or write just behind their buffers. */
class CheckTightSizesTest {
  private static final String SLIPS =
      """
      #define ID get_global_id(0)
      kernel void next(global const float *s, global float *d) { d[ID] = s[ID + 1] - s[ID]; }
      kernel void guarded(global const float *s, global float *d, int n) {
        if (ID < n)
          d[ID] = s[ID + 1] - s[ID];
      }
      kernel void at_most(global float *d, uint n) { if (ID <= n) d[ID] = 1; }
      kernel void returns(global float *d, long count) { if (ID > count) return; d[ID] = 1; }
      kernel void loop(global const int *s, global int *d, int n) {
        int sum = 0;
        for (int k = 0; k <= n; k++)
          sum += s[k];
        if (ID == 0)
          d[0] = sum;
      }
      kernel void backwards(global const int *s, global int *d, int n) { if (ID < n) d[ID] = s[n - ID]; }
      kernel void pairs(global const float2 *s, global float *d) { d[ID] = s[ID + 1].x + s[ID].y; }
      kernel void two(global const float *s, global float *d) { d[ID] = s[2 * ID + 1] + s[2 * ID + 2]; }
      kernel void rows(global const float *s, global float *d, int rows, int pitch) {
        if (ID < rows)
          for (int j = 0; j <= pitch; j++)
            d[ID] += s[ID * pitch + j];
      }
      kernel void append(global const int *in, global int *out, global int *count, int capacity) {
        if (in[ID] >= 0)
          out[atomic_inc(count)] = ID;
      }
      kernel void append_at_most(global int *out, global int *count, uint max_count) {
        uint k = atomic_inc(count);
        if (k <= max_count)
          out[k] = ID;
      }
      """;

  private static final String FINE =
      """
      #define ID get_global_id(0)
      kernel void guarded(global const float *s, global float *d, int n) {
        if (ID < n - 1)
          d[ID] = s[ID + 1] - s[ID];
      }
      kernel void loop(global const int *s, global int *d, int n) {
        for (int k = 0; k < n; k++)
          d[ID] += s[k];
      }
      kernel void two(global const float *s, global float *d) { d[ID] = s[2 * ID] + s[2 * ID + 1]; }
      kernel void four(global const float *s, global float *d) { vstore4(vload4(ID, s), ID, d); }
      kernel void offset(global const float *s, global float *d, int stride, int offset, int n) {
        if (ID < n)
          d[ID] = s[ID * stride + offset];
      }
      kernel void border(global const float *s, global float *d, constant float *f, int radius) {
        for (int k = -radius; k <= radius; k++)
          d[ID] += s[ID + radius + k] * f[k + radius];
      }
      kernel void append(global int *out, global int *count, int capacity) {
        int k = atomic_inc(count);
        if (k < capacity)
          out[k] = ID;
      }
      """;

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("k.cl"), text);
  }

  private static void assertSlip(Answer answer, String line, String object, String assumed) {
    assertEquals("faulty", answer.verdict(), () -> answer.json().toString());
    assertTrue(answer.findings().contains("out-of-bounds " + line), answer.findings()::toString);
    String json = answer.json().toString();
    assertTrue(json.contains("assumed: '" + object + "' has " + assumed + ";"), json);
    assertTrue(json.contains("--arg " + object + "=TYPE[COUNT]"), json);
  }

  @Test
  void slipsAreFoundAndToldWithWhatWasAssumed() throws IOException {
    Path program = file(SLIPS);
    String each = "64 elements, one for each work-item";
    assertSlip(CheckRunner.checkSmall(program, "next"), "2", "s", each);
    assertSlip(CheckRunner.checkSmall(program, "guarded"), "5", "s", "64 elements, as many as n");
    assertSlip(CheckRunner.checkSmall(program, "at_most"), "7", "d", "47 elements, as many as n");
    assertSlip(
        CheckRunner.checkSmall(program, "returns"), "8", "d", "47 elements, as many as count");
    assertSlip(CheckRunner.checkSmall(program, "loop"), "12", "s", "64 elements, as many as n");
    assertSlip(
        CheckRunner.checkSmall(program, "backwards"), "16", "s", "64 elements, as many as n");
    assertSlip(CheckRunner.checkSmall(program, "pairs"), "17", "s", each);
    assertSlip(
        CheckRunner.checkSmall(program, "two"), "18", "s", "128 elements, 2 for each work-item");
    assertSlip(CheckRunner.checkSmall(program, "rows"), "22", "s", "4096 elements, rows × pitch");
  }

  @Test
  void listsAreFilledUpToTheirCapacity() throws IOException {
    Path program = file(SLIPS);
    assertSlip(
        CheckRunner.checkSmall(program, "append"), "26", "out", "32 elements, as many as capacity");
    assertSlip(
        CheckRunner.checkSmall(program, "append_at_most"),
        "31",
        "out",
        "47 elements, as many as max_count");
  }

  /** What is clean only because the sizes were not tried says so. */
  @Test
  void aLargeLaunchSaysThatTightSizesWereNotTried() throws IOException {
    Path program = file(SLIPS);
    CommandRunner.Result large = check(program, "next", 1 << 17);
    assertEquals(0, large.status(), large::out);
    String note =
        "k.cl: note: not all tight sizes of the buffers of kernel next were tried, since it has"
            + " more than 65536 work-items: an access just behind a buffer may be missed; name the"
            + " sizes with --arg";
    assertTrue(large.err().contains(note), large::err);
    Path fine = file(FINE);
    assertTrue(!check(fine, "two", 64).err().contains("tight"));
    String sizes = "--arg=s=float[262144]";
    assertTrue(
        !check(fine, "two", 1 << 17, sizes, "--arg=d=float[131072]").err().contains("tight"));
  }

  private static CommandRunner.Result check(Path program, String kernel, int size, String... more) {
    List<String> all = new ArrayList<>(List.of("check", program.toString(), "--kernel=" + kernel));
    all.add("--global=" + size);
    all.addAll(List.of(more));
    return CommandRunner.run(all.toArray(String[]::new));
  }

  @Test
  void imagesAreLeftByARow() throws IOException {
    Path program =
        file(
            """
            #define X get_global_id(0)
            #define Y get_global_id(1)
            kernel void below(global const float *a, global float *b, int w, int h) {
              if (X < w && Y < h)
                b[Y * w + X] = a[(Y + 1) * w + X];
            }
            kernel void inside(global const float *a, global float *b, int w, int h) {
              if (X < w - 1 && Y < h - 1)
                b[Y * w + X] = a[(Y + 1) * w + X] + a[Y * w + X + 1];
            }
            kernel void halo(global const float *a, global float *b, int w, int h) {
              if (X < w && Y < h)
                b[Y * w + X] = a[(Y + 1) * (w + 2) + X + 1] + a[(Y + 2) * (w + 2) + X + 2];
            }
            """);
    List<String> options = List.of(program.toString(), "--global=16,16", "--local=8,8");
    for (String kernel : List.of("inside", "halo")) {
      List<String> all = new ArrayList<>(options);
      all.add("--kernel=" + kernel);
      assertEquals("clean", CheckRunner.check(all).getFirst().verdict(), kernel);
    }
    List<String> all = new ArrayList<>(options);
    all.add("--kernel=below");
    assertSlip(CheckRunner.check(all).getFirst(), "5", "a", "256 elements, w × h");
  }

  /**
   * Where a square hides which size is the distance of rows, and a whole NDRange a lacking guard.
   */
  @Test
  void sizesThatDifferAreTried() throws IOException {
    Path program =
        file(
            """
            #define X get_global_id(0)
            #define Y get_global_id(1)
            kernel void turned(global const float *a, global float *t, int width, int height) {
              if (X < width && Y < height)
                t[X * width + Y] = a[Y * width + X];
            }
            kernel void transposed(global const float *a, global float *t, int width, int height) {
              if (X < width && Y < height)
                t[X * height + Y] = a[Y * width + X];
            }
            kernel void loads(global const float *a, global float *b, int m, int n, int k) {
              float sum = 0;
              for (int t = 0; t < k; t += 8)
                sum += a[Y * k + t + X % 8];
              if (Y < m && X < n)
                b[Y * n + X] = sum;
            }
            kernel void guarded(global const float *a, global float *b, int m, int n, int k) {
              float sum = 0;
              for (int t = 0; t < k; t += 8)
                sum += Y < m && t + X % 8 < k ? a[Y * k + t + X % 8] : 0;
              if (Y < m && X < n)
                b[Y * n + X] = sum;
            }
            """);
    List<String> options = List.of(program.toString(), "--global=16,16", "--local=8,8");
    assertEquals(
        List.of("turned faulty", "transposed clean", "loads faulty", "guarded clean"),
        CheckRunner.check(options).stream().map(CheckTightSizesTest::verdict).toList());
  }

  private static String verdict(Answer answer) {
    return answer.json().require("kernel").asText() + " " + answer.verdict();
  }

  @Test
  void bordersSlicesAndListsAreLeft() throws IOException {
    Path program =
        file(
            """
            #define I (int)get_global_id(0)
            kernel void blur(global const float *a, global float *b, int n, int radius) {
              float sum = 0;
              for (int k = -radius; k <= radius; k++)
                sum += a[max(I + k, 0)];
              if (I < n)
                b[I] = sum;
            }
            kernel void halo(global const float *a, global float *b, int n, int radius) {
              float sum = 0;
              for (int k = 0; k <= 2 * radius; k++)
                sum += a[I + k];
              if (I < n)
                b[I] = sum;
            }
            kernel void fill(global const int *cell, volatile global int *count, global int *ids,
                             int cells, int max_per_cell) {
              int slot = atomic_inc(&count[cell[I]]);
              ids[cell[I] * max_per_cell + slot] = I;
            }
            kernel void filled(global const int *cell, volatile global int *count, global int *ids,
                               int cells, int max_per_cell) {
              int slot = atomic_inc(&count[cell[I]]);
              if (slot < max_per_cell)
                ids[cell[I] * max_per_cell + slot] = I;
            }
            """);
    List<String> options = List.of(program.toString(), "--global=64", "--local=16");
    assertEquals(
        List.of("blur faulty", "halo clean", "fill faulty", "filled clean"),
        CheckRunner.check(options).stream().map(CheckTightSizesTest::verdict).toList());
    Path slices =
        file(
            """
            kernel void behind(global const float *u, global float *v, int nx, int ny, int nz) {
              int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
              int p = (z * ny + y) * nx + x;
              if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z < nz)
                v[p] = u[p + nx * ny] + u[p - 1] + u[p + 1] + u[p - nx] + u[p + nx];
            }
            """);
    assertEquals(
        List.of("out-of-bounds 5"),
        CheckRunner.check(List.of(slices.toString())).getFirst().findings());
  }

  @Test
  void whatFitsIsClean() throws IOException {
    Path program = file(FINE);
    for (String kernel : List.of("guarded", "loop", "two", "four", "offset", "border", "append")) {
      Answer answer = CheckRunner.checkSmall(program, kernel);
      assertEquals("clean", answer.verdict(), () -> answer.json().toString());
    }
  }

  @Test
  void whoNamesTheSizeIsBelieved() throws IOException {
    Path program = file(SLIPS);
    Answer named = CheckRunner.checkSmall(program, "next", "--arg=s=float[65]");
    assertEquals("clean", named.verdict(), () -> named.json().toString());
  }

  @Test
  void firstElementsOfRowsMayBeOneMore() throws IOException {
    Path program =
        file(
            """
            kernel void spmv(global const int *row, global const int *column,
                             global const float *v, global const float *x, global float *y) {
              int i = get_global_id(0);
              for (int j = row[i]; j < row[i + 1]; j++)
                y[i] += v[j] * x[column[j]];
            }
            """);
    CommandRunner.Result result = CommandRunner.run("check", program.toString(), "--global=64");
    assertEquals(
        "clean with guessed sizes: row int[256], column int[256], v float[256], x float[256],"
            + " y float[256]; 'row' is accessed behind 64 elements, one for each work-item;"
            + " name yours with --arg\n",
        result.out());
    assertEquals(0, result.status());
  }
}
