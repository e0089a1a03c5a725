package dev.barnacle.explore;

import dev.barnacle.explore.RandomProgram.Kind;
import dev.barnacle.explore.RandomProgram.Op;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Event;
import dev.barnacle.model.EventSet;
import dev.barnacle.model.Execution;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import dev.barnacle.model.Model;
import dev.barnacle.model.Relation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The oracle: every guess of what every read returns, every reads-from that gives it that value,
 * every modification order (and S), every final write; each a complete execution, on which the
 * whole model is evaluated. Nothing is pruned and nothing is left undecided.
 */
final class NaiveExplorer {
  /** The program has more candidate executions than the oracle is willing to look at. */
  static final class TooBig extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** An event; what its value and its being there depend on are steps of the same path. */
  private record Step(
      Op op,
      Event.Kind kind,
      MemoryOrder order,
      long read,
      long written,
      Set<Integer> data,
      Set<Integer> control) {
    Step(Op op, Event.Kind kind, MemoryOrder order, long read, long written, Set<Integer> control) {
      this(op, kind, order, read, written, Set.of(), control);
    }
  }

  /** The last value that a thread read, the step that read it, and what it branched on. */
  private record Last(long value, Set<Integer> step, Set<Integer> control) {
    Last branch() {
      Set<Integer> all = new TreeSet<>(control);
      all.addAll(step);
      return new Last(value, step, all);
    }
  }

  private record Path(List<Step> steps, List<Long> registers) {}

  private record Access(int event, Step step) {}

  private final RandomProgram program;
  private final Model model;
  private final Execution x = new Execution(64);
  private final Evaluator evaluator;

  /** Events whose permutations are listed: those of twelve filled three gigabytes. */
  private static final int MOST_ORDERED = 9;

  private final int budget;
  private int looked;
  private final List<TreeSet<Long>> values = new ArrayList<>();
  private final List<Path> chosen = new ArrayList<>();
  private final List<Access> accesses = new ArrayList<>();

  /** The sets of faults of the consistent executions of one choice, whatever their orders. */
  private final Set<Set<String>> faulty = new HashSet<>();

  /**
   * How often each final state was found: once for each choice of paths, reads-from, final writes
   * and faults.
   */
  final Map<List<Long>, Long> states = new HashMap<>();

  final Set<String> faults = new HashSet<>();
  long consistent;

  NaiveExplorer(RandomProgram program, Model model, int budget) {
    this.program = program;
    this.model = model;
    this.budget = budget;
    this.evaluator = model.evaluator(x);
  }

  void run() {
    List<List<Path>> paths = paths();
    combine(paths);
  }

  private void look() {
    if (++looked > budget) {
      throw new TooBig();
    }
  }

  // --- what each thread may do ---

  /** The paths of each thread, the values of each location closed under what the paths write. */
  private List<List<Path>> paths() {
    long most =
        Collections.max(program.constants())
            + program.threads().stream()
                .flatMap(t -> t.ops().stream())
                .filter(o -> o.kind() == Kind.ADD)
                .mapToLong(Op::value)
                .sum();
    for (int i = 0; i < program.locations().size(); i++) {
      values.add(new TreeSet<>(program.constants()));
    }
    while (true) {
      List<List<Path>> all = new ArrayList<>();
      boolean grown = false;
      for (var thread : program.threads()) {
        List<Path> paths = new ArrayList<>();
        walk(thread.ops(), 0, new Last(0, Set.of(), Set.of()), new ArrayList<>(), paths);
        all.add(paths);
        for (Path path : paths) {
          for (Step step : path.steps) {
            boolean writes = step.kind == Event.Kind.WRITE || step.kind == Event.Kind.RMW;
            if (writes && step.written <= most) {
              grown |= values.get(step.op.location()).add(step.written);
            }
          }
        }
      }
      if (!grown) {
        return all;
      }
    }
  }

  private void walk(List<Op> ops, int at, Last known, List<Step> steps, List<Path> out) {
    walk(ops, at, known, steps, new ArrayList<>(), out);
  }

  private void walk(
      List<Op> ops, int at, Last known, List<Step> steps, List<Long> registers, List<Path> out) {
    if (at == ops.size()) {
      look();
      out.add(new Path(List.copyOf(steps), List.copyOf(registers)));
      return;
    }
    Op op = ops.get(at);
    Last last = op.guarded() ? known.branch() : known;
    if (op.guarded() && last.value == 0) {
      if (op.kind().reads()) {
        registers.add(0L);
      }
      walk(ops, at + 1, last, steps, registers, out);
      if (op.kind().reads()) {
        registers.remove(registers.size() - 1);
      }
      return;
    }
    int before = steps.size();
    if (op.kind().reads()) {
      for (long value : List.copyOf(values.get(op.location()))) {
        steps.add(reading(op, value, last.control));
        registers.add(value);
        walk(ops, at + 1, new Last(value, Set.of(before), last.control), steps, registers, out);
        registers.remove(registers.size() - 1);
        steps.remove(before);
      }
      return;
    }
    writing(op, at, last, steps);
    walk(ops, at + 1, last, steps, registers, out);
    while (steps.size() > before) {
      steps.remove(steps.size() - 1);
    }
  }

