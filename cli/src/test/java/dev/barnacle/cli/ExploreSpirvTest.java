package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels of {@code examples/explore} have the same verdicts as SPIR-V. */
class ExploreSpirvTest {
  private static final Path FOLDER = CheckRunner.examples().resolve("explore");

  @TempDir static Path folder;

  private record Answer(int status, String text) {}

  private static Answer run(List<String> arguments) {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out, true);
    int status = Main.run(writer, writer, arguments.toArray(String[]::new));
    return new Answer(status, out.toString().strip());
  }

  @BeforeAll
  static void compile() throws IOException {
    List<Path> sources;
    try (Stream<Path> files = Files.list(FOLDER)) {
      sources = files.filter(f -> f.toString().endsWith(".cl")).toList();
    }
    for (Path source : sources) {
      String module = folder.resolve(module(source.getFileName().toString())).toString();
      Answer answer =
          run(List.of("compile", source.toString(), "--options=-cl-std=CL2.0", "-o", module));
      assertEquals(new Answer(ExitStatus.OK, ""), answer);
    }
  }

  private static String module(String source) {
    return source.replace(".cl", ".spv");
  }

  static List<ExploreExamplesTest.Row> rows() throws IOException {
    return ExploreExamplesTest.rows();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theVerdictIsThatOfTheSource(ExploreExamplesTest.Row row) throws IOException {
    String launch =
        Files.readString(row.file())
            .replaceFirst("\"(\\w+)\\.cl\"", "\"$1.spv\"")
            .replace("\"options\": \"-cl-std=CL2.0\",", "");
    Path file = Files.writeString(folder.resolve(row.toString()), launch);
    List<String> arguments = new ArrayList<>(List.of("explore", "--json", file.toString()));
    if (!row.condition().isEmpty()) {
      arguments.addAll(List.of(row.condition().split(" ", 2)));
    }
    Answer answer = run(arguments);
    assertEquals(
        row.verdict().equals("correct") ? ExitStatus.OK : ExitStatus.FINDINGS,
        answer.status(),
        answer::text);
    Json.Obj line = (Json.Obj) JsonReader.read("out", answer.text());
    assertEquals(row.verdict(), ((Json.Text) line.require("verdict")).text());
    assertTrue(
        row.fault().isEmpty() || answer.text().contains("\"kind\":\"" + row.fault() + "\""),
        answer::text);
  }
}
