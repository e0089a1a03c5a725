package dev.barnacle;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a process did.
 *
 * @param status its exit status
 * @param output what it wrote to stdout
 * @param errors what it wrote to stderr
 */
record Started(int status, String output, String errors) {
  /** Runs a command in a folder; variables with empty values are taken away. */
  static Started run(Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "stdout", ".txt");
    Path err = Files.createTempFile(folder, "stderr", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    environment.forEach(
        (name, value) -> {
          if (value.isEmpty()) {
            builder.environment().remove(name);
          } else {
            builder.environment().put(name, value);
          }
        });
    Process process = builder.start();
    assertTrue(process.waitFor(300, TimeUnit.SECONDS), "does not end: " + command);
    return new Started(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** The program {@code java} that runs this test. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
