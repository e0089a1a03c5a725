package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.CheckRunner.Answer;
import dev.barnacle.cli.CommandRunner.Result;
import dev.barnacle.command.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code barnacle check} takes for arguments that are left out. */
class CheckDefaultsTest {
  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void memoryAndIntegersAreGuessedAgainWhereTheyAreLeft() throws IOException {
    Path rows =
        file(
            "rows.cl",
            """
            kernel void rows(global const float *a, global float *y, int n) {
              int i = get_global_id(0);
              float s = 0;
              for (int k = 0; k < n; k++) s += a[i * n + k];
              y[i] = s;
            }
            kernel void halo(global int *y, int r) {
              local int t[40];
              t[get_local_id(0) + r] = 1;
              y[get_global_id(0)] = t[get_local_id(0) + r];
            }
            kernel void before(global int *y) { y[get_global_id(0) + 4] = y[(int)get_global_id(0) - 1]; }
            """);
    List<String> sizes = List.of("--global=64", "--local=16");
    Json.Obj given = defaults(rows, "rows", sizes);
    assertEquals("float[4096]", given.require("a").asText());
    assertEquals("64", given.require("n").asText());
    assertEquals("16", defaults(rows, "halo", sizes).require("r").asText());
    Answer before =
        CheckRunner.check(List.of(rows.toString(), "--kernel=before", "--global=64")).getFirst();
    assertTrue(before.findings().contains("out-of-bounds 12"), before.findings().toString());
    Answer small =
        CheckRunner.check(
                List.of(rows.toString(), "--kernel=rows", "--global=64", "--arg=a=float[64]"))
            .getFirst();
    assertEquals(List.of("out-of-bounds 4"), small.findings());
  }

  /** Who enqueues kernels and asks no id is one work-item; its children have all that they need. */
  @Test
  void aParentIsOneWorkItem() throws IOException {
    Path parent =
        file(
            "parent.cl",
            """
            kernel void parent(global int *data, int n) {
              enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(n), ^{
                data[get_global_id(0)] = n;
              });
            }
            """);
    Json.Obj sizes = CheckRunner.check(List.of(parent.toString())).getFirst().json();
    assertEquals("clean", sizes.require("verdict").asText());
    Json.Obj chosen = sizes.require("defaults").asObject();
    assertEquals(1, chosen.require("global").asArray().getFirst().asLong());
    assertEquals("256", chosen.require("args").asObject().require("n").asText());
  }

  /** Who asks for local ids alone is one work-group. */
  @Test
  void localIdsAreOfOneGroup() throws IOException {
    Path sort =
        file(
            "sort.cl",
            """
            kernel void sort(global int *data, int n) {
              for (int phase = 0; phase < n; phase++) {
                int j = 2 * get_local_id(0) + (phase & 1);
                if (j + 1 < n && data[j] > data[j + 1]) {
                  int t = data[j];
                  data[j] = data[j + 1];
                  data[j + 1] = t;
                }
                barrier(CLK_GLOBAL_MEM_FENCE);
              }
            }
            """);
    assertEquals("clean", CheckRunner.check(List.of(sort.toString())).getFirst().verdict());
  }

  /** A distance of rows that is too small for them makes races, which no caller's has. */
  @Test
  void rowsAreFarFromEachOther() throws IOException {
    Path rows =
        file(
            "pitch.cl",
            """
            kernel void pixels(global uchar *dst, int pitch) {
              int x = get_global_id(0), y = get_global_id(1);
              for (int c = 0; c < 4; c++) dst[y * pitch + 4 * x + c] = c;
            }
            kernel void bytes(global char *dst, uint dst_step) {
              *(global float4 *)(dst + get_global_id(1) * dst_step + get_global_id(0) * 16) = 0;
            }
            kernel void halves(global int *dst, int stride) {
              dst[get_global_id(1) * stride + get_global_id(0) / 2] = get_global_id(0);
            }
            kernel void line(global int *dst, int stride) { dst[get_global_id(0) % stride / 2] = 1; }
            """);
    for (List<String> sizes :
        List.of(List.of("--global=64,64", "--local=8,8"), List.<String>of())) {
      int row = sizes.isEmpty() ? 512 : 1024;
      assertEquals(row + "", defaults(rows, "pixels", sizes).require("pitch").asText());
      assertEquals(row + "", defaults(rows, "bytes", sizes).require("dst_step").asText());
    }
    assertEquals(List.of("data-race 9"), findings(rows, "halves"));
    assertEquals(List.of("data-race 11"), findings(rows, "line"));
  }

  private static List<String> findings(Path source, String kernel) {
    return CheckRunner.check(List.of(source.toString(), "--kernel=" + kernel))
        .getFirst()
        .findings();
  }

