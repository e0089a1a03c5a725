package dev.barnacle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.engine.fault.FaultKind;
import dev.barnacle.explore.SpinProgram.Kind;
import dev.barnacle.explore.SpinProgram.Op;
import dev.barnacle.ir.MemoryOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/**
 * Kernels that wait, against the graph of all states that they can come to by steps of one
 * work-item after another: the same final states, and the same answer to whether they can hang,
 * under each progress model.
 *
 * <p>Steps one after another are exact for these kernels, whatever the memory model else allows.
 * Where all operations are seq_cst and of one scope, the SC axiom says so. Where there is one
 * object only, coherence says so: give each write its place in modification order, and each read
 * that of the write it reads from and a half; then neither happens-before nor reads-from,
 * modification order or from-reads lead to a lower place, and those that lead to the same place are
 * happens-before between reads, which has no cycle.
 */
final class LivenessOracleTest {
  private static final int MOST_STATES = 20_000;

  /** One round of a loop that compares and exchanges says nothing of the next. */
  @Test
  void aRoundThatFailsOnceDoesNotFailForEver() throws ExploreException {
    Op exchange = new Op(Kind.EXCHANGE, false, 0, MemoryOrder.RELAXED, 1, 0);
    Op increment = new Op(Kind.INCREMENT, false, 0, MemoryOrder.RELAXED, 0, 0);
    for (int size = 1; size <= 2; size++) {
      check(new SpinProgram(1, size, List.of(List.of(exchange), List.of(increment))), l -> {});
    }
  }

  /** Others may stand still between two writes, or go on and end the wait. */
  @Test
  void whoStandsStillMayDoSoAnywhere() throws ExploreException {
    Op one = new Op(Kind.EXCHANGE, false, 0, MemoryOrder.RELAXED, 1, 0);
    Op zero = new Op(Kind.EXCHANGE, false, 0, MemoryOrder.RELAXED, 0, 0);
    Op await = new Op(Kind.AWAIT, false, 0, MemoryOrder.RELAXED, 0, 0);
    for (int size = 1; size <= 2; size++) {
      check(new SpinProgram(1, size, List.of(List.of(await), List.of(one, zero))), l -> {});
    }
  }

  /** Who has come to a barrier with all of its group can go on, as it is sure to. */
  @Test
  void whoHasMetGoesOn() throws ExploreException {
    Op await = new Op(Kind.AWAIT, false, 0, MemoryOrder.RELAXED, 0, 0);
    Op load = new Op(Kind.LOAD, false, 0, MemoryOrder.RELAXED, 0, 0);
    Op one = new Op(Kind.EXCHANGE, false, 0, MemoryOrder.RELAXED, 1, 0);
    Op zero = new Op(Kind.EXCHANGE, false, 0, MemoryOrder.RELAXED, 0, 0);
    Op barrier = new Op(Kind.BARRIER, false, 0, MemoryOrder.RELAXED, 0, 0);
    List<Op> other = List.of(load, one, barrier, zero);
    check(new SpinProgram(1, 1, List.of(List.of(await, load, barrier), other)), l -> {});
  }

  /**
   * Who polls by exchanges may do so for ever before the other's update, which takes what it wrote.
   */
  @Test
  void pollsByExchangesBeforeAnUpdate() throws ExploreException {
    Op poll = new Op(Kind.SPIN_EXCHANGE, false, 0, MemoryOrder.RELAXED, 0, 1);
    Op barrier = new Op(Kind.BARRIER, false, 0, MemoryOrder.SEQ_CST, 0, 0);
    for (Kind update : List.of(Kind.INCREMENT, Kind.ADD, Kind.EXCHANGE)) {
      Op end = new Op(update, false, 0, MemoryOrder.RELAXED, 1, 0);
      for (int size = 1; size <= 2; size++) {
        check(new SpinProgram(1, size, List.of(List.of(end), List.of(poll))), l -> {});
        List<Op> met = List.of(barrier, end);
        check(new SpinProgram(1, size, List.of(met, List.of(barrier, poll))), l -> {});
      }
    }
  }

