package dev.barnacle.bench.internal.first;

import dev.barnacle.command.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs the C programs, each time in a new process. */
final class FirstProcess {
  private static final String ERROR = "error ";
  private static final String CRASH = "its process crashed";

  private final CPrograms programs;
  private final long seconds;

  /** Makes one that gives each process so much time. */
  FirstProcess(CPrograms programs, long seconds) {
    this.programs = programs;
    this.seconds = seconds;
  }

  /**
   * The output of a process.
   *
   * @param times by name
   * @param words what follows the first word of other lines, by that word
   * @param error what went wrong, if anything did
   */
  record Told(Map<String, Times> times, Map<String, String> words, Optional<String> error) {
    Told {
      times = Map.copyOf(times);
      words = Map.copyOf(words);
    }

    boolean hasCrashed() {
      return error.isPresent() && error.get().startsWith(CRASH);
    }

    static Told failed(String error) {
      return new Told(Map.of(), Map.of(), Optional.of(error));
    }
  }

  /** Runs {@code program.c} with one platform. */
  Told run(Path vendors, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(programs.runner().toString());
    command.add(programs.program().toString());
    command.addAll(arguments);
    Path output = programs.folder().resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("OCL_ICD_VENDORS", vendors + "/");
    builder.environment().remove("OCL_ICD_FILENAMES");
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        return Told.failed("not ready after " + seconds + " s");
      }
      return read(Files.readAllLines(output, java.nio.charset.StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new InputException("a program of the bench cannot be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException("interrupted");
    }
  }

  /** Drivers may print too: lines of other forms are left out. */
  static Told read(List<String> lines) {
    Map<String, Times> times = new HashMap<>();
    Map<String, String> words = new HashMap<>();
    for (String line : lines) {
      String[] parts = line.split(" ", 2);
      if (line.matches("\\w+ [0-9.]+ [0-9.]+")) {
        String[] numbers = parts[1].split(" ", 2);
        times.put(
            parts[0], new Times(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1])));
      } else if (parts.length == 2 && parts[0].matches("sum|platform|error")) {
        words.putIfAbsent(parts[0], parts[1]);
      }
    }
    // That its process has crashed is the cause, whatever the program had said by then.
    String error =
        lines.stream()
            .filter(line -> line.startsWith(ERROR + CRASH))
            .findFirst()
            .map(line -> line.substring(ERROR.length()))
            .orElse(words.get("error"));
    return new Told(times, words, Optional.ofNullable(error));
  }
}
