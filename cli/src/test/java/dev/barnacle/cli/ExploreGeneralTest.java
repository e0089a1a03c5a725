package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code explore} says under a .cat file that includes OpenCL's is what it says under OpenCL's
 * model itself, which it explores in another way.
 */
class ExploreGeneralTest {
  private static final String KERNELS =
      """
      typedef struct { int a; float b; char c[4]; long d; } S;
      kernel void floats(global float *x, global double *d, global half *h) {
        size_t i = get_global_id(0);
        x[i] = sqrt(x[i] + 2.0f) * 0.5f - fma(x[i], 3.0f, -1.0f);
        d[i] = x[i] / 3.0 + convert_double(i);
        vstore_half(x[i], i, h);
      }
      kernel void vectors(global float4 *v, global int3 *w, global short8 *s) {
        size_t i = get_global_id(0);
        v[i] = (v[i].wzyx + (float4)(1, 2, 3, 4)) * v[i].x;
        w[i] = as_int4(v[i]).xyz + w[i];
        s[i] = as_short8(v[i]) >> (short8)1;
        vstore3(w[i], i, (global int *)w + 8);
      }
      kernel void structs(global S *s, global S *t, S p) {
        size_t i = get_global_id(0);
        s[i].b = p.b + i;
        s[i].c[1] = 7;
        s[i].d = p.d + i;
        t[i] = s[i];
        S mine = p;
        mine.c[i & 3] = 9;
        t[i].a = mine.a + mine.c[0];
      }
      kernel void arrays(global int *x, int n) {
        int a[8];
        for (int k = 0; k < 8; k++) a[k] = k * n;
        size_t i = get_global_id(0);
        x[i] = a[(x[i] + n) & 7];
      }
      kernel void divides(global int *x, global int *o) {
        size_t i = get_global_id(0);
        o[i] = 10 / x[i] + 11 % x[i];
      }
      kernel void weak(global atomic_int *x, global int *out) {
        int e = 0;
        size_t i = get_global_id(0);
        out[i] = 10 * atomic_compare_exchange_weak_explicit(
            x, &e, 1, memory_order_relaxed, memory_order_relaxed);
        out[i] += e;
      }
      kernel void message(global atomic_int *f, global double2 *d, global double *o) {
        if (get_global_id(0) == 0) {
          *d = (double2)(1.5, 2.5);
          atomic_store_explicit(f, 1, memory_order_release);
        } else if (atomic_load_explicit(f, memory_order_acquire)) {
          o[0] = d->x * d->y;
        }
      }
      kernel void racy(global atomic_int *f, global double2 *d, global double *o) {
        if (get_global_id(0) == 0) {
          *d = (double2)(1.5, 2.5);
          atomic_store_explicit(f, 1, memory_order_relaxed);
        } else if (atomic_load_explicit(f, memory_order_acquire)) {
          o[0] = d->y;
        }
      }
      kernel void index(global int4 *v, global int *i) {
        v[0][i[0] & 3] = i[0];
        i[1] = v[0][i[1] & 3];
      }
      kernel void floating_atomic(global atomic_float *x, global float *r) {
        size_t i = get_global_id(0);
        r[i] = atomic_exchange_explicit(x, i + 0.5f, memory_order_relaxed);
      }
      kernel void image(read_only image2d_t a, write_only image2d_t b, global float4 *o) {
        int2 p = (int2)(get_global_id(0), 0);
        write_imagef(b, p, read_imagef(a, p) + 2.0f);
        o[p.x] = read_imagef(a, p);
      }
      constant int table[4] = {3, 1, 2, 0};
      kernel void looked_up(global int *x) {
        size_t i = get_global_id(0);
        x[i] = table[x[i] & 3];
      }
      kernel void pointers(global int *x, global int *y) {
        global int *p[2] = {x, y};
        size_t i = get_global_id(0);
        p[x[i] & 1][i] = 5;
      }
      kernel void low_half(global int *x) {
        x[get_global_id(0)] = (uint)(size_t)x != 0;
      }
      """;

  @TempDir Path folder;