  /** Who stands still may do so before an update that would keep others from theirs. */
  @Test
  void pollsByExchangesBeforeAnUpdateOfAnotherGroup() throws ExploreException {
    Op load = new Op(Kind.LOAD, false, 0, MemoryOrder.RELAXED, 0, 0);
    Op poll = new Op(Kind.SPIN_EXCHANGE, false, 0, MemoryOrder.RELAXED, 0, 1);
    Op end = new Op(Kind.EXCHANGE, false, 0, MemoryOrder.RELAXED, 1, 0);
    Op barrier = new Op(Kind.BARRIER, false, 0, MemoryOrder.SEQ_CST, 0, 0);
    List<List<Op>> met =
        List.of(List.of(load, barrier), List.of(poll, barrier), List.of(end, barrier));
    check(new SpinProgram(1, 1, met), l -> {});
  }

  /** Nor need an update be made for what its work-item wrote before. */
  @Test
  void pollsByExchangesBeforeAnUpdateBehindAWrite() throws ExploreException {
    Op set = new Op(Kind.STORE, false, 1, MemoryOrder.SEQ_CST, 1, 0);
    Op await = new Op(Kind.AWAIT, false, 1, MemoryOrder.SEQ_CST, 0, 1);
    Op polls = new Op(Kind.SPIN_EXCHANGE, false, 0, MemoryOrder.SEQ_CST, 0, 1);
    for (Kind update : List.of(Kind.EXCHANGE, Kind.ADD, Kind.INCREMENT)) {
      Op ends = new Op(update, false, 0, MemoryOrder.SEQ_CST, 1, 0);
      check(new SpinProgram(2, 1, List.of(List.of(await, polls), List.of(set, ends))), l -> {});
      check(new SpinProgram(2, 1, List.of(List.of(set, ends), List.of(await, polls))), l -> {});
      check(new SpinProgram(2, 2, List.of(List.of(await, polls), List.of(set, ends))), l -> {});
    }
  }

  /** Who stands still at an update behind a barrier does so before another that goes on. */
  @Test
  void pollsByExchangesBehindABarrier() throws ExploreException {
    Op barrier = new Op(Kind.BARRIER, false, 0, MemoryOrder.SEQ_CST, 0, 0);
    Op two = new Op(Kind.EXCHANGE, false, 0, MemoryOrder.RELAXED, 2, 0);
    Op poll = new Op(Kind.SPIN_EXCHANGE, false, 0, MemoryOrder.RELAXED, 1, 2);
    check(new SpinProgram(1, 2, List.of(List.of(barrier, two), List.of(barrier, poll))), l -> {});
    check(new SpinProgram(1, 2, List.of(List.of(barrier, poll), List.of(barrier, two))), l -> {});
  }

  @Property
  void whatHangsIsWhatRunsForEver(@ForAll("programs") SpinProgram program) throws ExploreException {
    check(program, what -> Statistics.label("looked at").collect(what));
  }

  private static boolean hasBarrier(SpinProgram program) {
    return program.items().stream().flatMap(List::stream).anyMatch(o -> o.kind() == Kind.BARRIER);
  }

  /** Every model at one level, and with another below. */
  private static List<ProgressRules> rules() {
    List<ProgressRules> rules = new ArrayList<>();
    for (ProgressModel model : ProgressModel.values()) {
      rules.add(ProgressRules.of(model));
      if (model != ProgressModel.FAIR) {
        rules.add(new ProgressRules(ProgressModel.FAIR, ProgressModel.FAIR, model));
        rules.add(new ProgressRules(model, ProgressModel.FAIR, ProgressModel.HSA));
        rules.add(new ProgressRules(model, ProgressModel.FAIR, ProgressModel.OBE));
        rules.add(new ProgressRules(model, ProgressModel.FAIR, ProgressModel.UNFAIR));
      }
    }
    return rules;
  }

