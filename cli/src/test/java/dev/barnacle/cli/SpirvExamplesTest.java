package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.CheckRunner.Answer;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples, compiled to SPIR-V, give what their sources give. */
class SpirvExamplesTest {
  private static final Pattern SOURCE = Pattern.compile("\"source\": \"[^\"]*\"");

  @TempDir private Path folder;
  private final Map<String, Path> modules = new HashMap<>();

  private static List<Path> launches(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".json")).sorted().toList();
    }
  }

  private static Json.Obj read(Path launch) throws IOException {
    return JsonReader.read(launch.toString(), Files.readString(launch)).asObject();
  }

  /** Returns the module that a launch's source compiles to, with lines. */
  private Path module(Path launch) throws IOException {
    Json.Obj json = read(launch);
    String source = json.require("source").asText();
    String options = json.get("options") instanceof Json.Text text ? text.text() : "";
    Path known = modules.get(source + options);
    if (known != null) {
      return known;
    }
    Path module = folder.resolve(modules.size() + ".spv");
    Path file = launch.resolveSibling(source);
    CommandRunner.Result result = compile(file, options, module);
    if (result.status() != 0 && !options.contains("-cl-std")) {
      result = compile(file, options + " -cl-std=CL3.0", module); // check tries that by itself
    }
    assertEquals(0, result.status(), result.err());
    modules.put(source + options, module);
    return module;
  }

  private static CommandRunner.Result compile(Path source, String options, Path module) {
    return CommandRunner.run(
        "compile", source.toString(), "--options", options + " -g", "-o", module.toString());
  }

  /** Writes the launch of a module in place of the source. */
  private Path ofModule(Path launch) throws IOException {
    Path module = module(launch);
    String text = Files.readString(launch);
    return Files.writeString(
        folder.resolve(launch.getFileName()),
        SOURCE.matcher(text).replaceFirst("\"source\": \"" + module.getFileName() + "\""));
  }

  private byte[][] results(Path launch) throws IOException {
    List<Json> arguments = read(launch).require("args").asArray();
    List<String> command = new ArrayList<>(List.of("run", "--launch", launch.toString()));
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).asObject().get("buffer") != null) {
        Path file = folder.resolve(i + ".out");
        files.add(file);
        command.add("--save=" + i + "=" + file);
      }
    }
    CommandRunner.Result run = CommandRunner.run(command.toArray(String[]::new));
    assertEquals(0, run.status(), run.err());
    byte[][] bytes = new byte[files.size()][];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = Files.readAllBytes(files.get(i));
    }
    return bytes;
  }

  @Test
  void theyGiveTheSameResults() throws IOException {
    List<Path> launches = launches(CheckRunner.examples());
    assertTrue(launches.size() > 8);
    Files.copy(CheckRunner.examples().resolve("scene.png"), folder.resolve("scene.png"));
    for (Path launch : launches) {
      if (enqueues(launch)) {
        continue;
      }
      byte[][] expected = results(launch);
      byte[][] found = results(ofModule(launch));
      for (int i = 0; i < expected.length; i++) {
        assertArrayEquals(expected[i], found[i], launch + ", buffer " + i);
      }
    }
  }

  /** Blocks that are enqueued have no form in SPIR-V yet that this project writes. */
  private static boolean enqueues(Path launch) throws IOException {
    Path source = launch.resolveSibling(read(launch).require("source").asText());
    return Files.readString(source).contains("enqueue_kernel");
  }

  @Test
  void theLessonsFaultsAreFoundAtTheirLines() throws IOException {
    List<String> sources = new ArrayList<>();
    List<String> written = new ArrayList<>();
    for (Path launch : launches(CheckRunner.examples().resolve("check"))) {
      if (!enqueues(launch)) {
        sources.addAll(List.of("--launch", launch.toString()));
        written.addAll(List.of("--launch", ofModule(launch).toString()));
      }
    }
    List<Answer> expected = CheckRunner.check(sources);
    List<Answer> found = CheckRunner.check(written);
    assertTrue(expected.size() > 80);
    assertEquals(lines(expected), lines(found));
  }

  private static String lines(List<Answer> answers) {
    StringBuilder text = new StringBuilder();
    answers.forEach(
        a ->
            text.append(a.launch())
                .append(' ')
                .append(a.verdict())
                .append(": ")
                .append(String.join(", ", a.findings()))
                .append('\n'));
    return text.toString();
  }
}
