package dev.barnacle.cli;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.start.StartJars;
import dev.barnacle.store.Folders;
import dev.barnacle.store.StartFolders;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Uses what most commands use, for the launcher: the JVM records the classes that this loads in its
 * AOT cache and starts with them afterwards.
 */
final class Training {
  private static final String KERNEL =
      """
      __kernel void train(float a, __global const float4 *x, __global float *y, __local int *l) {
        size_t i = get_global_id(0);
        l[get_local_id(0)] = (int)i;
        barrier(CLK_LOCAL_MEM_FENCE);
        y[i] = a * sin(x[i / 4].x) + l[0];
        if (i == 0) {
          printf("%d %f\\n", l[0], y[i]);
        }
      }
      """;

  private static final String LAUNCH =
      """
      {"source": "train.cl", "kernel": "train", "global": [64], "local": [16],
       "args": [{"value": {"type": "float", "value": 2.5}},
                {"buffer": {"type": "float4", "count": 16, "init": "random:1"}},
                {"buffer": {"type": "float", "count": 64, "init": "zero"}},
                {"local": {"bytes": 64}}]}
      """;

  private static final String RACY =
      """
      __kernel void racy(__global int *x, __global int *count, __local int *l, int n) {
        int i = get_global_id(0);
        l[get_local_id(0)] = x[i];
        if (get_local_id(0) > n) {
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        x[i] = l[0] + x[i + 1];
        atomic_inc(count);
      }
      """;

  private static final String C_TEST =
      """
      C train
      { [x] = 0; [y] = 0; [z] = 0; }
      P0 (atomic_int* x, atomic_int* y, int* z) {
        *z = 1;
        atomic_store_explicit(x, 1, memory_order_release);
        int r0 = atomic_fetch_add_explicit(y, 1, memory_order_seq_cst);
      }
      P1 (atomic_int* x, atomic_int* y, int* z) {
        int r0 = atomic_load_explicit(x, memory_order_acquire);
        if (r0 == 1) {
          int r1 = *z;
        }
        atomic_thread_fence(memory_order_seq_cst);
        int r2 = atomic_load_explicit(y, memory_order_relaxed);
      }
      exists (1:r0=1 /\\ 1:r2=0 \\/ y=2)
      """;

  private static final String OPENCL_TEST =
      """
      OPENCL train
      { [x] = 0; [y] = 0; }
      P0@wg 0, dev 0 (global atomic_int* x, global int* y) {
        *y = 1;
        atomic_store_explicit(x, 1, memory_order_release, memory_scope_work_group);
      }
      P1@wg 1, dev 0 (global atomic_int* x, global int* y) {
        int r0 = atomic_load_explicit(x, memory_order_acquire, memory_scope_device);
        if (r0 == 1) {
          int r1 = *y;
        }
      }
      exists (1:r0=1)
      """;

  private static final String EXPLORED =
      """
      #define DEV memory_scope_device
      __kernel void lock(__global atomic_int *l, __global int *x, __local int *t) {
        int none = 0;
        while (!atomic_compare_exchange_strong_explicit(l, &none, 1, memory_order_acquire,
                                                        memory_order_relaxed, DEV)) {
          none = 0;
        }
        *x += 1;
        atomic_store_explicit(l, 0, memory_order_release, DEV);
      }
      __kernel void meet(__global int *x, __local int *t) {
        size_t i = get_local_id(0);
        t[i] = x[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int d = 1; d < get_local_size(0); d *= 2) {
          x[get_global_id(0)] = i + d < get_local_size(0) ? t[i] + t[i + d] : t[i] / d;
        }
        if (x[0] > 0) {
          atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, DEV);
        }
      }
      """;

  private static final String CLOCKS =
      """
      __kernel void clocks(__global int *x, __global atomic_int *flag, __global int *out) {
        int i = get_global_id(0);
        x[i] = i;
        atomic_store_explicit(&flag[i], 1, memory_order_release, memory_scope_device);
        int other = i ^ 1;
        if (atomic_load_explicit(&flag[other], memory_order_acquire, memory_scope_device) == 1) {
          out[i] = x[other];
        }
      }
      """;