  private static void check(SpinProgram program, Consumer<String> labels) throws ExploreException {
    StateGraph graph;
    try {
      graph = new StateGraph(program, MOST_STATES);
    } catch (StateGraph.TooBig e) {
      labels.accept("too big");
      return;
    }
    for (ProgressRules model : rules()) {
      if (model.subGroup() == ProgressModel.HSA && hasBarrier(program)) {
        continue; // refused
      }
      SpinKernel kernel = new SpinKernel(program);
      KernelOutcome outcome = kernel.explore(model);
      Set<FaultKind> kinds =
          outcome.faults().stream().map(KernelFault::kind).collect(Collectors.toSet());
      assertTrue(
          Set.<FaultKind>of(ExplorationKind.HANG).containsAll(kinds),
          () -> model + ": " + outcome.faults());
      if (!outcome.complete()) {
        labels.accept("too much, or changes for ever");
        continue;
      }
      labels.accept(model + (kinds.isEmpty() ? " ends" : " hangs"));
      assertEquals(
          graph.hangs(model),
          !kinds.isEmpty(),
          () -> model + ": " + program + " " + outcome.faults());
      assertEquals(graph.finals(), kernel.states(outcome), model + ": " + program);
    }
  }

  @Provide
  Arbitrary<SpinProgram> programs() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 3),
            op().list().ofMinSize(1).ofMaxSize(3).list().ofMinSize(2).ofMaxSize(4),
            Arbitraries.of(true, false),
            Arbitraries.integers().between(-4, 3))
        .as(LivenessOracleTest::program);
  }

  private static Arbitrary<Op> op() {
    return Combinators.combine(
            Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of(Kind.LOAD, Kind.EXCHANGE, Kind.COMPARE_EXCHANGE)),
                Tuple.of(4, Arbitraries.of(Kind.STORE, Kind.ADD)),
                Tuple.of(
                    4,
                    Arbitraries.of(
                        Kind.AWAIT,
                        Kind.AWAIT_OTHER,
                        Kind.SPIN_EXCHANGE,
                        Kind.SPIN_COMPARE_EXCHANGE)),
                Tuple.of(1, Arbitraries.of(Kind.INCREMENT))),
            Arbitraries.frequency(Tuple.of(5, false), Tuple.of(1, true)),
            Arbitraries.integers().between(0, 2),
            Arbitraries.of(MemoryOrder.class).filter(o -> o != MemoryOrder.CONSUME),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 2))
        .as(Op::new);
  }

  /**
   * Makes one.
   *
   * @param barrier before which operation all meet; none if negative
   */
  private static SpinProgram program(int objects, List<List<Op>> items, boolean one, int barrier) {
    boolean grouped = !one && items.size() == 4;
    int groupSize = grouped ? 2 : items.size() % 2 == 1 || !one ? 1 : items.size();
    List<List<Op>> all = new ArrayList<>();
    for (List<Op> item : items) {
      List<Op> ops = new ArrayList<>();
      for (Op op : item) {
        MemoryOrder order = objects == 1 ? op.order() : MemoryOrder.SEQ_CST;
        ops.add(
            new Op(
                op.kind(), op.guarded(), op.object() % objects, order, op.value(), op.expected()));
      }
      all.add(ops);
    }
    if (barrier >= 0) {
      for (List<Op> ops : all) {
        while (ops.size() < barrier) {
          ops.add(new Op(Kind.LOAD, false, 0, MemoryOrder.SEQ_CST, 0, 0));
        }
        ops.add(barrier, new Op(Kind.BARRIER, false, 0, MemoryOrder.SEQ_CST, 0, 0));
      }
    }
    return new SpinProgram(objects, groupSize, all);
  }
}