  private static void writing(Op op, int at, Last last, List<Step> steps) {
    Set<Integer> control = last.control;
    MemoryOrder order = order(op.order());
    switch (op.kind()) {
      case FENCE -> steps.add(new Step(op, Event.Kind.FENCE, order, 0, 0, control));
      case BARRIER -> {
        steps.add(new Step(op, Event.Kind.ENTRY_FENCE, MemoryOrder.NONE, 0, at, control));
        steps.add(new Step(op, Event.Kind.EXIT_FENCE, MemoryOrder.NONE, 0, at, control));
      }
      case COPY ->
          steps.add(new Step(op, Event.Kind.WRITE, order, 0, last.value, last.step, control));
      case PLAIN_STORE ->
          steps.add(new Step(op, Event.Kind.WRITE, MemoryOrder.NONE, 0, op.value(), control));
      default -> steps.add(new Step(op, Event.Kind.WRITE, order, 0, op.value(), control));
    }
  }

  private static Step reading(Op op, long value, Set<Integer> control) {
    MemoryOrder order = order(op.order());
    return switch (op.kind()) {
      case PLAIN_LOAD -> new Step(op, Event.Kind.READ, MemoryOrder.NONE, value, 0, control);
      case ADD -> new Step(op, Event.Kind.RMW, order, value, value + op.value(), control);
      case EXCHANGE -> new Step(op, Event.Kind.RMW, order, value, op.value(), control);
      case COMPARE_EXCHANGE ->
          value == op.expected()
              ? new Step(op, Event.Kind.RMW, order, value, op.value(), control)
              : new Step(
                  op, Event.Kind.READ, order(RandomProgram.failure(op.order())), value, 0, control);
      default -> new Step(op, Event.Kind.READ, order, value, 0, control);
    };
  }

  private static MemoryOrder order(dev.barnacle.ir.MemoryOrder order) {
    return MemoryOrder.valueOf(order.name());
  }

  // --- the events of a choice of paths ---

  private void combine(List<List<Path>> paths) {
    if (chosen.size() < paths.size()) {
      for (Path path : paths.get(chosen.size())) {
        chosen.add(path);
        combine(paths);
        chosen.remove(chosen.size() - 1);
      }
      return;
    }
    look();
    x.truncate(0);
    accesses.clear();
    for (int i = 0; i < program.locations().size(); i++) {
      add(-1, i, Event.Kind.INIT, null);
    }
    for (int t = 0; t < chosen.size(); t++) {
      int first = x.size();
      for (Step step : chosen.get(t).steps) {
        boolean fence = step.op.kind() == Kind.FENCE || step.op.kind() == Kind.BARRIER;
        int event = add(t, fence ? -1 : step.op.location(), step.kind, step);
        step.data.forEach(s -> x.relation(BaseRelation.DATA).add(first + s, event));
        step.control.forEach(s -> x.relation(BaseRelation.CONTROL).add(first + s, event));
        accesses.add(new Access(event, step));
      }
    }
    readsFrom(0);
  }

  private int add(int thread, int location, Event.Kind kind, @Nullable Step step) {
    var place = thread < 0 ? null : program.threads().get(thread);
    var cell = location < 0 ? null : program.locations().get(location);
    int group = place == null ? -1 : place.device() * 16 + place.workGroup();
    boolean plain =
        step == null || step.op.kind() == Kind.PLAIN_LOAD || step.op.kind() == Kind.PLAIN_STORE;
    boolean barrier = kind == Event.Kind.ENTRY_FENCE || kind == Event.Kind.EXIT_FENCE;
    int flags = step == null ? 0 : step.op.flags();
    int id =
        x.add(
            new Event(
                thread,
                group,
                group,
                place == null ? -1 : place.device(),
                kind,
                !plain,
                step == null ? MemoryOrder.NONE : step.order,
                plain || step == null
                    ? MemoryScope.NONE
                    : MemoryScope.valueOf(step.op.scope().name()),
                location,
                cell != null && !cell.atomic(),
                cell == null ? (flags & 2) != 0 : !cell.local(),
                cell == null ? (flags & 1) != 0 : cell.local(),
                barrier && step != null ? (int) step.written : -1,
                x.size()));
    for (int e = 0; thread >= 0 && e < id; e++) {
      if (x.event(e).thread() == thread) {
        x.relation(BaseRelation.SEQUENCED_BEFORE).add(e, id);
      }
    }
    return id;
  }

  private long written(int event) {
    int first = program.locations().size();
    return event < first ? 0 : accesses.get(event - first).step.written;
  }

  // --- reads-from, final writes, orders ---

