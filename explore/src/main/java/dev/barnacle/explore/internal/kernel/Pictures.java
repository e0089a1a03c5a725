package dev.barnacle.explore.internal.kernel;

import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExecutionGraph.Edge;
import dev.barnacle.explore.ExecutionGraph.Node;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Place;
import dev.barnacle.explore.internal.kernel.item.Step;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.explore.internal.kernel.words.FaultWords;
import dev.barnacle.ir.AddressSpace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Draws an execution: what its work-items did, reads-from, and modification order where certain.
 */
final class Pictures {
  private static final int MOST_NODES = 150;

  private final Place[] actors;
  private final Execution x;
  private final @Nullable Fault fault;
  private final List<Step> steps = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();

  /** The node of each write, by its atomic object and by its number there. */
  private final Map<Cell, Map<Integer, Integer>> writes = new HashMap<>();

  private Pictures(Place[] actors, Execution x, @Nullable Fault fault) {
    this.actors = actors;
    this.x = x;
    this.fault = fault;
  }

  /**
   * Draws an execution.
   *
   * @param actors the work-items, and who makes asynchronous copies
   * @param reason see {@link ExecutionGraph}
   * @param fault what is wrong with it; null for nothing
   */
  static ExecutionGraph of(
      Place[] actors, Execution x, String reason, String title, @Nullable Fault fault) {
    Pictures picture = new Pictures(actors, x, fault);
    picture.draw();
    List<String> notes = fault == null ? List.of() : List.of(FaultWords.of(fault));
    return new ExecutionGraph(reason, title, notes, picture.nodes, picture.edges);
  }

