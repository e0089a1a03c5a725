package dev.barnacle.cli.internal.litmus;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExecutionGraph.Edge;
import dev.barnacle.explore.ExecutionGraph.Node;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes an execution as a Graphviz graph: threads as columns, groups and devices as boxes. */
final class DotWriter {
  private DotWriter() {}

  /**
   * Writes.
   *
   * @param boxed whether work-groups and devices are drawn
   */
  static String write(String title, ExecutionGraph graph, boolean boxed) {
    StringBuilder out = new StringBuilder();
    out.append("digraph execution {\n");
    out.append("  label=").append(quote(heading(title, graph))).append("; labelloc=t;\n");
    out.append("  node [shape=plaintext, fontname=\"monospace\"];\n");
    graph.nodes().stream().filter(n -> n.thread() < 0).forEach(n -> node(out, "  ", n));
    Map<Integer, Map<Integer, Map<Integer, List<Node>>>> boxes =
        graph.nodes().stream()
            .filter(n -> n.thread() >= 0)
            .collect(
                Collectors.groupingBy(
                    Node::device,
                    TreeMap::new,
                    Collectors.groupingBy(
                        Node::workGroup,
                        TreeMap::new,
                        Collectors.groupingBy(Node::thread, TreeMap::new, Collectors.toList()))));
    boxes.forEach(
        (device, groups) -> {
          if (!boxed) {
            groups.values().forEach(threads -> threads(out, threads));
            return;
          }
          out.append("  subgraph cluster_dev").append(device).append(" {\n");
          out.append("    label=\"device ").append(device).append("\"; color=gray;\n");
          groups.forEach((group, threads) -> group(out, group, threads));
          out.append("  }\n");
        });
    for (Edge e : graph.edges()) {
      String colour = EdgeColours.of(e.relation(), e.highlighted());
      out.append(
          "  e%d -> e%d [label=%s, color=\"%s\", fontcolor=\"%s\"%s];%n"
              .formatted(
                  e.from(),
                  e.to(),
                  quote(e.relation()),
                  colour,
                  colour,
                  (e.highlighted() ? ", penwidth=3" : "")
                      + (e.relation().startsWith("~") ? ", style=dashed" : "")
                      + (e.symmetric() ? ", dir=none" : "")));
    }
    legend(out, graph);
    return out.append("}\n").toString();
  }

  /** Writes the meaning of the arrows, as a table of a node of its own. */
  private static void legend(StringBuilder out, ExecutionGraph graph) {
    List<Legend.Entry> entries = Legend.of(graph);
    if (entries.isEmpty()) {
      return;
    }
    out.append("  { rank=sink; legend [label=<<table border=\"0\" cellspacing=\"0\">");
    for (Legend.Entry entry : entries) {
      out.append("<tr><td align=\"left\"><font color=\"")
          .append(entry.colour())
          .append("\">")
          .append(SvgWriter.escaped(entry.text()))
          .append("</font></td></tr>");
    }
    out.append("</table>>]; }\n");
  }

  private static void group(StringBuilder out, int group, Map<Integer, List<Node>> threads) {
    out.append("    subgraph cluster_wg").append(group).append(" {\n");
    out.append("      label=\"work-group ").append(group % 1024).append("\"; color=lightgray;\n");
    threads(out, threads);
    out.append("    }\n");
  }

  private static void threads(StringBuilder out, Map<Integer, List<Node>> threads) {
    threads.forEach(
        (thread, nodes) -> {
          out.append("      subgraph cluster_p").append(thread).append(" {\n");
          out.append("        label=\"P").append(thread).append("\"; color=white;\n");
          nodes.forEach(n -> node(out, "        ", n));
          out.append("      }\n");
        });
  }

  private static void node(StringBuilder out, String indent, Node n) {
    out.append(indent).append('e').append(n.id()).append(" [label=");
    out.append(quote(n.label()));
    if (n.highlighted()) {
      out.append(", shape=box, color=\"").append(EdgeColours.of("", true)).append('"');
    }
    out.append("];\n");
  }

  private static String heading(String title, ExecutionGraph graph) {
    return Stream.concat(Stream.of(title), graph.notes().stream())
        .collect(Collectors.joining("\n"));
  }

  private static String quote(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }
}