  private void readsFrom(int at) {
    if (at == accesses.size()) {
      finals(0, new ArrayList<>());
      return;
    }
    Access access = accesses.get(at);
    if (!x.event(access.event).isRead()) {
      readsFrom(at + 1);
      return;
    }
    for (int w : writes(access.step.op.location())) {
      if (written(w) == access.step.read) {
        x.relation(BaseRelation.READS_FROM).add(w, access.event);
        readsFrom(at + 1);
        x.relation(BaseRelation.READS_FROM).remove(w, access.event);
      }
    }
  }

  private List<Integer> writes(int location) {
    List<Integer> writes = new ArrayList<>();
    for (int e = 0; e < x.size(); e++) {
      if (x.event(e).isWrite() && x.event(e).location() == location) {
        writes.add(e);
      }
    }
    return writes;
  }

  /** The final write of each location: any, the order of the model or its axioms will tell. */
  private void finals(int location, List<Integer> chosenFinals) {
    if (location == program.locations().size()) {
      evaluate(chosenFinals);
      return;
    }
    EventSet set = x.set(BaseSet.FINAL_WRITE);
    for (int w : writes(location)) {
      chosenFinals.add(w);
      boolean ordered = isOrdered(location);
      if (!ordered) {
        set.add(w);
      }
      finals(location + 1, chosenFinals);
      if (!ordered) {
        set.remove(w);
      }
      chosenFinals.remove(location);
    }
  }

  /** Whether the modification order of the model covers a location. */
  private boolean isOrdered(int location) {
    return program.locations().get(location).atomic()
        || model.name().equals("sc")
        || model.name().equals("rc11");
  }

  private void evaluate(List<Integer> finalWrites) {
    look();
    faulty.clear();
    evaluateOrders(finalWrites);
    if (!faulty.isEmpty()) {
      List<Long> state = new ArrayList<>();
      chosen.forEach(p -> state.addAll(p.registers));
      finalWrites.forEach(w -> state.add(written(w)));
      states.merge(state, (long) faulty.size(), Long::sum);
    }
  }

  private void evaluateOrders(List<Integer> finalWrites) {
    if (!evaluator.begin()) {
      return;
    }
    List<List<Integer>> groups = new ArrayList<>();
    List<Integer> orderOf = new ArrayList<>();
    for (int k = 0; k < evaluator.orders(); k++) {
      TreeMap<Integer, List<Integer>> byLocation = new TreeMap<>();
      for (int e = 0; e < x.size(); e++) {
        if (evaluator.domain(k).contains(e)) {
          int key = k == 0 ? x.event(e).location() : 0;
          byLocation.computeIfAbsent(key, l -> new ArrayList<>()).add(e);
        }
      }
      for (List<Integer> group : byLocation.values()) {
        groups.add(group);
        orderOf.add(k);
      }
    }
    order(groups, orderOf, 0, finalWrites);
  }

  private void order(
      List<List<Integer>> groups, List<Integer> orderOf, int at, List<Integer> finalWrites) {
    if (at == groups.size()) {
      complete();
      return;
    }
    int k = orderOf.get(at);
    if (groups.get(at).size() > MOST_ORDERED) {
      throw new TooBig();
    }
    for (List<Integer> sorted : permutations(groups.get(at))) {
      int last = sorted.get(sorted.size() - 1);
      boolean initFirst =
          sorted.stream().noneMatch(e -> x.event(e).isInit()) || x.event(sorted.get(0)).isInit();
      if (k == 0 && (!initFirst || finalWrites.get(x.event(last).location()) != last)) {
        continue;
      }
      long[] before = evaluator.decided(k).bits().clone();
      total(evaluator.decided(k), sorted);
      order(groups, orderOf, at + 1, finalWrites);
      System.arraycopy(before, 0, evaluator.decided(k).bits(), 0, before.length);
    }
  }

  private static void total(Relation relation, List<Integer> sorted) {
    for (int i = 0; i < sorted.size(); i++) {
      for (int j = i + 1; j < sorted.size(); j++) {
        relation.add(sorted.get(i), sorted.get(j));
      }
    }
  }

  private static List<List<Integer>> permutations(List<Integer> list) {
    if (list.isEmpty()) {
      return List.of(List.of());
    }
    List<List<Integer>> all = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      List<Integer> rest = new ArrayList<>(list);
      int first = rest.remove(i);
      for (List<Integer> tail : permutations(rest)) {
        List<Integer> one = new ArrayList<>(List.of(first));
        one.addAll(tail);
        all.add(one);
      }
    }
    return all;
  }

  private void complete() {
    look();
    if (!evaluator.choose() || !evaluator.confirm()) {
      return;
    }
    consistent++;
    Set<String> found = new HashSet<>();
    for (int i = 0; i < model.faults().size(); i++) {
      if (evaluator.faultCertain(i)) {
        found.add(model.faults().get(i).name());
      }
    }
    faulty.add(found);
    faults.addAll(found);
  }
}
