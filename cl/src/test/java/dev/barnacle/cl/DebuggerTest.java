package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Java debugger stops in OpenCL C and shows its variables: jdb, which works by JDI. */
class DebuggerTest {
  /** What jdb says of a stop, up to its prompt: what it is told before that disturbs it. */
  private static final Pattern STOP =
      Pattern.compile(
          "(Breakpoint hit|Step completed): .*?bci=\\d+.*?main\\[1\\] |application exited",
          Pattern.DOTALL);

  private static String classPath() throws IOException {
    List<String> paths = new ArrayList<>();
    for (String property : List.of("java.class.path", "jdk.module.path")) {
      String value = System.getProperty(property, "");
      if (!value.isEmpty()) {
        paths.add(value);
      }
    }
    for (String folder : List.of("target/test-classes", "target/classes")) {
      paths.add(Path.of(folder).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, paths);
  }

  private static Path jdb() {
    return Path.of(System.getProperty("java.home"), "bin", "jdb");
  }

  private static String debug(Path folder, String... commands) throws Exception {
    Path script = Files.write(folder.resolve("commands"), List.of(commands));
    Path output = folder.resolve("output");
    Files.writeString(folder.resolve("sum.cl"), DebuggedKernel.SOURCE);
    Process process =
        new ProcessBuilder(
                jdb().toString(),
                "-classpath",
                classPath(),
                "-sourcepath",
                folder.toString(),
                "-R--enable-native-access=ALL-UNNAMED",
                "dev.barnacle.cl.DebuggedKernel")
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try (var in = process.getOutputStream()) {
      for (String command : Files.readAllLines(script)) {
        long stops = stops(output);
        in.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
        if (command.equals("run") || command.equals("cont") || command.equals("next")) {
          awaitStop(process, output, stops);
        }
      }
      in.write("clear kernel.sum_below:5\ncont\n".getBytes(StandardCharsets.UTF_8));
      in.flush();
      assertTrue(process.waitFor(120, TimeUnit.SECONDS), "jdb does not end");
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output);
  }

  private static long stops(Path output) throws IOException {
    return STOP.matcher(Files.readString(output)).results().count();
  }

  private static void awaitStop(Process process, Path output, long before) throws Exception {
    long start = System.nanoTime();
    while (process.isAlive() && stops(output) == before) {
      assertTrue(
          System.nanoTime() - start < TimeUnit.SECONDS.toNanos(120), Files.readString(output));
      Thread.sleep(20);
    }
  }

  @Test
  void stopsAtALineOfTheKernelAndShowsItsVariables(@TempDir Path folder) throws Exception {
    assumeTrue(Files.isExecutable(jdb()), "there is no jdb in the JDK");
    String output =
        debug(
            folder,
            "stop at kernel.sum_below:5",
            "run",
            "locals",
            "cont",
            "cont",
            "locals",
            "next",
            "where");
    assertTrue(output.contains("Breakpoint hit"), output);
    assertTrue(output.contains("kernel.sum_below.sum_below(), line=5"), output);
    assertTrue(output.contains("limit = 5"), output);
    assertTrue(output.contains("i = 2"), output);
    assertTrue(output.contains("sum = 1"), output);
    assertTrue(output.contains("sum_below (sum.cl:4)"), output);
    assertTrue(output.contains("findings: 0"), output);
  }
}
