package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.RunResult;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of a launch.
 *
 * @param buildNanos of the program, before the first launch
 * @param buildLog the compiler's warnings
 * @param results one for each repetition
 * @param bufferBytes size of all buffers
 * @param printed for each name of {@code --print} its values
 * @param written the files of {@code --save} and {@code --png}
 */
public record RunReport(
    String kernel,
    String device,
    long buildNanos,
    String buildLog,
    List<RunResult> results,
    long bufferBytes,
    Map<String, List<Object>> printed,
    List<Written> written) {
  /**
   * A file.
   *
   * @param name of the argument
   * @param what says what it is, before its size; empty for raw bytes
   */
  public record Written(String name, String file, long bytes, String what) {
    private Map<String, Object> json() {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("name", name);
      json.put("file", file);
      json.put("bytes", bytes);
      return json;
    }

    private String text() {
      return file + ": " + what + bytes + (bytes == 1 ? " byte of " : " bytes of ") + name;
    }
  }

  /**
   * Returns the nanoseconds from source to code: of the build and of compiling for the launches.
   */
  long totalBuildNanos() {
    return buildNanos + results.stream().mapToLong(RunResult::compileNanos).sum();
  }

  /**
   * Returns the answer of {@code run --json}.
   *
   * @param launch the launch file's name, or null
   * @param seconds the whole launch
   */
  public Map<String, Object> json(@Nullable String launch, double seconds) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("launch", launch);
    line.put("kernel", kernel);
    line.put("device", device);
    line.put("build_ms", totalBuildNanos() / 1e6);
    line.put("kernel_ms", results.stream().map(r -> r.kernelNanos() / 1e6).toList());
    line.put("printed", printed);
    if (!written.isEmpty()) {
      line.put("written", written.stream().map(Written::json).toList());
    }
    line.put("seconds", seconds);
    return line;
  }

  /** Prints the values of {@code --print}, a line a buffer. */
  public void printText(PrintWriter out) {
    printed.forEach(
        (name, values) -> {
          out.print(name + ":");
          values.forEach(value -> out.print(" " + text(value)));
          out.println();
        });
  }

  /** Says what was written; the kernel's time too, where the whole profile does not. */
  public void printSummary(PrintWriter to, boolean profiled) {
    written.forEach(file -> to.println(file.text()));
    if (!profiled) {
      to.println(Profile.summary(this));
    }
  }

  private static String text(Object value) {
    return value instanceof List<?> lanes
        ? lanes.stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"))
        : String.valueOf(value);
  }
}
