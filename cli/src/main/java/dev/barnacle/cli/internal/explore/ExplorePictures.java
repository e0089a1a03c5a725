package dev.barnacle.cli.internal.explore;

import dev.barnacle.cli.internal.InputFiles;
import dev.barnacle.cli.internal.check.HtmlText;
import dev.barnacle.cli.internal.litmus.GraphFiles;
import dev.barnacle.explore.ExecutionGraph;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes executions as pictures: one file each, or a page with the report. */
public final class ExplorePictures {
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

  private final @Nullable Path folder;
  private final @Nullable Path page;
  private final List<String> sections = new ArrayList<>();

  /**
   * Makes one.
   *
   * @param folder where pictures go; null for nowhere
   * @param page the page's file; null for none
   */
  public ExplorePictures(@Nullable Path folder, @Nullable Path page) {
    this.folder = folder;
    this.page = page;
  }

  /** Returns whether pictures are asked for. */
  public boolean isWanted() {
    return folder != null || page != null;
  }

  /** Takes a result. */
  public void add(ExploreResult result) {
    StringBuilder section = new StringBuilder();
    if (page != null) {
      StringWriter text = new StringWriter();
      new ExploreReport(new PrintWriter(text, true)).print(result);
      section.append("<h2>").append(HtmlText.escape(result.source() + ", " + result.kernel()));
      section.append("</h2>\n<pre>").append(HtmlText.escape(text.toString())).append("</pre>\n");
    }
    for (ExecutionGraph graph : result.outcome().graphs()) {
      String title = result.kernel() + ", " + result.model() + ": " + title(result, graph);
      if (folder != null) {
        GraphFiles.write(folder, result.kernel() + "." + graph.reason(), title, graph);
      }
      section.append("<figure>").append(GraphFiles.svg(title, graph)).append("</figure>\n");
    }
    sections.add(section.toString());
  }

  private static String title(ExploreResult result, ExecutionGraph graph) {
    if (!graph.reason().startsWith("state-")) {
      return graph.title();
    }
    int state = Integer.parseInt(graph.reason().substring("state-".length())) - 1;
    return graph.title() + ": " + result.shortText(result.outcome().states().get(state));
  }

  /** Writes the page, if one is asked for. */
  public void finish() {
    Path file = page;
    if (file != null) {
      InputFiles.access(
          file,
          () -> Files.writeString(file, HEAD + String.join("", sections) + "</body></html>\n"));
    }
  }
}