  /** One of the launches counts, and what that prints is shown. */
  @Test
  void aKernelPrintsOnceHoweverOftenItIsGuessed() throws IOException {
    Path program =
        Files.writeString(
            folder.resolve("prints.cl"),
            """
            kernel void k(global int *y, int n) {
              y[256 * get_global_id(0)] = n;
              if (get_global_id(0) == 1) printf("n is %d\\n", n);
            }
            """);
    Result guessed = CommandRunner.run("check", program.toString(), "--global=64");
    assertEquals(
        "n is 64\nclean with guessed sizes: y int[65536]; name yours with --arg\n", guessed.out());
    Result given =
        CommandRunner.run(
            "check", program.toString(), "--global=2", "--arg=y=int[512]", "--arg=n=7");
    assertEquals("n is 7\nclean\n", given.out());
  }

  @Test
  void integersAreWhatTheirNamesSayWhereThatKeepsTheKernelInItsMemory() throws IOException {
    Path program =
        file(
            "named.cl",
            """
            kernel void at(global int *y, int n, int offset, int log_n) {
              y[offset * n * n * n * n + (get_global_id(0) << log_n)] = n;
            }
            kernel void teams(global int *y, int size) {
              int i = get_global_id(0);
              y[i] = i % (get_local_size(0) / size);
            }
            kernel void zero(global int *y, int n) { y[get_global_id(0)] = n / (y[n] * 0); }
            """);
    List<String> sizes = List.of("--global=64", "--local=16");
    Json.Obj at = defaults(program, "at", sizes);
    assertEquals("0", at.require("offset").asText());
    assertEquals("1", at.require("log_n").asText());
    assertEquals("64", at.require("n").asText());
    assertEquals("16", defaults(program, "teams", sizes).require("size").asText());
    Answer zero =
        CheckRunner.check(List.of(program.toString(), "--kernel=zero", "--global=64")).getFirst();
    assertEquals(List.of("division-by-zero 8"), zero.findings());
  }

  @Test
  void racesThatComeOfZeroIndicesAreToldAsSuch() throws IOException {
    Path program =
        file(
            "scatter.cl",
            """
            kernel void scatter(global const int *to, global int *y, global int *n) {
              int i = get_global_id(0);
              y[to[i]] = i;
              if (i < 2) n[0] = i;
            }
            """);
    Answer answer =
        CheckRunner.check(List.of(program.toString(), "--global=64", "--local=16")).getFirst();
    assertEquals(List.of("data-race 3", "data-race 4"), answer.findings());
    List<Json> findings = answer.json().require("findings").asArray();
    String note = findings.getFirst().asObject().require("note").asText();
    assertTrue(note.startsWith("not found where the integer buffers"), note);
    assertFalse(findings.getLast().asObject().members().containsKey("note"));
    Answer given =
        CheckRunner.check(
                List.of(program.toString(), "--global=64", "--local=16", "--arg=to=int[64]=iota"))
            .getFirst();
    assertEquals(List.of("data-race 4"), given.findings());
  }

  @Test
  void theGlobalSizeHasTheDimensionsThatTheKernelAsksIdsOf() throws IOException {
    Path program =
        file(
            "dimensions.cl",
            """
            int row(void) { return get_group_id(1) * get_local_size(1) + get_local_id(1); }
            kernel void one(global int *y) { y[get_global_id(0)] = get_global_size(1); }
            kernel void two(global int *y, int n) { y[row() * n + get_global_id(0)] = 1; }
            kernel void three(global int *y) {
              y[(get_global_id(2) * 8 + get_global_id(1)) * 8 + get_global_id(0)] = 1;
            }
            kernel void none(global int *y) { y[get_global_linear_id()] = 1; }
            kernel void rows(global int *y, local int *t, int w) {
              t[get_local_id(0)] = get_global_id(1);
              y[get_global_id(1) * w + get_global_id(0)] = t[get_local_id(0)];
            }
            kernel void batches(global int *y, int w) { y[get_group_id(1) * w + get_global_id(0)] = 1; }
            kernel void softmax(global float *a, local float *s, int n) {
              int l = get_local_id(0);
              s[l] = a[get_group_id(1) * n + l];
              barrier(CLK_LOCAL_MEM_FENCE);
              a[get_group_id(1) * n + l] = s[l] - s[0];
            }
            kernel void column(global int *y) { y[get_global_id(1)] = 1; }
            kernel void table(global int *y, int w) { y[get_local_id(1) * w + get_global_id(0)] = 1; }
            kernel void beyond(global int *y) { y[get_global_id(0)] = get_global_id(3); }
            """);
    assertEquals(List.of(256L), global(program, "beyond"));
    assertEquals(List.of(256L), global(program, "one"));
    assertEquals(List.of(32L, 32L), global(program, "two"));
    assertEquals(List.of(8L, 8L, 8L), global(program, "three"));
    assertEquals(List.of(256L), global(program, "none"));
    assertEquals(List.of(32L, 32L), global(program, "rows"));
    assertEquals(List.of(32L, 32L), global(program, "batches"));
    assertEquals(List.of(32L, 16L), global(program, "table"));
    assertEquals(List.of(16L, 32L), global(program, "softmax"));
    assertEquals(List.of(1L, 32L), global(program, "column"));
  }

