package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Edits;
import dev.barnacle.explore.internal.kernel.code.FunctionCode;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Intrinsic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The code of one thread: operations on registers of one lane each, without calls, of which every
 * access has its pointer in {@code a}, and what it writes behind it.
 */
public final class ThreadCode {
  public final Scenario.Worker worker;
  public final Op[] ops;

  /** The first values of the registers. */
  public final long[] template;

  /** The registers whose value never changes. */
  public final BitSet fixed;

  /** The constants among them that are truth values, not numbers. */
  public final BitSet truths;

  /** The first cell of each variable in private memory. */
  public final IdentityHashMap<Alloca, Integer> privates = new IdentityHashMap<>();

  /** The first content of private memory; see {@link PrivateCells}. */
  public final long[] memory;

  /** The number of the first object that is private memory. */
  final int firstPrivate;

  final PrivateCells cells;

  /** The variable in which a work-item notes its last mistake. */
  public final Alloca mistakes;

  /** See {@link Scenario#launched}. */
  final boolean launched;

  public final ThreadLoops loops;

  /** The number of writes that may come. */
  public final WriteCounts writeCounts = new WriteCounts(this);

  /** True if an operation uses what nothing was given to. */
  public final boolean usesUndefined;

  private final Map<Integer, Integer> pointerOf = new HashMap<>();
  private final Map<Integer, Written> writesFrom = new ConcurrentHashMap<>();

  /**
   * Makes the code of a thread.
   *
   * @param numbers the numbers of the barriers that are known
   */
  public ThreadCode(
      ThreadMaker maker, Scenario scenario, Scenario.Worker worker, Map<String, Integer> numbers) {
    this.worker = worker;
    this.launched = scenario.launched();
    for (Map.Entry<Op, String> barrier : maker.barriers().entrySet()) {
      Op op = barrier.getKey();
      String other = launched ? barrier.getValue() : "@" + System.identityHashCode(op.source);
      String name = scenario.barriers().getOrDefault(op.source, other);
      op.barrier = numbers.computeIfAbsent(name, k -> numbers.size());
    }
    ops = maker.finish();
    template = new long[maker.values.template.size()];
    for (int i = 0; i < template.length; i++) {
      template[i] = maker.values.template.get(i);
    }
    fixed = maker.values.fixed;
    truths = maker.values.truths;
    usesUndefined = maker.values.areUndefined();
    mistakes = maker.mistakes();
    firstPrivate = maker.firstPrivate();
    cells = new PrivateCells(this, maker.pieces());
    memory = cells.initial();
    for (Op op : ops) {
      if (op.kind == Op.Kind.POINTER_ADD) {
        pointerOf.put(op.result, op.a);
      }
    }
    loops = new ThreadLoops(this);
  }

  /** Returns the code of a scenario's threads. */
  public static List<ThreadCode> of(Scenario scenario) throws ExploreException {
    List<Function> functions = new ArrayList<>();
    scenario.threads().forEach(worker -> functions.add(worker.function()));
    KernelCode code = new KernelCode(functions, Edits.NONE);
    long[] constants = code.constants();
    List<ThreadCode> threads = new ArrayList<>();
    Map<String, Integer> barriers = new HashMap<>();
    for (Scenario.Worker worker : scenario.threads()) {
      FunctionCode function = code.of(worker.function());
      long[] arguments = new long[worker.arguments().size()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = Address.of(worker.arguments().get(i) + 1, 0);
      }
      ThreadMaker maker =
          new ThreadMaker(scenario.memory().size(), null).make(function, constants, arguments);
      threads.add(new ThreadCode(maker, scenario, worker, barriers));
    }
    return threads;
  }

  /** Returns whether an operation reads memory, private memory included. */
  public static boolean reads(Op op) {
    return switch (op.kind) {
      case LOAD, ATOMIC_LOAD, ATOMIC_RMW, COMPARE_EXCHANGE -> true;
      default -> false;
    };
  }

