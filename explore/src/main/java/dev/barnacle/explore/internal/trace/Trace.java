package dev.barnacle.explore.internal.trace;

import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.program.Dependencies;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Instruction;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Event;
import dev.barnacle.model.Execution;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The execution that is being built, with the values and the code of its events. */
public final class Trace {
  private static final Map<dev.barnacle.ir.MemoryOrder, MemoryOrder> ORDERS =
      new EnumMap<>(dev.barnacle.ir.MemoryOrder.class);
  private static final Map<dev.barnacle.ir.MemoryScope, MemoryScope> SCOPES =
      new EnumMap<>(dev.barnacle.ir.MemoryScope.class);

  static {
    for (dev.barnacle.ir.MemoryOrder order : dev.barnacle.ir.MemoryOrder.values()) {
      ORDERS.put(order, MemoryOrder.valueOf(order.name()));
    }
    for (dev.barnacle.ir.MemoryScope scope : dev.barnacle.ir.MemoryScope.values()) {
      SCOPES.put(scope, MemoryScope.valueOf(scope.name()));
    }
  }

  public final Execution execution;
  public final long[] read;
  public final long[] written;
  public final @Nullable Op[] code;
  public final Dependencies dependencies;
  private final int[] epoch;
  private final Scenario scenario;
  private final int[] firstLocation;
  private int instances;

  public Trace(Scenario scenario, int capacity) {
    this.scenario = scenario;
    this.execution = new Execution(capacity);
    this.dependencies = new Dependencies(capacity);
    this.read = new long[capacity];
    this.written = new long[capacity];
    this.code = new Op[capacity];
    this.epoch = new int[capacity];
    this.firstLocation = new int[scenario.memory().size() + 1];
    for (int m = 0; m < scenario.memory().size(); m++) {
      firstLocation[m + 1] = firstLocation[m] + scenario.memory().get(m).initial().size();
    }
  }

  /** Adds the initialisation of every location. */
  public void initialise() {
    if (firstLocation[scenario.memory().size()] >= execution.capacity()) {
      throw new TooManyEvents();
    }
    for (int m = 0; m < scenario.memory().size(); m++) {
      Scenario.Memory memory = scenario.memory().get(m);
      for (int e = 0; e < memory.initial().size(); e++) {
        int location = firstLocation[m] + e;
        int id =
            execution.add(
                new Event(
                    -1,
                    -1,
                    -1,
                    -1,
                    Event.Kind.INIT,
                    false,
                    MemoryOrder.NONE,
                    MemoryScope.NONE,
                    location,
                    !memory.atomic(),
                    !memory.local(),
                    memory.local(),
                    -1,
                    -1 - location));
        written[id] = initial(scenario, memory.initial().get(e));
        code[id] = null;
      }
    }
  }

  /** The content of an element of a scenario's memory at first. */
  public static long initial(Scenario scenario, Scenario.Initial initial) {
    if (initial.memory() < 0) {
      return initial.value();
    }
    long size = scenario.memory().get(initial.memory()).elementBytes();
    return Address.of(initial.memory() + 1, initial.value() * size);
  }

  /** The number of the location at an address, or -1 if there is none. */
  public int location(long address, int bytes) {
    int m = memory(address);
    if (m < 0) {
      return -1;
    }
    Scenario.Memory memory = scenario.memory().get(m);
    long offset = Address.offset(address);
    if (bytes != memory.elementBytes() || offset % bytes != 0) {
      return -1;
    }
    long element = offset / bytes;
    return element < 0 || element >= memory.initial().size()
        ? -1
        : firstLocation[m] + (int) element;
  }

  /** The number of the memory that an address is in, or -1 if there is none. */
  private int memory(long address) {
    int object = Address.object(address);
    return object < 1 || object > scenario.memory().size() ? -1 : object - 1;
  }

  public int location(int memory, int element) {
    return firstLocation[memory] + element;
  }

  /** Returns the address of a location. */
  public long address(int location) {
    int m = memoryOf(location);
    int bytes = scenario.memory().get(m).elementBytes();
    return Address.of(m + 1, (long) (location - firstLocation[m]) * bytes);
  }

  public int memoryOf(int location) {
    int m = 0;
    while (firstLocation[m + 1] <= location) {
      m++;
    }
    return m;
  }

  /** Returns whether a location is a non-atomic one. */
  public boolean isNonAtomic(int location) {
    return !scenario.memory().get(memoryOf(location)).atomic();
  }

  /** See {@link Scenario#launched}. */
  public boolean launched() {
    return scenario.launched();
  }