  private static List<Long> global(Path program, String kernel) {
    Answer answer = CheckRunner.check(List.of(program.toString(), "--kernel=" + kernel)).getFirst();
    assertEquals("clean", answer.verdict(), kernel);
    return answer.json().require("defaults").asObject().require("global").asLongs();
  }

  @Test
  void namesSayWhatIntegersAre() throws IOException {
    Path program =
        file(
            "names.cl",
            """
            kernel void tile(global int *x, local int *l, int block_size) {
              l[get_local_id(0)] = x[get_global_id(0)];
              barrier(CLK_LOCAL_MEM_FENCE);
              for (int k = 0; k < block_size; k++) x[get_global_id(0)] += l[k];
            }
            kernel void plane(global int *x, int width, int height) {
              x[get_global_id(1) * width + get_global_id(0)] = height;
            }
            kernel void divides(global const int *by, global int *x) {
              x[get_global_id(0)] = 100 / by[get_global_id(0)];
            }
            """);
    Answer tile = CheckRunner.checkSmall(program, "tile");
    assertEquals("clean", tile.verdict());
    assertEquals("16", tile.chosen().require("block_size").asText());
    Json.Obj plane = defaults(program, "plane", List.of("--global=64,16", "--local=16,4"));
    assertEquals("64", plane.require("width").asText());
    assertEquals("16", plane.require("height").asText());
    Answer divides = CheckRunner.checkSmall(program, "divides");
    assertEquals("clean", divides.verdict());
    assertEquals("int[256]=mixed", divides.chosen().require("by").asText());
  }

  @Test
  void aTaskIsOneWorkItemWhateverElseTheProgramHas() throws IOException {
    Path program =
        file(
            "two.cl",
            """
            kernel void items(global int *y) { y[get_global_id(0)] = 1; }
            kernel __attribute__((reqd_work_group_size(1, 1, 1))) void task(global int *y) { y[0]++; }
            """);
    assertEquals(List.of(1L), global(program, "task"));
  }

  /** The text names the parameters of functions, not those of the kernel. */
  @Test
  void imagesHaveTheChannelsThatFunctionsRead() throws IOException {
    Path program =
        file(
            "channels.cl",
            """
            uint4 first(read_only image2d_t p, int x) { return read_imageui(p, (int2)(x, 0)); }
            int4 second(read_only image2d_t p, int x) { return read_imagei(p, (int2)(x, 0)); }
            kernel void k(read_only image2d_t a, read_only image2d_t b, global int *o) {
              int i = get_global_id(0);
              o[i] = second(b, i).x + first(a, i).x;
            }
            """);
    Json.Obj given = defaults(program, "k", List.of("--global=64", "--local=16"));
    assertEquals("image-uint[128,64]", given.require("a").asText());
    assertEquals("image-int[128,64]", given.require("b").asText());
    Answer wrong =
        CheckRunner.check(
                List.of(program.toString(), "--global=64", "--local=16", "--arg=b=image[64,64]"))
            .getFirst();
    assertEquals(List.of("invalid-argument 2"), wrong.findings());
  }

  @Test
  void imagesAreGuessedAgainWhereTheyAreLeft() throws IOException {
    Path program =
        file(
            "rows_of_image.cl",
            """
            kernel void k(write_only image2d_t o) {
              for (int i = 0; i < 4; i++)
                write_imagef(o, (int2)(get_global_id(0), 4 * get_global_id(1) + i), (float4)(1));
            }
            """);
    Json.Obj given = defaults(program, "k", List.of("--global=8,8", "--local=4,4"));
    assertEquals("image[64,64]", given.require("o").asText());
  }

