package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.Place;
import dev.barnacle.explore.internal.kernel.search.Results;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.ir.Location;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the results of launches of the outcome of their scenario. */
final class GeneralResults {
  private final List<ThreadCode> items;
  private final Place[] places;
  private final AccessedMemory accesses;
  private final Results results = new Results(false, () -> {}, null);

  GeneralResults(List<ThreadCode> items, Place[] places, AccessedMemory accesses) {
    this.items = items;
    this.places = places;
    this.accesses = accesses;
  }

  /**
   * Makes them.
   *
   * @param outcome its states have the elements of the objects that are observed, and behind them
   *     for each work-item its last mistake
   * @param first what these objects held at first
   */
  Results of(Outcome outcome, byte[] first) {
    outcome.limits().forEach(results::limit);
    if (items.stream().anyMatch(ThreadCode::leavesOut)) {
      results.limit(
          "faults beside a false assumption are not looked for in a kernel with barriers");
    }
    if (items.stream().anyMatch(i -> i.usesUndefined)) {
      results.limit("uses of values that nothing was given to are not looked for");
    }
    results.executions(outcome.consistent());
    outcome.states().forEach((state, count) -> take(first, state, count));
    outcome.faults().values().forEach(f -> results.fault(fault(f), f.executions()));
    return results;
  }

  private void take(byte[] first, List<Long> state, long count) {
    int elements = state.size() - items.size();
    boolean fails = false;
    boolean unmet = false;
    for (int t = 0; t < items.size(); t++) {
      int mistake = state.get(elements + t).intValue();
      fails |= mistake != 0;
      unmet |= mistake == ThreadState.UNMET;
      if (mistake == ThreadState.UNREACHABLE) {
        results.limit("control comes to an unreachable place");
      } else if (mistake > 0) {
        Op op = items.get(t).ops[(mistake - 1) / 2];
        Fault.Part part = new Fault.Part(places[t].index(), op);
        results.fault(mistake(part, op, mistake % 2 == 0), count);
      }
    }
    results.executions(unmet ? -count : 0);
    if (!fails) {
      results.state(accesses.content(first, state.subList(0, elements)), count);
    }
  }

  private static Fault mistake(Fault.Part part, Op op, boolean quotient) {
    if (op.kind == Op.Kind.TRAP) {
      return new Fault.Assertion(part);
    }
    return quotient ? new Fault.Quotient(part, -1L << (op.bits - 1)) : new Fault.ZeroDivision(part);
  }

  private Fault fault(Outcome.Fault fault) {
    List<Fault.Part> parts = new ArrayList<>();
    for (ExecutionGraph.Node node : fault.events()) {
      Op op = operation(node);
      if (op != null) {
        parts.add(new Fault.Part(places[node.thread()].index(), op));
      }
    }
    return new Fault.Flagged(parts, fault.kind(), fault.check());
  }

  /** Finds what an event is of: its place is all that is known of it. */
  private @Nullable Op operation(ExecutionGraph.Node node) {
    Op found = null;
    for (Op op : node.thread() < 0 ? new Op[0] : items.get(node.thread()).ops) {
      Location at = op.source.location();
      boolean access = ThreadCode.isPlain(op) || op.strength != null;
      if (access && at != null && at.line() == node.line() && at.column() == node.column()) {
        boolean better = node.label().startsWith("W") == (op.kind == Op.Kind.STORE);
        found = found == null || better ? op : found;
      }
    }
    return found;
  }
}