  /** Returns whether something reads what memory held at first though that is not defined. */
  public boolean readsUndefined() {
    for (int e = 0; e < execution.size(); e++) {
      int write = execution.source(e);
      if (write >= 0
          && execution.event(write).isInit()
          && !scenario.memory().get(memoryOf(execution.event(write).location())).defined()) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a work-item does not come to a barrier that others of its group come to. */
  public boolean missesBarrier() {
    Map<List<Integer>, Integer> entries = new HashMap<>();
    for (int e = 0; e < execution.size(); e++) {
      Event event = execution.event(e);
      if (event.kind() == Event.Kind.ENTRY_FENCE) {
        entries.merge(List.of(event.workGroup(), event.barrier()), 1, Integer::sum);
      }
    }
    for (Map.Entry<List<Integer>, Integer> entry : entries.entrySet()) {
      int group = entry.getKey().getFirst();
      long members = scenario.threads().stream().filter(w -> groupNumber(w) == group).count();
      if (members != entry.getValue()) {
        return true;
      }
    }
    return false;
  }

  /** See {@link Scenario#scoped}. */
  boolean scoped() {
    return scenario.scoped();
  }

  /** Returns whether a location is in local memory, and not in global memory. */
  public boolean isLocal(int location) {
    return scenario.memory().get(memoryOf(location)).local();
  }

  /** The name of a location in the source. */
  String name(int location) {
    int m = memoryOf(location);
    Scenario.Memory memory = scenario.memory().get(m);
    int element = location - firstLocation[m];
    return memory.initial().size() == 1 ? memory.name() : memory.name() + "[" + element + "]";
  }

  /** A value as the source has it: the name of a location for its address. */
  String show(long value) {
    int m = memory(value);
    int location = m >= 0 ? location(value, scenario.memory().get(m).elementBytes()) : -1;
    return location < 0 ? Long.toString(value) : name(location);
  }

  /** Adds an access or a fence of a thread; its location is -1 for fences. */
  public int add(
      ThreadState s, int thread, Op c, Event.Kind kind, MemoryOrder order, int location) {
    Scenario.Worker worker = s.code.worker;
    boolean fence = location < 0;
    Scenario.Memory memory = fence ? null : scenario.memory().get(memoryOf(location));
    MemoryStrength says = c.strength;
    int barrier =
        kind == Event.Kind.ENTRY_FENCE || kind == Event.Kind.EXIT_FENCE
            ? c.barrier + ((scenario.launched() ? meetings(thread) : s.backEdges) << 12)
            : -1;
    int id =
        execution.add(
            new Event(
                thread,
                groupNumber(worker) * 1024 + worker.subGroup(),
                groupNumber(worker),
                worker.device(),
                kind,
                says != null,
                order,
                says == null
                    ? MemoryScope.NONE
                    : SCOPES.getOrDefault(says.scope(), MemoryScope.NONE),
                location,
                memory != null && !memory.atomic(),
                memory == null ? orders(says, FenceFlag.GLOBAL) : !memory.local(),
                memory == null ? orders(says, FenceFlag.LOCAL) : memory.local(),
                barrier,
                instances++));
    code[id] = c;
    epoch[id] = s.backEdges;
    sequence(id, thread, c);
    dependencies(id, s, c);
    return id;
  }

  /** Returns a memory order as models have it. */
  public static MemoryOrder order(dev.barnacle.ir.MemoryOrder order) {
    return ORDERS.getOrDefault(order, MemoryOrder.NONE);
  }

  private static boolean orders(@Nullable MemoryStrength says, FenceFlag memory) {
    return says != null && says.flags().contains(memory);
  }

  /** Returns the number of barriers that a thread has come through. */
  private int meetings(int thread) {
    int exits = 0;
    for (int e = 0; e < execution.size(); e++) {
      Event event = execution.event(e);
      exits += event.thread() == thread && event.kind() == Event.Kind.EXIT_FENCE ? 1 : 0;
    }
    return exits;
  }

  private static int groupNumber(Scenario.Worker worker) {
    return worker.device() * 1024 + worker.workGroup();
  }

  private void sequence(int id, int thread, Op c) {
    Set<Instruction> not = scenario.unsequenced().getOrDefault(c.source, Set.of());
    var sb = execution.relation(BaseRelation.SEQUENCED_BEFORE);
    for (int e = 0; e < id; e++) {
      if (execution.event(e).thread() == thread) {
        Op other = code[e];
        boolean apart =
            !not.isEmpty() && other != null && epoch[e] == epoch[id] && not.contains(other.source);
        if (!apart) {
          sb.add(e, id);
        }
      }
    }
  }

  private void dependencies(int id, ThreadState s, Op c) {
    long data = 0;
    for (int k = 1; k < c.operands.length; k++) {
      data = dependencies.union(data, s.taint[c.operands[k]]);
    }
    if (c.operands.length > 0) {
      mask(BaseRelation.ADDRESS, s.taint[c.a], id);
      mask(BaseRelation.DATA, data, id);
    }
    mask(BaseRelation.CONTROL, s.control, id);
  }

  private void mask(BaseRelation relation, long reads, int to) {
    if (reads != 0) {
      dependencies.forEach(reads, read -> execution.relation(relation).add(read, to));
    }
  }
}
