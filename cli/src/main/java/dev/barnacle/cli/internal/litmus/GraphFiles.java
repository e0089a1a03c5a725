package dev.barnacle.cli.internal.litmus;

import dev.barnacle.command.input.InputFiles;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.frontend.litmus.LitmusTest;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the graphs of a result: one DOT and one SVG file each. */
public final class GraphFiles {
  private GraphFiles() {}

  /** Writes all graphs of a result to a folder. */
  public static void write(Path folder, LitmusResult result) {
    boolean boxes = result.test().dialect() == LitmusTest.Dialect.OPENCL;
    for (ExecutionGraph graph : result.outcome().graphs()) {
      write(folder, base(result, graph), title(result, graph), graph, boxes);
    }
  }

  /** Writes all graphs of a result to a folder as JSON and GraphML. */
  public static void witnesses(Path folder, LitmusResult result) {
    for (ExecutionGraph graph : result.outcome().graphs()) {
      witness(folder, base(result, graph), title(result, graph), result.file(), graph);
    }
  }

  private static String base(LitmusResult result, ExecutionGraph graph) {
    String fileName = String.valueOf(Path.of(result.file()).getFileName());
    return fileName.replaceFirst("\\.litmus$", "") + "." + result.model() + "." + graph.reason();
  }

  private static String title(LitmusResult result, ExecutionGraph graph) {
    return result.test().name() + ", " + result.model() + ": " + graph.title();
  }

  /**
   * Writes one graph to a folder.
   *
   * @param base the files' name, but for its ending
   */
  public static void write(Path folder, String base, String title, ExecutionGraph graph) {
    write(folder, base, title, graph, true);
  }

  private static void write(
      Path folder, String base, String title, ExecutionGraph graph, boolean boxes) {
    InputFiles.access(folder, () -> Files.createDirectories(folder));
    String name = base.replaceAll("[^A-Za-z0-9+_.-]", "_");
    write(folder.resolve(name + ".dot"), DotWriter.write(title, graph, boxes));
    write(folder.resolve(name + ".svg"), SvgWriter.write(title, graph, boxes));
  }

  /**
   * Writes one graph to a folder as JSON, GraphML and DOT.
   *
   * @param base the files' name, but for its ending
   * @param source the file that the lines of events are of
   */
  public static void witness(
      Path folder, String base, String title, String source, ExecutionGraph graph) {
    InputFiles.access(folder, () -> Files.createDirectories(folder));
    String name = base.replaceAll("[^A-Za-z0-9+_.-]", "_");
    WitnessWriter writer = new WitnessWriter(title, source, graph);
    write(folder.resolve(name + ".json"), writer.json());
    write(folder.resolve(name + ".graphml"), writer.graphMl());
    write(folder.resolve(name + ".dot"), DotWriter.write(title, graph, true));
  }

  /** Returns a graph as SVG. */
  public static String svg(String title, ExecutionGraph graph) {
    return SvgWriter.write(title, graph, true);
  }

  private static void write(Path file, String text) {
    InputFiles.access(file, () -> Files.writeString(file, text));
  }
}
