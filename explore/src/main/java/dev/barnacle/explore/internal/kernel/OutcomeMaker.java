package dev.barnacle.explore.internal.kernel;

import dev.barnacle.engine.fault.FaultKind;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.KernelFault;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.Place;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.explore.internal.kernel.search.Results;
import dev.barnacle.explore.internal.kernel.words.FaultWords;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Instruction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Makes an outcome of what a search found. */
public final class OutcomeMaker {
  private static final int MOST_STATES_DRAWN = 20;

  private final Place[] places;
  private final List<MemoryObject> observed;
  private final Results results;
  private final UnaryOperator<byte[]> seen;

  /**
   * Makes a maker.
   *
   * @param observed the objects of which the results have the content
   * @param seen makes what the host sees of what memory holds
   */
  public OutcomeMaker(
      Place[] places, List<MemoryObject> observed, Results results, UnaryOperator<byte[]> seen) {
    this.seen = seen;
    this.places = places;
    this.observed = observed;
    this.results = results;
  }

  /**
   * Makes it.
   *
   * @param drawn executions that are drawn already
   */
  public KernelOutcome make(List<ExecutionGraph> drawn) {
    List<KernelOutcome.State> states = new ArrayList<>();
    List<ExecutionGraph> graphs = new ArrayList<>(drawn);
    results.states(
        (memory, count, weak, x) -> {
          states.add(new KernelOutcome.State(parts(memory), count, weak));
          if (x != null && states.size() <= MOST_STATES_DRAWN) {
            String number = "state-" + states.size();
            graphs.add(Pictures.of(places, x, number, "final state " + states.size(), null));
          }
        });
    int number = 0;
    for (Results.Found found : results.faults()) {
      if (found.execution() != null) {
        FaultKind kind = found.fault().kind();
        graphs.add(
            Pictures.of(
                places,
                found.execution(),
                kind.keyword() + "-" + ++number,
                kind.phrase(),
                found.fault()));
      }
    }
    List<String> limits = results.limits();
    return new KernelOutcome(
        observed.stream().map(o -> new KernelOutcome.Buffer(o.name(), o.size())).toList(),
        observed.stream().map(o -> seen.apply(Arrays.copyOf(o.initial(), (int) o.size()))).toList(),
        states,
        results.faults().stream().map(this::fault).toList(),
        results.executions(),
        limits.isEmpty(),
        limits,
        graphs);
  }

  private List<byte[]> parts(byte[] memory) {
    List<byte[]> list = new ArrayList<>();
    int at = 0;
    for (MemoryObject object : observed) {
      list.add(seen.apply(Arrays.copyOfRange(memory, at, at + (int) object.size())));
      at += (int) object.size();
    }
    return list;
  }

  private KernelFault fault(Results.Found found) {
    Fault fault = found.fault();
    return new KernelFault(
        fault.kind(),
        FaultWords.of(fault),
        fault.parts().stream().map(this::access).toList(),
        fault.object(),
        fault.offset(),
        found.executions(),
        found.weak());
  }

  private KernelFault.Access access(Fault.Part part) {
    Op op = part.op();
    Place.Ids ids = places[part.item()].range();
    int dimensions = ids.dimensions();
    return new KernelFault.Access(
        op.source.location(),
        word(op),
        operation(op),
        word(op).equals("atomic") ? op.elementBytes() : 0,
        ids.global().subList(0, dimensions),
        ids.local().subList(0, dimensions),
        ids.group().subList(0, dimensions));
  }

  private static String word(Op op) {
    return switch (op.kind) {
      case LOAD -> "read";
      case STORE, MEMORY_COPY, MEMORY_FILL -> "write";
      case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_RMW, COMPARE_EXCHANGE -> "atomic";
      case ASYNC_COPY -> "write";
      case BARRIER, GROUP, ASYNC_FENCE, WAIT_EVENTS -> "barrier";
      default -> "other";
    };
  }

  private static String operation(Op op) {
    Instruction i = op.source;
    return switch (i) {
      case AsyncCopy a -> "asynchronous copy";
      case AtomicLoad a -> words("load", op.says());
      case AtomicStore a -> words("store", op.says());
      case AtomicRmw a -> words("read-modify-write", op.says());
      case AtomicCompareExchange a -> words("compare-exchange", op.says());
      default -> "";
    };
  }

  private static String words(String what, MemoryStrength says) {
    return what
        + ", memory_order_"
        + says.order().keyword()
        + ", memory_scope_"
        + says.scope().keyword();
  }
}