  /** Kernels of some size, with their options. */
  private static final List<List<String>> EXAMPLES =
      List.of(
          List.of(
              "sgemm.cl",
              "--kernel=sgemm_tiled",
              "--global=64,64",
              "--local=16,16",
              "--arg=m=64",
              "--arg=n=64",
              "--arg=k=64",
              "--arg=a_tile=local[1024]",
              "--arg=b_tile=local[1024]"),
          List.of("nbody.cl", "--global=256", "--local=64"),
          List.of("reduce.cl", "--global=16384", "--local=256", "--arg=n=65536"),
          List.of(
              "histogram.cl",
              "--kernel=histogram_local",
              "--global=4096",
              "--local=64",
              "--arg=n=16384"),
          List.of(
              "mandelbrot.cl",
              "--global=128,64",
              "--local=64,1",
              "--arg=left=-2.0f",
              "--arg=top=1.0f",
              "--arg=step=0.02f",
              "--arg=max_iterations=500"),
          List.of("bitonic_sort.cl", "--kernel=bitonic_sort_segments", "--global=64", "--local=64"),
          List.of("black_scholes.cl", "--global=256", "--local=64"),
          List.of("sobel.cl", "--global=64,16", "--local=64,1"),
          List.of("sha256.cl", "--global=64", "--local=64"));

  /** Lessons on what these have not got. */
  private static final List<String> LESSONS =
      List.of(
          "09-barrier-in-branch.cl",
          "14-out-of-bounds-private.cl",
          "19-uninitialized-private.cl",
          "20-async-copy.cl",
          "25-group-function.cl",
          "28-sub-group-function.cl",
          "31-invalid-argument.cl");

  /** Lessons of many kinds, which a campaign's workers are trained with. */
  private static final List<String> TASKS =
      List.of(
          "01-missing-barrier.cl",
          "02-wrong-fence-flag.cl",
          "05-scope.cl",
          "06-message-passing.cl",
          "08-bytes.cl",
          "10-early-return.cl",
          "12-out-of-bounds.cl",
          "16-misaligned.cl",
          "18-uninitialized-local.cl",
          "20-async-copy.cl",
          "23-mixed-atomic.cl",
          "24-loop-carried.cl",
          "25-group-function.cl",
          "28-sub-group-function.cl",
          "31-invalid-argument.cl",
          "32-image-fence.cl",
          "33-uncommitted-reservation.cl",
          "40-child-does-not-wait.cl",
          "47-scopes-differ.cl");

  private Training() {}

  /**
   * Runs the training.
   *
   * @param args the command to train for: campaign, check, compile, explore, litmus, or run for all
   *     others; or jars and a folder to write the jars to that the launcher starts from
   */
  public static void main(String[] args) throws IOException {
    if (args[0].equals("jars")) {
      String[] names = System.getProperty("java.class.path").split(File.pathSeparator, -1);
      StartJars.write(Path.of(args[1]), Arrays.stream(names).map(Path::of).toList());
      return;
    }
    Path folder = Files.createTempDirectory("barnacle-training");
    try {
      switch (args[0]) {
        case "campaign" -> campaign(folder);
        case "check" -> check(folder);
        case "compile" -> compile(folder);
        case "explore" -> explore(folder);
        case "litmus" -> litmus(folder);
        default -> launch(folder);
      }
    } finally {
      Folders.delete(folder);
    }
    StartFolders.trim(Platform.cache(), StartFolders.DEFAULT_BYTES);
  }

  private static void launch(Path folder) throws IOException {
    Path kernel = Files.writeString(folder.resolve("train.cl"), KERNEL);
    Path launch = Files.writeString(folder.resolve("train.json"), LAUNCH);
    run("--help");
    run("devices");
    run("run", "--json", "--launch", launch.toString(), "--print", "y:4");
    run(
        "run",
        kernel.toString(),
        "--global=64",
        "--arg=a=1.5f",
        "--arg=x=float4[16]=iota",
        "--arg=y=float[64]",
        "--arg=l=local[64]",
        "--print=y",
        "--profile",
        "--png=y=8x8:" + folder.resolve("y.png"));
  }

  private static void litmus(Path folder) throws IOException {
    Path c = Files.writeString(folder.resolve("c.litmus"), C_TEST);
    Path cl = Files.writeString(folder.resolve("cl.litmus"), OPENCL_TEST);
    Path expected = folder.resolve("expected.csv");
    Files.writeString(
        expected, "file,model,condition_holds,race_free\nc.litmus,c11,1,1\ncl.litmus,opencl,1,0\n");
    run("litmus", folder.toString(), "--expect", expected.toString());
    run("litmus", c.toString(), cl.toString());
    run("litmus", "--json", "--verdict-only", c.toString());
  }