  private void draw() {
    for (Step s = x.lastStep(); s != null; s = s.before()) {
      Event event = s.event();
      steps.add(event == null ? s : s.with(x.event(event.number())));
    }
    Collections.reverse(steps);
    thin();
    Set<Integer> marked = marked();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      Event event = step.event();
      node(step, i, marked.contains(i));
      if (event != null && event.write() >= 0) {
        writes.computeIfAbsent(x.memory().cell(event), c -> new HashMap<>()).put(event.write(), i);
      }
    }
    programOrder();
    readsFrom();
    modificationOrder();
    fromReads();
    synchronization();
    for (int[] pair : new HappensBefore(steps, x).pairs()) {
      edges.add(new Edge("hb", pair[0], pair[1], false, false));
    }
    meetings();
    waits();
    List<Integer> parts = marked.stream().sorted().toList();
    if (parts.size() == 2 && isRace()) {
      edges.add(new Edge("race", parts.get(0), parts.get(1), true, true));
    }
  }

  private boolean isRace() {
    return fault != null && fault.kind() == FindingKind.DATA_RACE;
  }

  /** Leaves out plain accesses where there are too many: those of objects without atomic ones. */
  private void thin() {
    if (steps.size() <= MOST_NODES) {
      return;
    }
    Set<Integer> marked = marked();
    List<Step> kept = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).event() != null || marked.contains(i)) {
        kept.add(steps.get(i));
      }
    }
    steps.clear();
    steps.addAll(kept.subList(Math.max(0, kept.size() - MOST_NODES), kept.size()));
  }

  /** Returns the steps that the fault speaks of: the last of each work-item's operation. */
  private Set<Integer> marked() {
    Set<Integer> found = new HashSet<>();
    if (fault != null) {
      for (Fault.Part part : fault.parts()) {
        for (int i = steps.size() - 1; i >= 0; i--) {
          Step step = steps.get(i);
          if (step.item() == part.item() && step.op() == part.op() && touches(step)) {
            found.add(i);
            break;
          }
        }
      }
    }
    return found;
  }

  private boolean touches(Step step) {
    if (fault == null || fault.offset() < 0 || step.bytes() == 0) {
      return true;
    }
    long offset = Address.offset(step.address());
    return fault.offset() >= offset && fault.offset() < offset + step.bytes();
  }

  private void node(Step step, int id, boolean marked) {
    nodes.add(
        Node.at(
            step.op().source.location(),
            id,
            step.item(),
            actors[step.item()].group(),
            0,
            new StepLabel(x).of(step),
            marked));
  }

  private void programOrder() {
    Map<Integer, Integer> last = new HashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      Integer before = last.put(steps.get(i).item(), i);
      if (before != null) {
        edges.add(new Edge("sb", before, i, false, false));
      }
    }
  }

  private void readsFrom() {
    Map<Long, Integer> plain = new HashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      Event event = step.event();
      if (event != null) {
        if (event.from() >= 0) {
          edges.add(new Edge("rf", write(x.memory().cell(event), event.from()), i, false, false));
        }
      } else if (step.writes()) {
        plain.put(step.address(), i);
      } else if (step.bytes() > 0) {
        Integer from = plain.computeIfAbsent(step.address(), a -> first(step));
        edges.add(new Edge("rf", from, i, false, false));
      }
    }
  }

  /** Returns a node for what an object holds at first that a plain access reads. */
  private int first(Step step) {
    int node = nodes.size();
    nodes.add(Node.initial(node, new StepLabel(x).first(step)));
    return node;
  }

  /** Adds the writes that come after that which an atomic read reads from. */
  private void fromReads() {
    for (int i = 0; i < steps.size(); i++) {
      Event event = steps.get(i).event();
      if (event == null || event.from() < 0) {
        continue;
      }
      Cell cell = x.memory().cell(event);
      Map<Integer, Integer> known = writes.getOrDefault(cell, Map.of());
      Set<Integer> later = new HashSet<>();
      for (int w : known.keySet()) {
        if (w != event.write() && cell.isOrdered(event.from(), w)) {
          later.add(w);
        }
      }
      for (int w : later) {
        if (later.stream().noneMatch(v -> v != w && cell.isOrdered(v, w))) {
          edges.add(new Edge("fr", i, at(known, w), false, false));
        }
      }
    }
  }

  /** Returns the node of a write; the first of an object is what it holds at first. */
  private int write(Cell cell, int number) {
    Map<Integer, Integer> known = writes.computeIfAbsent(cell, c -> new HashMap<>());
    Integer node = known.get(number);
    if (node == null) {
      node = nodes.size();
      nodes.add(Node.initial(node, new StepLabel(x).initial(cell)));
      known.put(number, node);
    }
    return node;
  }

  private void modificationOrder() {
    for (Cell cell : x.memory().cells()) {
      Map<Integer, Integer> known = writes.getOrDefault(cell, Map.of());
      for (int a : known.keySet()) {
        for (int b : known.keySet()) {
          if (a != b && cell.isOrdered(a, b) && !isBetween(cell, known.keySet(), a, b)) {
            edges.add(new Edge("mo", at(known, a), at(known, b), false, false));
          }
        }
      }
    }
  }

  private static int at(Map<Integer, Integer> known, int write) {
    return known.getOrDefault(write, 0);
  }

  private static boolean isBetween(Cell cell, Set<Integer> all, int a, int b) {
    return all.stream()
        .anyMatch(c -> c != a && c != b && cell.isOrdered(a, c) && cell.isOrdered(c, b));
  }

  private void meetings() {
    Map<Integer, Integer> last = new HashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      int meeting = steps.get(i).meeting();
      Integer before = meeting == 0 ? null : last.put(meeting, i);
      if (before != null) {
        edges.add(new Edge("barrier", before, i, false, true));
      }
    }
  }

  /** Releases and the acquires that they synchronise with: the steps of happens-before. */
  private void synchronization() {
    for (int a = 0; a < steps.size(); a++) {
      for (int b = a + 1; b < steps.size(); b++) {
        Event from = steps.get(a).event();
        Event to = steps.get(b).event();
        if (from != null
            && to != null
            && from.item() != to.item()
            && from.order().releases()
            && to.order().acquires()
            && from.isBefore(to)
            && !isBetween(a, b)) {
          edges.add(new Edge("sw", a, b, false, false));
        }
      }
    }
  }

  /**
   * Returns whether an event between two, in happens-before, makes the one come before the other.
   */
  private boolean isBetween(int a, int b) {
    Event from = Objects.requireNonNull(steps.get(a).event());
    Event to = Objects.requireNonNull(steps.get(b).event());
    for (int c = a + 1; c < b; c++) {
      Step step = steps.get(c);
      Event event = step.event();
      boolean met = step.meeting() > 0 && step.item() == from.item();
      if (met || (event != null && from.isBefore(event) && event.isBefore(to))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds the work-items that wait for ever, what each reads each time, and who may still write
   * that.
   */
  private void waits() {
    if (fault == null || fault.kind() != ExplorationKind.HANG) {
      return;
    }
    Map<Integer, Integer> waiting = new HashMap<>();
    for (Fault.Part part : fault.parts()) {
      int id = nodes.size();
      waiting.put(part.item(), id);
      nodes.add(
          Node.at(
              part.op().source.location(),
              id,
              part.item(),
              actors[part.item()].group(),
              0,
              "waits: " + what(x.item(part.item())),
              true));
      for (int i = steps.size() - 1; i >= 0; i--) {
        if (steps.get(i).item() == part.item()) {
          edges.add(new Edge("sb", i, id, false, false));
          break;
        }
      }
    }
    waiting.forEach(
        (item, from) ->
            waiting.forEach(
                (other, to) -> {
                  if (isFor(x.item(item), x.item(other))) {
                    edges.add(new Edge("waits", from, to, true, false));
                  }
                }));
  }

  private String what(Item item) {
    return item.isWaiting() ? new StepLabel(x).awaited(item.reading) : item.op().source.mnemonic();
  }

  /** Returns whether one work-item cannot go on before another does. */
  private boolean isFor(Item item, Item other) {
    if (item == other) {
      return false;
    }
    if (item.status == Item.Status.AT_BARRIER) {
      return other.place.group() == item.place.group() && !other.isWith(item);
    }
    MemoryObject object = x.memory().object(Address.object(item.reading));
    if (!item.isWaiting() || object == null) {
      return false;
    }
    boolean local = object.space() == AddressSpace.LOCAL;
    long target = local ? Targets.LOCAL : Targets.object(object.number());
    return (other.mayWrite() & target) != 0;
  }
}
