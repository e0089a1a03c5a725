package dev.barnacle.cli.internal.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.internal.litmus.GraphLayout.Box;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.Explorer;
import dev.barnacle.frontend.litmus.LitmusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictures of executions: those of the lessons, and those of a model of our own. */
final class GraphFilesTest {
  private static final Path LESSONS = Path.of("../examples/litmus");
  private static final Path PAIRS = Path.of("src/test/resources/dev/barnacle/cli/pairs");

  private static LitmusResult result(String model, Path file) {
    LitmusRun run = new LitmusRun(model, false, Explorer.DEFAULT_UNROLL, true);
    try {
      LitmusRun.Answer answer = run.tasks(file, null).get(0).call();
      return Objects.requireNonNull(answer.result(), () -> String.valueOf(answer.error()));
    } catch (Exception e) {
      throw new AssertionError(file.toString(), e);
    }
  }

  private static List<Path> tests(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(f -> f.toString().endsWith(".litmus")).sorted().toList();
    }
  }

  /** Golden pictures; after a change on purpose, look at the new one and copy it there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "02-release-acquire.c11.forbidden.svg",
        "02-release-acquire.c11.forbidden.dot",
        "10-scope-excludes.opencl-scoped.data-race.svg",
        "13-barrier.opencl-scoped.forbidden.dot",
        "15-barrier-divergence.opencl-scoped.barrier-divergence.dot",
      })
  void drawsTheLessonsAsBefore(String name, @TempDir Path folder) throws IOException {
    String[] parts = name.split("\\.", -1);
    GraphFiles.write(folder, result(parts[1], LESSONS.resolve(parts[0] + ".litmus")));
    try (var golden =
        GraphFilesTest.class.getResourceAsStream("/dev/barnacle/cli/graphs/" + name)) {
      String expected =
          new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(expected, Files.readString(folder.resolve(name)));
    }
  }

  /** Whatever a model forbids for certain is shown with the axiom that forbids it. */
  @Test
  void everyVerdictHasAPicture() throws IOException {
    int forbidden = 0;
    List<Path> files = new ArrayList<>(tests(LESSONS));
    files.addAll(tests(PAIRS));
    for (Path file : files) {
      String model = Files.readString(file).startsWith("C ") ? "c11" : "opencl";
      LitmusResult result = result(model, file);
      boolean found = result.graph(ExecutionGraph.FORBIDDEN).isPresent();
      assertEquals(!result.decidedByAnExecution(), found, file::toString);
      boolean witness = result.test().quantifier() != LitmusTest.Quantifier.FORALL;
      if (!found && witness) {
        assertTrue(result.graph(ExecutionGraph.WITNESS).isPresent(), file::toString);
      }
      forbidden += found ? 1 : 0;
    }
    assertTrue(forbidden > 20, "only " + forbidden + " forbidden executions");
  }

  @Test
  void namesTheOffendingPairOfAnEmptyAxiom(@TempDir Path folder) throws IOException {
    Path model = Files.writeString(folder.resolve("m.cat"), "empty rf & ext & (W \\ I) * R as E");
    LitmusResult result = result(model.toString(), LESSONS.resolve("01-message-passing.litmus"));
    ExecutionGraph graph = result.graph(ExecutionGraph.FORBIDDEN).orElseThrow();
    assertEquals("forbidden by E", graph.title());
    assertEquals(List.of("empty rf & ext & (W \\ I) * R as E", "rf"), graph.notes());
    assertEquals(
        List.of("rf"),
        graph.edges().stream()
            .filter(ExecutionGraph.Edge::highlighted)
            .map(ExecutionGraph.Edge::relation)
            .toList());
  }

  /** Nothing stands on anything else, and nothing is cut off at the border. */
  @TestFactory
  Stream<DynamicTest> everyEventAndNameCanBeRead() throws IOException {
    return tests(LESSONS).stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    String.valueOf(file.getFileName()),
                    () -> {
                      String model = Files.readString(file).startsWith("C ") ? "c11" : "opencl";
                      result(model, file).outcome().graphs().forEach(g -> canBeRead(g, file));
                    }));
  }

  private static void canBeRead(ExecutionGraph graph, Path file) {
    GraphLayout layout = new GraphLayout(graph, List.of("title"), true);
    List<Box> boxes = new ArrayList<>(layout.nodes().values());
    EdgeRoutes.of(layout, graph.edges()).forEach(r -> boxes.add(r.label()));
    for (int i = 0; i < boxes.size(); i++) {
      Box box = boxes.get(i);
      assertTrue(
          layout.holds(box),
          () -> file + " " + graph.reason() + ": outside of the picture: " + box);
      for (int k = 0; k < i; k++) {
        Box other = boxes.get(k);
        assertFalse(
            box.overlaps(other), () -> file + " " + graph.reason() + ": " + box + " on " + other);
      }
    }
  }

  /** What the arrows and what is red mean stands below, of those kinds that there are. */
  @Test
  void theLegendHasTheKindsThatOccur() throws IOException {
    int faults = 0;
    for (Path file : tests(LESSONS)) {
      String model = Files.readString(file).startsWith("C ") ? "c11" : "opencl";
      for (ExecutionGraph graph : result(model, file).outcome().graphs()) {
        boolean forbidden = graph.reason().equals(ExecutionGraph.FORBIDDEN);
        Set<String> drawn = new TreeSet<>();
        graph.edges().stream()
            .filter(e -> e.from() != e.to() && (forbidden || !e.highlighted()))
            .forEach(e -> drawn.add(EdgeRoutes.name(e)));
        List<Legend.Entry> legend = Legend.of(graph);
        Set<String> told = new TreeSet<>();
        legend.stream().map(Legend.Entry::name).filter(n -> !n.isEmpty()).forEach(told::add);
        assertEquals(drawn, told, file + " " + graph.reason());
        boolean red = graph.nodes().stream().anyMatch(ExecutionGraph.Node::highlighted);
        assertEquals(red, legend.stream().anyMatch(e -> e.words().startsWith("red: ")));
        String svg = SvgWriter.write("title", graph, true);
        for (Legend.Entry entry : legend) {
          assertTrue(svg.contains(">" + SvgWriter.escaped(entry.text()) + "</text>"), svg);
        }
        faults += forbidden || !red ? 0 : 1;
      }
    }
    assertTrue(faults > 3, "only " + faults + " faults");
  }

  /** Graphviz takes what we write. */
  @Test
  void graphvizAcceptsEveryDotFile(@TempDir Path folder) throws Exception {
    Process version;
    try {
      version = new ProcessBuilder("dot", "-V").redirectErrorStream(true).start();
    } catch (IOException e) {
      Assumptions.abort("SKIPPED: Graphviz is not installed (Debian: graphviz)");
      return;
    }
    version.getInputStream().readAllBytes();
    assertEquals(0, version.waitFor());
    for (Path file : tests(LESSONS)) {
      String model = Files.readString(file).startsWith("C ") ? "c11" : "opencl";
      GraphFiles.write(folder, result(model, file));
    }
    try (Stream<Path> all = Files.list(folder)) {
      for (Path dot : all.filter(f -> f.toString().endsWith(".dot")).sorted().toList()) {
        Process process =
            new ProcessBuilder("dot", "-Tsvg", dot.toString()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> dot + ": " + said);
        assertTrue(said.contains("</svg>"), said);
      }
    }
  }
}
