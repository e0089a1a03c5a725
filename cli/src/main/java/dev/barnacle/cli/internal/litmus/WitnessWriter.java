package dev.barnacle.cli.internal.litmus;

import dev.barnacle.command.json.JsonLine;
import dev.barnacle.explore.ExecutionGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes an execution for other programs: as JSON, and as GraphML. */
final class WitnessWriter {
  private final String title;
  private final String source;
  private final ExecutionGraph graph;

  /**
   * Makes a writer.
   *
   * @param source the file that the lines of events are of
   */
  WitnessWriter(String title, String source, ExecutionGraph graph) {
    this.title = title;
    this.source = source;
    this.graph = graph;
  }

  /** Returns the JSON object. */
  String json() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("title", title);
    object.put("source", source);
    object.put("reason", graph.reason());
    object.put("notes", graph.notes());
    List<Object> events = new ArrayList<>();
    graph.nodes().forEach(n -> events.add(event(n)));
    object.put("events", events);
    Map<String, List<List<Integer>>> relations = new LinkedHashMap<>();
    Map<String, List<List<Integer>>> marked = new LinkedHashMap<>();
    for (ExecutionGraph.Edge edge : graph.edges()) {
      List<Integer> pair = List.of(edge.from(), edge.to());
      relations.computeIfAbsent(edge.relation(), r -> new ArrayList<>()).add(pair);
      if (edge.highlighted()) {
        marked.computeIfAbsent(edge.relation(), r -> new ArrayList<>()).add(pair);
      }
    }
    object.put("relations", relations);
    object.put("highlighted", marked);
    return JsonLine.of(object) + "\n";
  }

  private static Map<String, Object> event(ExecutionGraph.Node n) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("id", n.id());
    event.put("thread", n.thread());
    event.put("work_group", n.workGroup());
    event.put("device", n.device());
    event.put("label", n.label());
    event.put("line", n.line());
    event.put("column", n.column());
    event.put("highlighted", n.highlighted());
    return event;
  }

  /** Returns the GraphML document. */
  String graphMl() {
    StringBuilder out = new StringBuilder();
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.append("<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    for (String key : List.of("thread", "work_group", "line", "column")) {
      key(out, key, "node", "int");
    }
    key(out, "label", "node", "string");
    key(out, "relation", "edge", "string");
    out.append("  <graph id=\"").append(escaped(title)).append("\" edgedefault=\"directed\">\n");
    for (ExecutionGraph.Node n : graph.nodes()) {
      out.append("    <node id=\"e").append(n.id()).append("\">");
      data(out, "thread", n.thread());
      data(out, "work_group", n.workGroup());
      data(out, "line", n.line());
      data(out, "column", n.column());
      data(out, "label", n.label());
      out.append("</node>\n");
    }
    for (ExecutionGraph.Edge e : graph.edges()) {
      out.append("    <edge source=\"e").append(e.from()).append("\" target=\"e").append(e.to());
      out.append(e.symmetric() ? "\" directed=\"false\">" : "\">");
      data(out, "relation", e.relation());
      out.append("</edge>\n");
    }
    return out.append("  </graph>\n</graphml>\n").toString();
  }

  private static void key(StringBuilder out, String name, String of, String type) {
    out.append(
        "  <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>%n"
            .formatted(name, of, name, type));
  }

  private static void data(StringBuilder out, String key, Object value) {
    out.append("<data key=\"").append(key).append("\">");
    out.append(escaped(String.valueOf(value))).append("</data>");
  }

  private static String escaped(String text) {
    return SvgWriter.escaped(text).replace("\"", "&quot;");
  }
}
