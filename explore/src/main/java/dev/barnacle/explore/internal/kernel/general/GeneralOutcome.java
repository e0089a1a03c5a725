package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.engine.fault.FaultKind;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.KernelFault;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.internal.kernel.item.Place;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.explore.internal.kernel.words.FaultWords;
import dev.barnacle.explore.internal.kernel.words.Flag;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the outcome of a launch of that of its scenario. */
final class GeneralOutcome {
  private final List<WorkItemCode> items;
  private final Place[] places;
  private final List<MemoryObject> observed;
  private final AccessedMemory accesses;
  private final Map<MemoryObject, byte[]> initial;
  private final int elements;
  private final Map<List<Long>, KernelOutcome.State> states = new LinkedHashMap<>();
  private final Map<String, KernelFault> trapped = new TreeMap<>();
  private final Set<String> limits = new LinkedHashSet<>();

  /** The executions in which an assumption is false. */
  private long notMet;

  /**
   * Makes a maker.
   *
   * @param initial what objects held at first, where that is not what they held before all
   * @param elements how many of a state's values are those of memory; one for each work-item
   *     follows, which says whether an assertion failed
   */
  GeneralOutcome(
      List<WorkItemCode> items,
      Place[] places,
      List<MemoryObject> observed,
      AccessedMemory accesses,
      Map<MemoryObject, byte[]> initial,
      int elements) {
    this.items = items;
    this.places = places;
    this.observed = observed;
    this.accesses = accesses;
    this.initial = initial;
    this.elements = elements;
  }

  KernelOutcome of(Outcome outcome, List<String> unchecked, boolean drawn) {
    limits.addAll(outcome.limits());
    limits.addAll(unchecked);
    outcome.states().entrySet().stream()
        .sorted((a, b) -> Arrays.compare(array(a.getKey()), array(b.getKey())))
        .forEach(e -> take(e.getKey(), e.getValue()));
    List<KernelFault> faults = new ArrayList<>();
    outcome.faults().values().forEach(f -> faults.add(fault(f)));
    faults.addAll(trapped.values());
    return new KernelOutcome(
        observed.stream().map(o -> new KernelOutcome.Buffer(o.name(), o.size())).toList(),
        observed.stream().map(o -> Arrays.copyOf(o.initial(), (int) o.size())).toList(),
        List.copyOf(states.values()),
        faults,
        outcome.consistent() - notMet,
        outcome.complete() && limits.isEmpty(),
        List.copyOf(limits),
        drawn ? outcome.graphs() : List.of());
  }

  private static long[] array(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).toArray();
  }

  private void take(List<Long> values, long count) {
    boolean fails = false;
    boolean unmet = false;
    for (int t = 0; t < items.size(); t++) {
      int trap = values.get(elements + t).intValue();
      fails |= trap != 0;
      unmet |= trap == WorkItemCode.UNMET;
      if (trap == WorkItemCode.UNREACHABLE) {
        limits.add("control comes to an unreachable place");
      } else if (trap > 0) {
        trapped(t, items.get(t).traps().get(trap - 1), count);
      }
    }
    notMet += unmet ? count : 0;
    List<Long> memory = values.subList(0, elements);
    if (!fails) {
      states.merge(
          memory,
          new KernelOutcome.State(contents(memory), count),
          (a, b) -> new KernelOutcome.State(a.contents(), a.count() + b.count()));
    }
  }

  private void trapped(int item, WorkItemCode.Trap trap, long count) {
    Instruction at = trap.at();
    List<KernelFault.Access> place = List.of(access(item, at));
    KernelFault fault =
        new KernelFault(kind(trap.mistake()), message(trap), place, "", -1, count, false);
    trapped.merge(trap.mistake() + " " + at.location(), fault, GeneralOutcome::sum);
  }

  private static KernelFault sum(KernelFault a, KernelFault b) {
    long executions = a.executions() + b.executions();
    return new KernelFault(
        a.kind(), a.message(), a.accesses(), a.object(), a.offset(), executions, a.weak());
  }

  private static FaultKind kind(WorkItemCode.Mistake mistake) {
    return switch (mistake) {
      case ASSERTION -> ExplorationKind.ASSERTION;
      case ZERO_DIVISION -> FindingKind.DIVISION_BY_ZERO;
      case QUOTIENT -> FindingKind.INVALID_ARGUMENT;
    };
  }

  private static String message(WorkItemCode.Trap trap) {
    return switch (trap.mistake()) {
      case ASSERTION -> FaultWords.assertion();
      case ZERO_DIVISION -> FaultWords.zeroDivision();
      case QUOTIENT -> FaultWords.quotient(-1L << (Folding.width(trap.at().type()) - 1));
    };
  }

  private List<byte[]> contents(List<Long> memory) {
    List<byte[]> list = new ArrayList<>();
    int next = 0;
    for (MemoryObject o : observed) {
      byte[] bytes = Arrays.copyOf(initial.getOrDefault(o, o.initial()), (int) o.size());
      int size = accesses.elementBytes(o);
      for (int at = 0; at + size <= bytes.length; at += size) {
        long value = memory.get(next++);
        for (int k = 0; k < size; k++) {
          bytes[at + k] = (byte) (value >> (8 * k));
        }
      }
      list.add(bytes);
    }
    return list;
  }

  private KernelFault fault(Outcome.Fault fault) {
    List<KernelFault.Access> list = new ArrayList<>();
    for (ExecutionGraph.Node node : fault.events()) {
      Instruction at = instruction(node);
      if (at != null) {
        list.add(access(node.thread(), at));
      }
    }
    String message = FaultWords.of(new Flag(fault.kind(), fault.check()));
    return new KernelFault(fault.kind(), message, list, "", -1, fault.executions(), false);
  }

  /** Finds what an event is of: its place is all that is known of it. */
  private @Nullable Instruction instruction(ExecutionGraph.Node node) {
    if (node.thread() < 0) {
      return null;
    }
    Instruction found = null;
    for (Instruction i : items.get(node.thread()).function().instructions()) {
      Location at = i.location();
      boolean access = i instanceof Load || i instanceof Store || MemoryStrength.of(i) != null;
      if (access && at != null && at.line() == node.line() && at.column() == node.column()) {
        boolean better = node.label().startsWith("W") == (i instanceof Store);
        found = found == null || better ? i : found;
      }
    }
    return found;
  }

  private KernelFault.Access access(int item, Instruction i) {
    Place.Ids ids = places[item].range();
    int dimensions = ids.dimensions();
    MemoryStrength says = MemoryStrength.of(i);
    return new KernelFault.Access(
        i.location(),
        word(i, says),
        says == null || i instanceof Barrier
            ? ""
            : i.mnemonic()
                + ", memory_order_"
                + says.order().keyword()
                + ", memory_scope_"
                + says.scope().keyword(),
        ids.global().subList(0, dimensions),
        ids.local().subList(0, dimensions),
        ids.group().subList(0, dimensions));
  }

  private static String word(Instruction i, @Nullable MemoryStrength says) {
    return switch (i) {
      case Load l -> "read";
      case Store s -> "write";
      case Barrier b -> "barrier";
      default -> says == null ? "other" : "atomic";
    };
  }
}
