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

  private Training() {}

  /** Runs the training. */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("barnacle-training");
    try {
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