  /** Returns whether an operation may write memory, private memory included. */
  public static boolean writes(Op op) {
    return switch (op.kind) {
      case STORE, ATOMIC_STORE, ATOMIC_RMW, COMPARE_EXCHANGE -> true;
      default -> false;
    };
  }

  /** Returns whether it is an access that is no atomic operation. */
  public static boolean isPlain(Op op) {
    return op.kind == Op.Kind.LOAD || op.kind == Op.Kind.STORE;
  }

  /** Returns whether an address is one of private memory. */
  public boolean isPrivate(long address) {
    return cells.has(address);
  }

  /** Returns the cell at an address of private memory, -1 if there is none. */
  public int cell(long address) {
    return cells.at(address);
  }

  /**
   * Returns whether the thread may, from a place on, write a location.
   *
   * @param memory the memory that it is in
   * @param address its address
   */
  public boolean mayWrite(int from, int memory, long address) {
    Written written = writesFrom.computeIfAbsent(from, this::written);
    return written.somewhere().get(memory)
        || written.somewhere().get(ANY)
        || written.addresses().contains(address);
  }

  /**
   * The writes from a place on.
   *
   * @param somewhere the memories that are written at addresses that are not known before
   * @param addresses those that are known
   */
  private record Written(BitSet somewhere, Set<Long> addresses) {}

  private static final int ANY = 1 << 20;

  private Written written(int from) {
    Written known = new Written(new BitSet(), new HashSet<>());
    for (Op op : loops.from(from)) {
      if (writes(op)) {
        int memory = target(op);
        if (memory != PRIVATE_ONLY && fixed.get(op.a)) {
          known.addresses().add(template[op.a]);
        } else if (memory != PRIVATE_ONLY) {
          known.somewhere().set(memory < 0 ? ANY : memory);
        }
      }
    }
    return known;
  }

  /** The operations from a place on that may write a memory. */
  public List<Op> writesFrom(int from, int memory) {
    return loops.from(from).stream().filter(op -> mayWrite(op, memory)).toList();
  }

  /** Returns whether the thread may, from a place on, write a cell of its private memory. */
  public boolean mayWriteCell(int from, int cell) {
    for (Op op : loops.from(from)) {
      if (writes(op)
          && (target(op) == -1
              || (target(op) == PRIVATE_ONLY && cell(template[base(op)]) == cell))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether an operation may write a memory. */
  public boolean mayWrite(Op op, int memory) {
    if (!writes(op)) {
      return false;
    }
    int target = target(op);
    return target == memory || target == -1;
  }

  /** Returns whether executions are left out in which an assumption is false. */
  public boolean leavesOut() {
    return Arrays.stream(ops)
        .anyMatch(op -> op.kind == Op.Kind.REQUIRED && op.source instanceof Intrinsic);
  }

  /** Returns whether it has a barrier. */
  public boolean hasBarrier() {
    return Arrays.stream(ops).anyMatch(op -> op.kind == Op.Kind.BARRIER);
  }

  /**
   * Returns whether no other thread can find a fault in what it does: only atomic accesses and
   * fences.
   */
  public boolean onlyAtomic() {
    return Arrays.stream(ops).noneMatch(op -> isPlain(op) && target(op) != PRIVATE_ONLY)
        && !hasBarrier();
  }

  private static final int PRIVATE_ONLY = -2;

  /** The memory that an access goes to, -1 if it may be any, -2 if it is private. */
  private int target(Op op) {
    int register = base(op);
    if (!fixed.get(register)) {
      return -1;
    }
    long value = template[register];
    return isPrivate(value) ? PRIVATE_ONLY : Address.object(value) - 1;
  }

  /** The register of the pointer that an access's address is computed from. */
  private int base(Op op) {
    int register = op.a;
    for (Integer next = register; next != null; next = pointerOf.get(register)) {
      register = next;
    }
    return register;
  }
}
