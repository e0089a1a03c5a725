package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExecutionGraph.Edge;
import dev.barnacle.explore.ExecutionGraph.Node;
import dev.barnacle.ir.Location;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Bits;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Event;
import dev.barnacle.model.EventSet;
import dev.barnacle.model.Execution;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import dev.barnacle.model.Model;
import dev.barnacle.model.Relation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Takes the picture of the execution that is being evaluated. */
final class Drawing {
  private final Model model;
  private final Trace trace;
  private final Execution x;
  private final Evaluator evaluator;
  private final List<ThreadCode> code;
  private final int[] names;

  /**
   * Makes one.
   *
   * @param names the thread that each thread is drawn as; it is the same but for its name
   */
  Drawing(Model model, Trace trace, Evaluator evaluator, List<ThreadCode> code, int[] names) {
    this.code = code;
    this.names = names;
    this.model = model;
    this.trace = trace;
    this.x = trace.execution;
    this.evaluator = evaluator;
  }

  /** The events that fault {@code i} speaks of. */
  List<Node> faultEvents(int i) {
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

  /** The graph; the pairs of fault {@code fault} are highlighted, unless it is negative. */
  ExecutionGraph draw(String reason, int fault) {
    List<Node> nodes = new ArrayList<>();
    for (int e = 0; e < x.size(); e++) {
      nodes.add(node(e));
    }
    List<Edge> edges = new ArrayList<>();
    reduced("sb", x.relation(BaseRelation.SEQUENCED_BEFORE), edges);
    all("rf", x.relation(BaseRelation.READS_FROM), edges, false);
    List<Bits> shown = evaluator.show();
    for (int i = 0; i < shown.size(); i++) {
      String name = model.shown().get(i);
      if (shown.get(i) instanceof Relation r) {
        if (name.equals("mo") || name.equals("co") || name.equals("S")) {
          reduced(name, r, edges);
        } else {
          all(name, r, edges, false);
        }
      }
    }
    if (fault >= 0 && evaluator.faultValue(fault) instanceof Relation r) {
      all(model.faults().get(fault).name(), r, edges, true);
    }
    return new ExecutionGraph(reason, nodes, edges);
  }

  private void all(String name, Relation r, List<Edge> edges, boolean highlighted) {
    for (int a = 0; a < x.size(); a++) {
      for (int b = 0; b < x.size(); b++) {
        if (r.contains(a, b) && !(highlighted && r.contains(b, a) && b < a)) {
          edges.add(new Edge(name, a, b, highlighted));
        }
      }
    }
  }

  /** The pairs of an order that do not follow from others by transitivity. */
  private void reduced(String name, Relation r, List<Edge> edges) {
    for (int a = 0; a < x.size(); a++) {
      for (int b = 0; b < x.size(); b++) {
        boolean direct = r.contains(a, b);
        for (int c = 0; direct && c < x.size(); c++) {
          direct = !(r.contains(a, c) && r.contains(c, b));
        }
        if (direct) {
          edges.add(new Edge(name, a, b, false));
        }
      }
    }
  }

  private Node node(int e) {
    Event event = x.event(e);
    Code done = trace.code[e];
    int thread = done == null ? -1 : names[event.thread()];
    Location at = done == null ? null : code.get(thread).at(done.position).source.location();
    return new Node(
        e,
        thread,
        event.workGroup(),
        event.device(),
        label(e, event),
        at == null ? 0 : at.line(),
        at == null ? 0 : at.column());
  }

  private String label(int e, Event event) {
    StringBuilder out = new StringBuilder();
    switch (event.kind()) {
      case INIT -> out.append('I');
      case READ -> out.append('R');
      case WRITE -> out.append('W');
      case RMW -> out.append("RMW");
      case FENCE -> out.append('F');
      case ENTRY_FENCE -> out.append("entryF");
      case EXIT_FENCE -> out.append("exitF");
    }
    List<String> parts = new ArrayList<>();
    if (event.location() >= 0) {
      parts.add(trace.name(event.location()));
    } else if (event.global() || event.local()) {
      parts.add((event.global() ? "G" : "") + (event.local() ? "L" : ""));
    }
    if (event.order() != MemoryOrder.NONE) {
      parts.add(short_(event.order()));
    } else if (event.location() >= 0 && event.thread() >= 0) {
      parts.add("na");
    }
    if (event.scope() != MemoryScope.NONE && x.event(e).thread() >= 0) {
      parts.add(short_(event.scope()));
    }
    out.append('(').append(String.join(",", parts)).append(')');
    if (event.isRead() && event.isWrite()) {
      out.append('=').append(trace.read[e]).append('→').append(trace.written[e]);
    } else if (event.isRead()) {
      out.append('=').append(trace.read[e]);
    } else if (event.isWrite()) {
      out.append('=').append(trace.written[e]);
    }
    return out.toString();
  }

  private static String short_(MemoryOrder order) {
    return switch (order) {
      case NONE -> "na";
      case RELAXED -> "rlx";
      case CONSUME -> "con";
      case ACQUIRE -> "acq";
      case RELEASE -> "rel";
      case ACQ_REL -> "ar";
      case SEQ_CST -> "sc";
    };
  }

  private static String short_(MemoryScope scope) {
    return switch (scope) {
      case NONE -> "";
      case WORK_ITEM -> "wi";
      case SUB_GROUP -> "sg";
      case WORK_GROUP -> "wg";
      case DEVICE -> "dv";
      case ALL_SVM_DEVICES -> "all";
    };
  }
}
