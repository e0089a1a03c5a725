package dev.barnacle.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

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

  private Training() {}

  /** Runs the training. */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("barnacle-training");
    try {
      Path kernel = Files.writeString(folder.resolve("train.cl"), KERNEL);
      Path launch = Files.writeString(folder.resolve("train.json"), LAUNCH);
      run("--help");
      run("devices");
      Path c = Files.writeString(folder.resolve("c.litmus"), C_TEST);
      Path cl = Files.writeString(folder.resolve("cl.litmus"), OPENCL_TEST);
      Path expected = folder.resolve("expected.csv");
      Files.writeString(
          expected,
          "file,model,condition_holds,race_free\nc.litmus,c11,1,1\ncl.litmus,opencl,1,0\n");
      run("litmus", folder.toString(), "--expect", expected.toString());
      run("litmus", c.toString(), cl.toString());
      run("litmus", "--json", "--verdict-only", c.toString());
      run("run", "--json", "--launch", launch.toString(), "--print", "y:4");
      Path racy = Files.writeString(folder.resolve("racy.cl"), RACY);
      run("check", racy.toString(), "--global=64", "--local=16");
      run("check", "--json", "--launch", launch.toString());
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
    } finally {
      delete(folder);
    }
  }

  private static void run(String... args) {
    Main.run(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), args);
  }

  private static void delete(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
