package dev.barnacle.cli.internal.litmus;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExecutionGraph.Edge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says what the arrows of a picture mean: those kinds that it has, and what is red. */
final class Legend {
  /** The stroke that is drawn before the words of an entry. */
  enum Stroke {
    NONE,
    LINE,
    ARROW;

    static Stroke of(boolean symmetric) {
      return symmetric ? LINE : ARROW;
    }
  }

  /**
   * An entry.
   *
   * @param name the relation's name as the picture has it; empty for what is no arrow
   * @param colour its colour
   * @param bold whether it is drawn as what is highlighted
   * @param dashed whether it is drawn with gaps
   * @param stroke what is drawn before the words
   */
  record Entry(
      String name, String colour, boolean bold, boolean dashed, Stroke stroke, String words) {
    String text() {
      return name.isEmpty() ? words : name + ": " + words;
    }
  }

  private Legend() {}

  /** Returns the entries for a picture, in the order of the arrows' importance. */
  static List<Entry> of(ExecutionGraph graph) {
    Map<String, Edge> kinds = new LinkedHashMap<>();
    for (Edge edge : drawn(graph)) {
      kinds.merge(edge.relation(), edge, (a, b) -> a.highlighted() ? b : a);
    }
    List<Entry> entries = new ArrayList<>();
    boolean forbidden = graph.reason().equals(ExecutionGraph.FORBIDDEN);
    for (String name : sorted(kinds)) {
      Edge edge = kinds.get(name);
      if (edge != null && (!edge.highlighted() || forbidden)) {
        entries.add(entry(edge));
      }
    }
    steps(graph, kinds, entries);
    highlighted(graph, entries);
    return entries;
  }

  private static List<Edge> drawn(ExecutionGraph graph) {
    return graph.edges().stream().filter(e -> e.from() != e.to()).toList();
  }

  private static List<String> sorted(Map<String, Edge> kinds) {
    List<String> names = new ArrayList<>(List.of("sb", "rf"));
    names.retainAll(kinds.keySet());
    TreeSet<String> others = new TreeSet<>(kinds.keySet());
    others.removeAll(names);
    names.addAll(others);
    return names;
  }

  private static Entry entry(Edge edge) {
    String name = edge.relation();
    return new Entry(
        EdgeRoutes.name(edge),
        EdgeColours.of(name, edge.highlighted()),
        edge.highlighted(),
        name.startsWith("~"),
        Stroke.of(edge.symmetric()),
        words(name));
  }

  private static String words(String relation) {
    return switch (relation) {
      case "sb", "po" -> "sequenced before: a thread's program order";
      case "rf" -> "reads from: from a write to a read of its value";
      case "mo" -> "modification order of a location";
      case "co" -> "coherence order of a location, its modification order";
      case "rb", "fr" -> "reads before: from a read to a later write than it reads";
      case "sw" -> "synchronises with";
      case "gsw" -> "synchronises with, for global memory";
      case "lsw" -> "synchronises with, for local memory";
      case "hb" -> "happens before";
      case "cause" -> "causality order";
      case "ghb" -> "happens before, for global memory";
      case "lhb" -> "happens before, for local memory";
      case "dob" -> "dependency-ordered before";
      case "data" -> "data dependency";
      case "addr" -> "address dependency";
      case "ctrl" -> "control dependency";
      case "waits" -> "cannot go on before the other does";
      case "barrier" -> "met at a barrier";
      case "race" -> "a data race";
      case "S" -> "order of all seq_cst operations";
      default ->
          relation.startsWith("~")
              ? "a pair that is missing in " + relation.substring(1)
              : "a relation of the model";
    };
  }

  /** Only the steps of orders are drawn. */
  private static void steps(ExecutionGraph graph, Map<String, Edge> kinds, List<Entry> entries) {
    String orders =
        ExecutionGraph.ORDERS.stream()
            .filter(name -> kinds.containsKey(name) && hasSteps(graph, name))
            .collect(Collectors.joining(", "));
    if (!orders.isEmpty()) {
      String words = orders + ": drawn from each event to the next, not beyond";
      entries.add(new Entry("", "#555555", false, false, Stroke.NONE, words));
    }
  }

  /** Returns whether no arrow of a relation goes where two of its others lead. */
  private static boolean hasSteps(ExecutionGraph graph, String relation) {
    List<Edge> edges = graph.edges().stream().filter(e -> e.relation().equals(relation)).toList();
    return edges.stream()
        .noneMatch(
            a ->
                edges.stream()
                    .anyMatch(
                        b ->
                            a.to() == b.from()
                                && edges.stream()
                                    .anyMatch(c -> c.from() == a.from() && c.to() == b.to())));
  }

  private static void highlighted(ExecutionGraph graph, List<Entry> entries) {
    List<Edge> edges = drawn(graph).stream().filter(Edge::highlighted).toList();
    if (!edges.isEmpty() || graph.nodes().stream().anyMatch(ExecutionGraph.Node::highlighted)) {
      Stroke stroke =
          edges.isEmpty() ? Stroke.NONE : Stroke.of(edges.stream().allMatch(Edge::symmetric));
      entries.add(
          new Entry("", EdgeColours.of("", true), true, false, stroke, "red: " + red(graph)));
    }
  }

  private static String red(ExecutionGraph graph) {
    if (!graph.reason().equals(ExecutionGraph.FORBIDDEN)) {
      return "the events of the " + graph.title();
    }
    String axiom = graph.notes().isEmpty() ? "" : graph.notes().getFirst();
    return axiom.startsWith("acyclic") || axiom.startsWith("irreflexive")
        ? "the cycle that the axiom rules out"
        : "what the axiom rules out";
  }
}