  private static void compile(Path folder) throws IOException {
    Path kernel = Files.writeString(folder.resolve("train.cl"), KERNEL);
    Path clocks = Files.writeString(folder.resolve("clocks.cl"), CLOCKS);
    run("compile", kernel.toString(), "--options", "-g", "-o", output(folder, "train.spv"));
    run("compile", clocks.toString(), "--options", "-cl-std=CL3.0", "-o", output(folder, "c.spv"));
    for (String example : List.of("sgemm.cl", "histogram.cl", "sha256.cl")) {
      String file = copy(folder, example);
      run("compile", file, "-o", output(folder, "example.spv"));
    }
    run("compile", output(folder, "train.spv"), "-o", output(folder, "train.spvasm"));
    run("compile", kernel.toString(), "-o", output(folder, "train.bin"));
  }

  /** Programs come from the compiler and then from the compile cache. */
  private static void explore(Path folder) throws IOException {
    Path kernel = Files.writeString(folder.resolve("explore.cl"), EXPLORED);
    Path clocks = Files.writeString(folder.resolve("clocks.cl"), CLOCKS);
    String file = kernel.toString();
    for (int i = 0; i < 2; i++) {
      String[] lock = {
        "explore",
        file,
        "--kernel=lock",
        "--global=2",
        "--local=1",
        "--arg=l=int[1]",
        "--arg=x=int[1]",
        "--arg=t=local[8]",
        "--assert",
        "x[0] == 2"
      };
      run(lock);
      lock[lock.length - 2] = "--json";
      run(Arrays.copyOf(lock, lock.length - 1));
      run(
          "explore",
          file,
          "--kernel=meet",
          "--global=4",
          "--local=2",
          "--arg=x=int[4]=iota",
          "--arg=t=local[8]",
          "--exists",
          "x[0] == 1");
      run(
          "explore",
          clocks.toString(),
          "--options=-cl-std=CL3.0",
          "--global=2",
          "--local=1",
          "--arg=x=int[2]",
          "--arg=flag=int[2]",
          "--arg=out=int[2]");
    }
  }

  private static String output(Path folder, String name) {
    return folder.resolve(name).toString();
  }

  /** Programs come from the compiler and then from the compile cache. */
  private static void check(Path folder) throws IOException {
    Files.writeString(folder.resolve("train.cl"), KERNEL);
    Path launch = Files.writeString(folder.resolve("train.json"), LAUNCH);
    Path racy = Files.writeString(folder.resolve("racy.cl"), RACY);
    Path clocks = Files.writeString(folder.resolve("clocks.cl"), CLOCKS);
    for (int i = 0; i < 2; i++) {
      run("check", racy.toString(), "--global=64", "--local=16");
      run("check", "--json", "--launch", launch.toString());
      run("check", clocks.toString(), "--global=1024", "--local=64");
      for (List<String> example : EXAMPLES) {
        String file = copy(folder, example.getFirst());
        List<String> all = new ArrayList<>(List.of("check", file));
        all.addAll(example.subList(1, example.size()));
        run(all.toArray(String[]::new));
      }
      for (String lesson : LESSONS) {
        String file = copy(folder, lesson);
        run("check", file, "--kernel=faulty", "--global=64", "--local=16");
      }
    }
  }

  /** Does what workers do, until the second compiler has made what they need most. */
  private static void campaign(Path folder) throws IOException {
    Path launch = Files.writeString(folder.resolve("train.json"), LAUNCH);
    Files.writeString(folder.resolve("train.cl"), KERNEL);
    run("check", "--launch", launch.toString());
    for (String lesson : TASKS) {
      String file = copy(folder, lesson);
      for (String schedules : List.of("1", "4", "8")) {
        run("check", file, "--global=64", "--local=16", "--schedules=" + schedules);
        run("check", file, "--global=256", "--local=64", "--schedules=" + schedules);
      }
    }
  }

  /** Copies a kernel from the jar. */
  private static String copy(Path folder, String name) throws IOException {
    Path file = folder.resolve(name);
    try (InputStream in = Training.class.getResourceAsStream("training/" + name)) {
      Files.write(file, Objects.requireNonNull(in).readAllBytes());
    }
    return file.toString();
  }

  private static void run(String... args) {
    Main.run(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), args);
  }
}
