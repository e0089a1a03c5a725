package dev.barnacle.explore.internal.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.program.AddressLayout;
import dev.barnacle.explore.internal.program.Arithmetic;
import dev.barnacle.explore.internal.program.Code;
import dev.barnacle.explore.internal.program.Setup;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.trace.Trace;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The values that a waiting read may be guessed to return, before the write that it reads from is
 * known: those that the rest of some waiting thread may write.
 *
 * <p>The model takes a set V of values that contains at least 0 and 1 (Wickerson and Batty, "Taming
 * the complexities of the C11 and OpenCL memory models", technical appendix, section B). Here V is:
 * 0, 1, the initial values, the constants of the program and of the condition, and what the
 * program's instructions make of values in V in as many steps as instructions are left. The
 * analysis starts from what the threads hold, keeps one set a slot and one a memory, and never
 * misses a value.
 */
public final class ValueSets {
  private static final int LIMIT = 256;

  private final Set<Long> seed = new TreeSet<>(List.of(0L, 1L));
  private final Map<Integer, Set<Long>> initial = new HashMap<>();
  private boolean overflow;

  public ValueSets(Scenario scenario, List<ThreadCode> threads, List<Long> constants) {
    seed.addAll(constants);
    for (ThreadCode code : threads) {
      for (int i = code.fixed.nextSetBit(0); i >= 0; i = code.fixed.nextSetBit(i + 1)) {
        long v = code.template.get(i);
        if (Math.abs(v) < 1L << 32 && !code.truths.get(i)) {
          seed.add(v);
        }
      }
    }
    for (int m = 0; m < scenario.memory().size(); m++) {
      Set<Long> values = new TreeSet<>();
      for (Scenario.Initial i : scenario.memory().get(m).initial()) {
        values.add(Setup.initial(scenario, i));
      }
      initial.put(m, values);
    }
  }

  /** Returns whether some set grew too big to keep. */
  boolean overflow() {
    return overflow;
  }

  /**
   * The values that waiting threads may still write to a memory.
   *
   * @param trace the execution so far
   * @param memory the memory's number
   * @param reader the thread whose read is to be guessed; what it writes itself counts only if
   *     {@code ownFuture}
   */
  Set<Long> candidates(
      ThreadState[] threads, Trace trace, int memory, int reader, boolean ownFuture)
      throws ExploreException {
    Analysis analysis = new Analysis(threads, trace);
    analysis.run();
    Set<Long> result = new TreeSet<>();
    for (int t = 0; t < threads.length; t++) {
      if (t != reader || ownFuture) {
        result.addAll(analysis.writes.get(t).getOrDefault(memory, Set.of()));
      }
    }
    return result;
  }

  /** A function of two values. */
  @FunctionalInterface
  private interface Pair {
    long of(long a, long b) throws ExploreException;
  }

  private final class Analysis {
    private final ThreadState[] threads;
    private final List<List<Code>> left = new ArrayList<>();
    private final List<List<Set<Long>>> slots = new ArrayList<>();
    private final List<List<Set<Long>>> cells = new ArrayList<>();
    private final List<Map<Integer, Set<Long>>> writes = new ArrayList<>();
    private final Map<Integer, Set<Long>> memories = new HashMap<>();
    private boolean changed;

    Analysis(ThreadState[] threads, Trace trace) {
      this.threads = threads;
      for (ThreadState s : threads) {
        left.add(s.waiting ? s.code.loops.from(s.block, s.index) : List.of());
        slots.add(sets(s.slots));
        cells.add(sets(s.memory));
        writes.add(new HashMap<>());
      }
      initial.forEach(
          (m, values) -> {
            Set<Long> all = new TreeSet<>(values);
            all.addAll(seed);
            memories.put(m, all);
          });
      for (int e = 0; e < trace.execution.size(); e++) {
        if (trace.execution.event(e).isWrite()) {
          int m = trace.memoryOf(trace.execution.event(e).location());
          memories.computeIfAbsent(m, k -> new TreeSet<>()).add(trace.written[e]);
        }
      }
    }

    private static List<Set<Long>> sets(long[] values) {
      List<Set<Long>> list = new ArrayList<>();
      for (long v : values) {
        list.add(new TreeSet<>(List.of(v)));
      }
      return list;
    }

    void run() throws ExploreException {
      int rounds = 2;
      for (List<Code> codes : left) {
        rounds += (int) codes.stream().filter(c -> c.reads() || c.writes()).count();
      }
      changed = true;
      for (int i = 0; i < rounds && changed; i++) {
        changed = false;
        for (int t = 0; t < threads.length; t++) {
          for (ThreadCode.Move[] moves :
              left.get(t).isEmpty()
                  ? List.<ThreadCode.Move[]>of()
                  : threads[t].code.edgeMoves.values()) {
            for (ThreadCode.Move m : moves) {
              add(slot(t, m.to()), slot(t, m.from()));
            }
          }
          for (Code c : left.get(t)) {
            transfer(t, c);
          }
        }
      }
    }

    private void add(Set<Long> to, Iterable<Long> values) {
      for (long v : values) {
        if (to.size() < LIMIT) {
          changed |= to.add(v);
        } else {
          overflow |= !to.contains(v);
        }
      }
    }

    private Set<Long> slot(int thread, int slot) {
      return slots.get(thread).get(slot);
    }

    private void transfer(int t, Code c) throws ExploreException {
      switch (c.kind) {
        case BINARY -> pairs(t, c, (a, b) -> Arithmetic.binary((Binary) c.source, a, b));
        case COMPARE ->
            pairs(t, c, (a, b) -> Arithmetic.compare((Compare) c.source, a, b) ? -1L : 0L);
        case CAST -> {
          for (long a : List.copyOf(slot(t, c.a))) {
            add(slot(t, c.result), List.of(Arithmetic.cast((Cast) c.source, a)));
          }
        }
        case APPLY -> apply(t, c);
        case SELECT -> {
          add(slot(t, c.result), List.copyOf(slot(t, c.b)));
          add(slot(t, c.result), List.copyOf(slot(t, c.c)));
        }
        case POINTER_ADD -> pairs(t, c, Long::sum);
        case LOAD, ATOMIC_LOAD, RMW, EXCHANGE, STORE, ATOMIC_STORE -> access(t, c);
        default -> {}
      }
    }

    private void apply(int t, Code c) {
      List<Long> none = List.of(0L);
      for (long x : List.copyOf(slot(t, c.a))) {
        for (long y : c.b < 0 ? none : List.copyOf(slot(t, c.b))) {
          for (long z : c.c < 0 ? none : List.copyOf(slot(t, c.c))) {
            add(slot(t, c.result), List.of(Arithmetic.apply(c, x, y, z)));
          }
        }
      }
    }

    private void pairs(int t, Code c, Pair pair) throws ExploreException {
      for (long a : List.copyOf(slot(t, c.a))) {
        for (long b : List.copyOf(slot(t, c.b))) {
          add(slot(t, c.result), List.of(pair.of(a, b)));
        }
      }
    }

    private void access(int t, Code c) throws ExploreException {
      for (long address : List.copyOf(slot(t, c.a))) {
        int memory = AddressLayout.memory(address);
        if (AddressLayout.isPrivate(address)) {
          int cell = threads[t].code.cell(address);
          if (cell >= 0) {
            privateAccess(t, c, cells.get(t).get(cell));
          }
          continue;
        }
        Set<Long> target = memories.computeIfAbsent(memory, k -> new TreeSet<>());
        if (c.reads()) {
          add(slot(t, c.result), List.copyOf(target));
        }
        if (c.writes()) {
          Set<Long> written = writes.get(t).computeIfAbsent(memory, k -> new TreeSet<>());
          add(written, written(t, c, target));
          add(target, List.copyOf(written));
        }
      }
    }

    private void privateAccess(int t, Code c, Set<Long> cell) {
      if (c.reads()) {
        add(slot(t, c.result), List.copyOf(cell));
      } else {
        add(cell, List.copyOf(slot(t, c.b)));
      }
    }

    private List<Long> written(int t, Code c, Set<Long> target) throws ExploreException {
      if (c.kind != Code.Kind.RMW) {
        return List.copyOf(slot(t, c.kind == Code.Kind.EXCHANGE ? c.c : c.b));
      }
      List<Long> values = new ArrayList<>();
      for (long old : target) {
        for (long b : slot(t, c.b)) {
          values.add(Arithmetic.rmw((AtomicRmw) c.source, old, b));
        }
      }
      return values;
    }
  }
}
