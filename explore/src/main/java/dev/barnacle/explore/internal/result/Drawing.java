package dev.barnacle.explore.internal.result;

import dev.barnacle.engine.fault.FaultKind;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExecutionGraph.Edge;
import dev.barnacle.explore.ExecutionGraph.Node;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.explore.internal.properties.FaultKinds;
import dev.barnacle.explore.internal.trace.EventLabel;
import dev.barnacle.explore.internal.trace.Trace;
import dev.barnacle.ir.Location;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Bits;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Event;
import dev.barnacle.model.EventSet;
import dev.barnacle.model.Execution;
import dev.barnacle.model.Model;
import dev.barnacle.model.Relation;
import dev.barnacle.model.Violation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Takes the picture of the execution that is being evaluated. */
public final class Drawing {
  private final Model model;
  private final Trace trace;
  private final Execution x;
  private final Evaluator evaluator;
  private final List<ThreadCode> code;
  private final int[] names;
  private final EventLabel labels;
  private final List<Edge> edges = new ArrayList<>();
  private final Set<Integer> highlighted = new HashSet<>();

  /**
   * Makes one.
   *
   * @param names the thread that each thread is drawn as; it is the same but for its name
   */
  public Drawing(
      Model model, Trace trace, Evaluator evaluator, List<ThreadCode> code, int[] names) {
    this.code = code;
    this.names = names;
    this.model = model;
    this.trace = trace;
    this.x = trace.execution;
    this.evaluator = evaluator;
    this.labels = new EventLabel(trace);
  }

  /** The events that fault {@code i} speaks of. */
  public List<Node> faultEvents(int i) {
    Set<Integer> events = new LinkedHashSet<>();
    Bits value = evaluator.faultValue(i);
    for (int a = 0; a < x.size(); a++) {
      if (value instanceof EventSet set && set.contains(a)) {
        events.add(a);
      }
      for (int b = 0; b < x.size(); b++) {
        if (value instanceof Relation r && r.contains(a, b) && events.isEmpty()) {
          events.add(a);
          events.add(b);
        }
      }
    }
    return events.stream().map(this::node).toList();
  }

  /** The graph of an execution that satisfies the condition. */
  public ExecutionGraph witness() {
    relations();
    return graph(ExecutionGraph.WITNESS, ExecutionGraph.WITNESS, List.of());
  }

  /** The graph of an execution with fault {@code i}, whose events and pairs are highlighted. */
  public ExecutionGraph fault(int i) {
    relations();
    String name = model.faults().get(i).name();
    Bits value = evaluator.faultValue(i);
    for (int a = 0; a < x.size(); a++) {
      if (value instanceof EventSet set && set.contains(a)) {
        highlighted.add(a);
      }
      for (int b = 0; b < x.size(); b++) {
        if (value instanceof Relation r && r.contains(a, b)) {
          highlighted.add(a);
          highlighted.add(b);
          boolean both = r.contains(b, a);
          if (a != b && !(both && b < a)) {
            edges.add(new Edge(name, a, b, true, both));
          }
        }
      }
    }
    FaultKind kind = FaultKinds.of(name);
    String events =
        faultEvents(i).stream()
            .map(n -> (n.thread() < 0 ? "" : "P" + n.thread() + " ") + n.label())
            .collect(Collectors.joining(" and "));
    return graph(kind.keyword(), kind.phrase() + " (" + name + ")", List.of(events));
  }

  /** The graph of an execution that violates axioms; what shows the first is highlighted. */
  public ExecutionGraph forbidden(List<Violation> violations) {
    relations();
    Violation first = violations.get(0);
    first.path().forEach(this::highlight);
    String path =
        first.path().stream()
            .map(l -> operand(l.relation()) + (l.inverse() ? "^-1" : ""))
            .collect(Collectors.joining(" ; "));
    List<String> notes = new ArrayList<>(List.of(first.axiom().text()));
    if (!path.isEmpty()) {
      notes.add(path);
    }
    String names =
        violations.stream().map(v -> v.axiom().name()).collect(Collectors.joining(" and "));
    return graph(ExecutionGraph.FORBIDDEN, "forbidden by " + names, notes);
  }

  private static String operand(String relation) {
    return relation.contains(" ") ? "(" + relation + ")" : relation;
  }

  private ExecutionGraph graph(String reason, String title, List<String> notes) {
    List<Node> nodes = IntStream.range(0, x.size()).mapToObj(this::node).toList();
    return new ExecutionGraph(reason, title, notes, nodes, List.copyOf(edges));
  }

  // --- edges ---

  private void relations() {
    add("sb", x.relation(BaseRelation.SEQUENCED_BEFORE));
    add("rf", x.relation(BaseRelation.READS_FROM));
    List<Bits> shown = evaluator.show();
    for (int i = 0; i < shown.size(); i++) {
      String name = model.shown().get(i);
      if (shown.get(i) instanceof Relation r && !name.equals("sb") && !name.equals("rf")) {
        add(name, r);
      }
    }
  }

  /** Adds the pairs of a relation; of an order those only that do not follow by transitivity. */
  private void add(String name, Relation r) {
    boolean reduced = ExecutionGraph.ORDERS.contains(name) && isTransitive(r);
    for (int a = 0; a < x.size(); a++) {
      for (int b = 0; b < x.size(); b++) {
        boolean direct = r.contains(a, b);
        for (int c = 0; reduced && direct && c < x.size(); c++) {
          direct = !(r.contains(a, c) && r.contains(c, b));
        }
        if (direct) {
          edges.add(new Edge(name, a, b, false, false));
        }
      }
    }
  }

  private boolean isTransitive(Relation r) {
    for (int a = 0; a < x.size(); a++) {
      for (int b = 0; b < x.size(); b++) {
        for (int c = 0; r.contains(a, b) && c < x.size(); c++) {
          if (r.contains(b, c) && !r.contains(a, c)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Highlights a link: the edges that lead along it, or one of its own where there are none. */
  private void highlight(Violation.Link link) {
    highlighted.add(link.from());
    highlighted.add(link.to());
    List<Edge> way = way(link.relation(), link.from(), link.to());
    if (way.isEmpty() && link.from() != link.to()) {
      edges.add(new Edge(link.relation(), link.from(), link.to(), true, false));
    }
    way.forEach(
        e ->
            edges.set(
                edges.indexOf(e), new Edge(e.relation(), e.from(), e.to(), true, e.symmetric())));
  }

  /** The longest way along drawn edges of one relation that leads from an event to another. */
  private List<Edge> way(String relation, int from, int to) {
    boolean steps = ExecutionGraph.ORDERS.contains(relation);
    return edges.stream()
        .filter(e -> e.relation().equals(relation) && e.from() == from)
        .filter(e -> steps || e.to() == to)
        .map(e -> e.to() == to ? List.of(e) : extended(e, way(relation, e.to(), to)))
        .filter(w -> !w.isEmpty())
        .max(Comparator.comparingInt(List::size))
        .orElse(List.of());
  }

  private static List<Edge> extended(Edge first, List<Edge> rest) {
    List<Edge> all = new ArrayList<>(rest);
    if (!rest.isEmpty()) {
      all.add(0, first);
    }
    return all;
  }

  private Node node(int e) {
    Event event = x.event(e);
    Op done = trace.code[e];
    int thread = done == null ? -1 : names[event.thread()];
    Location at = done == null ? null : code.get(thread).ops[done.number].source.location();
    return Node.at(
        at, e, thread, event.workGroup(), event.device(), labels.of(e), highlighted.contains(e));
  }
}