  @Test
  void aTaskIsOneWorkItem() throws IOException {
    Path program =
        file(
            "task.cl",
            """
            kernel __attribute__((reqd_work_group_size(1, 1, 1))) void sum(global int *y, int n) {
              for (int i = 0; i < n; i++) y[0] += y[i];
            }
            """);
    Answer task = CheckRunner.check(List.of(program.toString())).getFirst();
    assertEquals("clean", task.verdict(), task.findings().toString());
    Json.Obj defaults = task.json().require("defaults").asObject();
    assertEquals(List.of(1L), defaults.require("global").asLongs());
    Answer two = CheckRunner.check(List.of(program.toString(), "--global=2")).getFirst();
    assertEquals(List.of("data-race 2"), two.findings());
  }

  @Test
  void structsAreTakenForIntegersWhereThatEnds() throws IOException {
    Path program =
        file(
            "structs.cl",
            """
            typedef struct { int w, h; } size;
            typedef struct { long n; } count;
            kernel void ints(global int *o, size s) {
              for (int i = 0; i < s.h; i++) o[i % s.w] = get_global_id(0);
            }
            kernel void longs(global int *o, count c) {
              long s = 0;
              for (long i = 0; i < c.n; i++) s += i * s + 1;
              o[get_global_id(0)] = s;
            }
            """);
    List<String> sizes = List.of("--global=32", "--local=8");
    List<String> ints = new ArrayList<>(List.of(program.toString(), "--kernel=ints"));
    ints.addAll(sizes);
    assertEquals(List.of("data-race 4"), CheckRunner.check(ints).getFirst().findings());
    assertEquals("8 zero bytes", defaults(program, "longs", sizes).require("c").asText());
  }

  @Test
  void imagesAndSamplersHaveDefaults() throws IOException {
    Path program =
        file(
            "image.cl",
            """
            kernel void k(read_only image2d_t in, sampler_t s, write_only image1d_buffer_t out) {
              int x = get_global_id(0);
              write_imageui(out, x, convert_uint4(read_imagef(in, s, (int2)(x, x))));
            }
            kernel void one(write_only image2d_array_t out) {
              write_imagef(out, (int4)(0, 0, 1, 0), (float4)(get_global_id(0)));
            }
            """);
    Json.Obj given = defaults(program, "k", List.of("--global=16"));
    assertEquals("image[32,32]", given.require("in").asText());
    assertEquals("sampler", given.require("s").asText());
    assertEquals("image-uint[32]", given.require("out").asText());
    String[] more = {"--kernel=k", "--global=16", "--arg=in=image[8,8]", "--arg=s=sampler"};
    List<String> options = new ArrayList<>(List.of("check", program.toString()));
    options.addAll(List.of(more));
    assertEquals(0, CommandRunner.run(options.toArray(String[]::new)).status());
    options.add("--arg=out=image[8,8]");
    Result wrong = CommandRunner.run(options.toArray(String[]::new));
    assertEquals(2, wrong.status());
    assertTrue(
        wrong.err().contains("argument 'out': a image1d_buffer_t has 1 size, not 2"), wrong.err());
    Answer race =
        CheckRunner.check(List.of(program.toString(), "--kernel=one", "--global=16")).getFirst();
    assertEquals(List.of("data-race 6"), race.findings());
  }

  private static Json.Obj defaults(Path program, String kernel, List<String> sizes) {
    List<String> options = new ArrayList<>(List.of(program.toString(), "--kernel", kernel));
    options.addAll(sizes);
    Answer answer = CheckRunner.check(options).getFirst();
    assertEquals("clean", answer.verdict(), answer.findings().toString());
    return answer.chosen();
  }

  @Test
  void numbersAreGuessedAgainWhereBuiltInFunctionsRefuseThem() throws IOException {
    Path program =
        file(
            "numbers.cl",
            """
            kernel void steps(global float *y, float low, float high) {
              y[get_global_id(0)] = smoothstep(low, high, y[get_global_id(0)]);
            }
            kernel void fields(global int *y, uint first, uint count) {
              y[get_global_id(0)] = bitfield_insert(y[get_global_id(0)], 3, first, count);
            }
            kernel void down(global float *y, float low, float high) {
              y[get_global_id(0)] = smoothstep(high, low, y[get_global_id(0)]);
            }
            """);
    List<String> sizes = List.of("--global=64", "--local=16");
    assertEquals("3.0", defaults(program, "steps", sizes).require("high").asText());
    assertEquals("16", defaults(program, "fields", sizes).require("count").asText());
    Answer down =
        CheckRunner.check(List.of(program.toString(), "--kernel=down", "--global=64")).getFirst();
    assertEquals(List.of("invalid-argument 8"), down.findings());
    Answer given =
        CheckRunner.check(
                List.of(
                    program.toString(),
                    "--kernel=steps",
                    "--global=64",
                    "--arg=low=5",
                    "--arg=high=5"))
            .getFirst();
    assertEquals(List.of("invalid-argument 2"), given.findings());
  }
}
