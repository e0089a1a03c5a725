package dev.barnacle.cli.internal.explore;

import dev.barnacle.cli.internal.litmus.GraphFiles;
import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.HtmlText;
import dev.barnacle.cli.internal.report.Output;
import dev.barnacle.cli.internal.report.RunFacts;
import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExecutionGraph.Node;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Writes executions as pictures: one file each, or a page with the report. */
public final class ExplorePictures implements Output {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>barnacle explore</title>
      <style>
      body { font-family: sans-serif; margin: 2em; }
      pre { background: #f6f6f6; padding: 1em; overflow-x: auto; }
      figure { margin: 1em 0; overflow-x: auto; }
      </style></head><body>
      """;

  /** The relations that are drawn where they are asked for. */
  private static final Set<String> RARE = Set.of("fr", "hb");

  private final @Nullable Path folder;
  private final @Nullable Path witnesses;
  private final boolean page;
  private final Set<String> hidden;
  private final List<String> sections = new ArrayList<>();

  /**
   * Makes one.
   *
   * @param folder where pictures go; null for nowhere
   * @param witnesses where executions for other programs are written to; null for nowhere
   * @param page whether there is a page
   * @param shown the relations that are drawn beside the usual ones
   */
  public ExplorePictures(
      @Nullable Path folder, @Nullable Path witnesses, boolean page, List<String> shown) {
    Set<String> left = new TreeSet<>(RARE);
    shown.forEach(left::remove);
    this.hidden = left;
    this.folder = folder;
    this.witnesses = witnesses;
    this.page = page;
  }

  /** Returns whether pictures are asked for. */
  public boolean isWanted() {
    return folder != null || witnesses != null || page;
  }

  /** Takes a result. */
  public void add(ExploreResult result) {
    StringBuilder section = new StringBuilder();
    if (page) {
      StringWriter text = new StringWriter();
      new ExploreReport(new PrintWriter(text, true), new Sources())
          .print(result, ExploreIssues.of(result));
      section.append("<h2>").append(HtmlText.escape(result.source() + ", " + result.kernel()));
      section.append("</h2>\n<pre>").append(HtmlText.escape(text.toString())).append("</pre>\n");
    }
    for (ExecutionGraph graph : result.outcome().graphs()) {
      ExecutionGraph drawn = drawn(graph);
      String title = result.kernel() + ", " + result.model() + ": " + title(result, graph);
      if (folder != null) {
        GraphFiles.write(folder, result.kernel() + "." + graph.reason(), title, drawn);
      }
      if (witnesses != null) {
        String base = result.kernel() + "." + graph.reason();
        GraphFiles.witness(witnesses, base, title, result.source(), graph);
      }
      section.append("<figure>").append(GraphFiles.svg(title, drawn)).append("</figure>\n");
    }
    sections.add(section.toString());
  }

  /** Returns what is drawn of an execution: lines of the source beside what is done there. */
  private ExecutionGraph drawn(ExecutionGraph graph) {
    List<Node> nodes = new ArrayList<>();
    for (Node n : graph.nodes()) {
      String label = n.line() == 0 ? n.label() : n.line() + ": " + n.label();
      nodes.add(
          new Node(
              n.id(),
              n.thread(),
              n.workGroup(),
              n.device(),
              label,
              n.line(),
              n.column(),
              n.highlighted()));
    }
    List<ExecutionGraph.Edge> edges =
        graph.edges().stream().filter(e -> !hidden.contains(e.relation())).toList();
    return new ExecutionGraph(graph.reason(), graph.title(), graph.notes(), nodes, edges);
  }

  private static String title(ExploreResult result, ExecutionGraph graph) {
    if (!graph.reason().startsWith("state-")) {
      return graph.title();
    }
    int state = Integer.parseInt(graph.reason().substring("state-".length())) - 1;
    return graph.title() + ": " + result.shortText(result.outcome().states().get(state));
  }

  @Override
  public void answer(Answer answer, PrintWriter out) {
    // results are taken by add
  }

  @Override
  public void end(RunFacts run, PrintWriter out) {
    out.print(HEAD + String.join("", sections) + "</body></html>\n");
  }
}
