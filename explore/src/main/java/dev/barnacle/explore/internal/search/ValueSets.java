package dev.barnacle.explore.internal.search;

import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.code.Updates;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
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
final class ValueSets {
  private static final int LIMIT = 256;

  private final Set<Long> seed = new TreeSet<>(List.of(0L, 1L));
  private final Map<Integer, Set<Long>> initial = new HashMap<>();
  private boolean overflow;

  ValueSets(Scenario scenario, List<ThreadCode> threads, List<Long> constants) {
    seed.addAll(constants);
    for (ThreadCode code : threads) {
      for (int i = code.fixed.nextSetBit(0); i >= 0; i = code.fixed.nextSetBit(i + 1)) {
        long v = code.template[i];
        if (Math.abs(v) < 1L << 32 && !code.truths.get(i)) {
          seed.add(v);
        }
      }
    }
    for (int m = 0; m < scenario.memory().size(); m++) {
      Set<Long> values = new TreeSet<>();
      for (Scenario.Initial i : scenario.memory().get(m).initial()) {
        values.add(Trace.initial(scenario, i));
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
      ThreadState[] threads, Trace trace, int memory, int reader, boolean ownFuture) {
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

  private final class Analysis {
    private final ThreadState[] threads;
    private final List<List<Op>> left = new ArrayList<>();
    private final List<List<Set<Long>>> slots = new ArrayList<>();
    private final List<List<Set<Long>>> cells = new ArrayList<>();
    private final List<Map<Integer, Set<Long>>> writes = new ArrayList<>();
    private final Map<Integer, Set<Long>> memories = new HashMap<>();
    private boolean changed;

    Analysis(ThreadState[] threads, Trace trace) {
      this.threads = threads;
      for (ThreadState s : threads) {
        left.add(s.waiting ? s.code.loops.from(s.at) : List.of());
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

    void run() {
      int rounds = 2;
      for (List<Op> codes : left) {
        rounds +=
            (int) codes.stream().filter(c -> ThreadCode.reads(c) || ThreadCode.writes(c)).count();
      }
      changed = true;
      for (int i = 0; i < rounds && changed; i++) {
        changed = false;
        for (int t = 0; t < threads.length; t++) {
          for (Op op : left.get(t).isEmpty() ? new Op[0] : threads[t].code.ops) {
            moves(t, op);
          }
          for (Op c : left.get(t)) {
            transfer(t, c);
          }
        }
      }
    }

    private void moves(int t, Op op) {
      for (Edge edge : op.edges) {
        for (int i = 0; i < edge.to().length; i++) {
          add(slot(t, edge.to()[i]), slot(t, edge.from()[i]));
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

    private void transfer(int t, Op c) {
      switch (c.kind) {
        case SELECT -> {
          add(slot(t, c.result), List.copyOf(slot(t, c.b)));
          add(slot(t, c.result), List.copyOf(slot(t, c.c)));
        }
        case BINARY, COMPARE, CAST, NEGATE, INTRINSIC, POINTER_ADD, REGROUP ->
            apply(t, c, new long[Math.max(3, c.operands.length)], 0);
        case LOAD, ATOMIC_LOAD, ATOMIC_RMW, COMPARE_EXCHANGE, STORE, ATOMIC_STORE -> access(t, c);
        default -> {}
      }
    }

    /** Applies an operation to all values of its operands, of which some are chosen. */
    private void apply(int t, Op c, long[] chosen, int count) {
      if (count == c.operands.length) {
        long value =
            c.kind == Op.Kind.REGROUP
                ? c.regroup(Arrays.copyOf(chosen, count))
                : c.apply(chosen[0], chosen[1], chosen[2]);
        add(slot(t, c.result), List.of(value));
        return;
      }
      for (long value : List.copyOf(slot(t, c.operands[count]))) {
        chosen[count] = value;
        apply(t, c, chosen, count + 1);
      }
    }

    private void access(int t, Op c) {
      for (long address : List.copyOf(slot(t, c.a))) {
        int memory = Address.object(address) - 1;
        if (threads[t].code.isPrivate(address)) {
          int cell = threads[t].code.cell(address);
          if (cell >= 0) {
            privateAccess(t, c, cells.get(t).get(cell));
          }
          continue;
        }
        Set<Long> target = memories.computeIfAbsent(memory, k -> new TreeSet<>());
        if (ThreadCode.reads(c)) {
          add(slot(t, c.result), loaded(c, target));
        }
        if (ThreadCode.writes(c)) {
          Set<Long> written = writes.get(t).computeIfAbsent(memory, k -> new TreeSet<>());
          add(written, written(t, c, target));
          add(target, List.copyOf(written));
        }
      }
    }

    private void privateAccess(int t, Op c, Set<Long> cell) {
      if (ThreadCode.reads(c)) {
        add(slot(t, c.result), loaded(c, cell));
      } else {
        add(cell, stored(c, slot(t, c.b)));
      }
    }

    private static List<Long> loaded(Op c, Set<Long> memory) {
      return isKept(c) ? List.copyOf(memory) : memory.stream().map(c::loaded).toList();
    }

    private static List<Long> stored(Op c, Set<Long> registers) {
      return isKept(c) ? List.copyOf(registers) : registers.stream().map(c::stored).toList();
    }

    /** Returns whether memory holds what a register does. */
    private static boolean isKept(Op c) {
      return !c.floating && c.bits > 1;
    }

    private List<Long> written(int t, Op c, Set<Long> target) {
      if (c.kind != Op.Kind.ATOMIC_RMW) {
        return stored(c, slot(t, c.kind == Op.Kind.COMPARE_EXCHANGE ? c.c : c.b));
      }
      List<Long> values = new ArrayList<>();
      for (long old : target) {
        for (long b : slot(t, c.b)) {
          values.add(c.stored(Updates.of(c, old, b)));
        }
      }
      return values;
    }
  }
}