  /** Runs explore, and returns what it prints, without the model's name and the time. */
  private String explore(int expected, String... arguments) {
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text, true);
    List<String> all = new ArrayList<>(List.of("explore"));
    all.addAll(List.of(arguments));
    int status = Main.run(writer, writer, all.toArray(String[]::new));
    assertEquals(expected, status, text::toString);
    return text.toString();
  }

  private String cat() throws IOException {
    return Files.writeString(folder.resolve("mine.cat"), "include \"opencl-scoped.cat\"\n")
        .toString();
  }

  private String kernel(int expected, String model, String kernel, String arguments)
      throws IOException {
    Path source = Files.writeString(folder.resolve("k.cl"), KERNELS);
    List<String> all = new ArrayList<>(List.of(source.toString(), "--options=-cl-std=CL3.0"));
    all.addAll(List.of("--global", "2", "--local", "1", "--kernel", kernel, "--model", model));
    for (String argument : arguments.split(" ", -1)) {
      all.addAll(List.of("--arg", argument));
    }
    return explore(expected, all.toArray(String[]::new));
  }

  /** Returns the lines that say which states there are. */
  private static List<String> states(String text) {
    return text.lines().filter(l -> l.startsWith("  ") || l.contains("final state")).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "floats # x=float[]=1,2.5 d=double[2] h=short[2]",
        "vectors # v=float[]=1,2,3,4,5,6,7,8 w=int[16] s=short[16]",
        "structs # s=int[12] t=int[12]",
        "arrays # x=int[]=1,2 n=3",
        "divides # x=int[]=3,-7 o=int[2]",
        "weak # x=int[1] out=int[2]",
        "message # f=int[1] d=double[2] o=double[1]",
        "floating_atomic # x=float[1] r=float[2]",
        "image # a=image[2,1] b=image[2,1] o=float[8]",
        "looked_up # x=int[]=1,3",
        "pointers # x=int[]=0,1 y=int[2]",
        "low_half # x=int[2]",
      })
  void aKernelHasTheSameFinalStates(String kernel, String arguments) throws IOException {
    String fast = kernel(ExitStatus.OK, "opencl-scoped", kernel, arguments);
    String general = kernel(ExitStatus.OK, cat(), kernel, arguments);
    assertEquals(states(fast), states(general));
    assertTrue(general.contains("model mine"), general);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "divides # x=int[]=3,0 o=int[2] # an integer is divided by 0",
        "divides # x=int[2]=any:2,0 o=int[2] # an integer is divided by 0",
        "racy # f=int[1] d=double[2] o=double[1] # data race",
      })
  void aKernelHasTheSameFaults(String kernel, String arguments, String fault) throws IOException {
    for (String model : List.of("opencl-scoped", cat())) {
      String text = kernel(ExitStatus.FINDINGS, model, kernel, arguments);
      assertTrue(text.contains(fault), text);
      assertFalse(text.contains("incomplete"), text);
    }
  }

  @Test
  void theQuotientThatItsTypeHasNotGotIsNamed() throws IOException {
    String arguments = "x=int[2]=any:5,-1 o=int[2]";
    Files.writeString(
        folder.resolve("q.cl"), "kernel void q(global int *x) { x[0] = x[0] / x[1]; }");
    String text =
        explore(
            ExitStatus.FINDINGS,
            folder.resolve("q.cl").toString(),
            "--global=1",
            "--arg=x=int[]=-2147483648,-1",
            "--model=" + cat());
    assertTrue(text.contains("the quotient of -2147483648 and -1 is out of range"), text);
    assertTrue(kernel(ExitStatus.OK, cat(), "divides", arguments).contains("correct"));
  }

  /** Reads of private memory that nothing was written to are not known to be right. */
  @Test
  void whatIsNotSetIsNotCorrect() throws IOException {
    Files.writeString(
        folder.resolve("unset.cl"),
        """
        kernel void unset(global int *x) {
          int a[4];
          a[x[0] & 3] = 1;
          x[1] = a[x[1] & 3];
        }
        """);
    String[] common = {
      folder.resolve("unset.cl").toString(), "--global=1", "--model=" + cat(), "--arg"
    };
    List<String> wrong = new ArrayList<>(List.of(common));
    wrong.add("x=int[]=1,2");
    String text = explore(ExitStatus.FINDINGS, wrong.toArray(String[]::new));
    assertTrue(text.contains("a read of private memory that nothing was written to"), text);
    List<String> right = new ArrayList<>(List.of(common));
    right.add("x=int[]=1,1");
    assertTrue(explore(ExitStatus.OK, right.toArray(String[]::new)).contains("correct"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "commands-ordered",
        "commands-unordered",
        "find",
        "last-group",
        "last-group-relaxed",
        "message",
        "message-fences",
        "message-group",
        "message-local",
        "message-other-memory",
        "message-relaxed",
      })
  void examplesHaveTheSameVerdict(String name) throws IOException {
    boolean faulty =
        name.contains("relaxed") || name.contains("other") || name.contains("unordered");
    String file = "../examples/explore/" + name + ".json";
    int status = faulty ? ExitStatus.FINDINGS : ExitStatus.OK;
    String fast = explore(status, file, "--model", "opencl-scoped");
    String general = explore(status, file, "--model", cat());
    if (!faulty) {
      assertEquals(states(fast), states(general));
    }
    assertEquals(faulty, general.contains("data race"), general);
  }

  /** A launch begins with each memory that those may leave for which it waits. */
  @Test
  void launchesThatWaitSeeWhatWasDone() throws IOException {
    Files.writeString(
        folder.resolve("c.cl"),
        """
        kernel void either(global atomic_int *x) {
          atomic_store_explicit(x, get_global_id(0) + 1, memory_order_relaxed);
        }
        kernel void twice(global int *x, global int *y) { y[0] = 2 * x[0]; }
        """);
    Path launch =
        Files.writeString(
            folder.resolve("c.json"),
            """
            {"source": "c.cl", "options": "-cl-std=CL3.0",
             "buffers": {"x": {"type": "int", "count": 1}, "y": {"type": "int", "count": 1},
                         "z": {"type": "int", "count": 1}},
             "launches": [
               {"kernel": "either", "global": [2], "local": [1], "args": [{"buffer": "x"}]},
               {"kernel": "twice", "global": [1], "args": [{"buffer": "x"}, {"buffer": "y"}],
                "after": [0]},
               {"kernel": "twice", "global": [1], "args": [{"buffer": "y"}, {"buffer": "z"}],
                "after": [1]}]}
            """);
    String condition = "--assert=y[0] == 2 * x[0] && z[0] == 4 * x[0] && x[0] >= 1";
    String fast = explore(ExitStatus.OK, launch.toString(), condition);
    for (String model : List.of(cat(), "sc", "rc11", "tso")) {
      String text = explore(ExitStatus.OK, launch.toString(), "--model", model, condition);
      assertEquals(states(fast), states(text));
    }
    Files.writeString(launch, Files.readString(launch).replace("\"after\": [1]", "\"after\": []"));
    String text = explore(ExitStatus.BAD_INPUT, launch.toString(), "--model", "sc");
    assertTrue(text.contains("each waits for all before it"), text);
  }
}
