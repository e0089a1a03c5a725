package dev.barnacle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.RandomProgram.Cell;
import dev.barnacle.explore.RandomProgram.Kind;
import dev.barnacle.explore.RandomProgram.Member;
import dev.barnacle.explore.RandomProgram.Op;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/**
 * Kernels against the oracle, which asks the .cat model of every complete execution one by one: the
 * same final states where no execution has a fault, and a fault in the one where there is one in
 * the other. Where a read decides what is written, the .cat models allow values out of thin air,
 * and the kernel has fewer executions, but all without cycles of sequenced-before and reads-from.
 */
final class KernelOracleTest {
  private static final int MOST_EVENTS = 10;
  private static final int BUDGET = Integer.getInteger("oracle.budget", 20_000);
  private static final Map<KernelModel, String> INCLUDED =
      Map.of(
          KernelModel.OPENCL, "opencl.cat",
          KernelModel.OPENCL_SCOPED, "opencl-scoped.cat",
          KernelModel.OPENCL_3_1, "opencl-3.1.cat");

  private static Model model(KernelModel model, boolean cycles) throws ModelException {
    String text = "\"user\"\ninclude \"" + INCLUDED.get(model) + "\"\n";
    String axiom = cycles ? "" : "acyclic (sb | rf) as NoThinAir\n";
    return Model.parse("user", "user.cat", text + axiom);
  }

  /** What a model says of a program, with cycles of sequenced-before and reads-from. */
  private record Oracle(RandomProgram program, KernelModel name, NaiveExplorer most) {
    static Oracle of(RandomProgram program, KernelModel name)
        throws ModelException, NaiveExplorer.TooBig {
      return new Oracle(program, name, run(program, model(name, true)));
    }

    private static NaiveExplorer run(RandomProgram program, Model model) {
      NaiveExplorer naive = new NaiveExplorer(program, model, BUDGET);
      naive.run();
      return naive;
    }

    /** The same without such cycles, where a read may decide what is written. */
    private NaiveExplorer least() throws ModelException {
      boolean exact =
          program.threads().stream()
              .flatMap(t -> t.ops().stream())
              .noneMatch(o -> o.guarded() || o.kind() == Kind.BARRIER);
      return exact ? most : run(program, model(name, false));
    }

    boolean isClean() {
      return most.faults.isEmpty();
    }

    /**
     * Compares; an answer that is not complete may lack something.
     *
     * @param states gives the final states of the oracle
     */
    void check(
        KernelOutcome outcome,
        Set<List<Long>> found,
        Function<NaiveExplorer, Set<List<Long>>> states)
        throws ModelException {
      boolean faulty = !outcome.faults().isEmpty();
      Set<List<Long>> may = isClean() ? states.apply(most) : Set.of();
      if (faulty != isClean() && (faulty || may.equals(found))) {
        return;
      }
      assertTrue(!faulty, () -> name + ": " + outcome.faults());
      assertTrue(!isClean() || may.containsAll(found), () -> name + ": " + may + " but " + found);
      if (outcome.complete()) {
        NaiveExplorer least = least();
        assertTrue(least.faults.isEmpty(), () -> name + ": " + least.faults + " not found");
        Set<List<Long>> must = states.apply(least);
        assertTrue(
            !isClean() || found.containsAll(must), () -> name + ": " + must + " but " + found);
      }
    }
  }

  /** Whether all was looked at, but for what may come of cycles with synchronisation in them. */
  private static boolean isAnswered(KernelOutcome outcome) {
    Statistics.label("complete").collect(outcome.complete());
    return outcome.limits().stream().allMatch(l -> l.contains("(load buffering)"));
  }

  @Property
  void kernelsHaveTheExecutionsOfTheModel(@ForAll("programs") RandomProgram program)
      throws ExploreException, ModelException {
    compare(program, false);
  }

  /** Updates whose results are not used: one order of them stands for all. */
  @Property
  void updatesThatNobodySeesNeedNoOrder(@ForAll("programs") RandomProgram program)
      throws ExploreException, ModelException {
    List<Member> members = new ArrayList<>();
    for (Member m : program.threads()) {
      List<Op> ops = m.ops().stream().map(o -> unguarded(o, updating(o.kind()))).toList();
      members.add(new Member(m.workGroup(), m.device(), ops));
    }
    compare(new RandomProgram(program.locations(), members), true);
  }

  /** One order of updates may hide that one of them races with what comes before another. */
  @Example
  void updatesDoNotHideRacesOfOthers() throws ExploreException, ModelException {
    for (String program :
        List.of(
            "z | z+1:ar | z; z+1:ar",
            "z | z; z+1:ar | z+1:ar | z+1:acq",
            "z | z+1:acq | z; fence:G:rel; z+1:rlx",
            "z | z+1:ar | z+1:rlx:wg; z+1:ar",
            "y.local z | y:sc; z+1:sc | z; y+0:rel:all; z+0:sc",
            "z | z=1; z+1:ar | z+1:rlx",
            "z | z+1:rel:wg | z+1:sc:wg; z+1:rlx")) {
      compare(ProgramText.parse(program), true);
      compare(ProgramText.parse(program), false);
    }
  }

  /** A release of one memory orders nothing of the other. */
  @Example
  void cyclesThroughTwoMemories() throws ExploreException, ModelException {
    for (String program :
        List.of(
            "x.local y | x=1:rlx; x:acq; y=1:rel | y:acq; x=0:rel",
            "x.local y | x:acq; y=1:rel | y:acq; fence:GL:rel; x=1:rlx",
            "x y | x:acq; y=1:rlx | fence:GL:rel; y:rlx; x=1:rlx",
            "x y | x:acq; y=1:rlx | y:rlx; fence:GL:rel; x=1:rlx")) {
      compare(ProgramText.parse(program), false);
    }
  }

  /** Work-items that do the same: one of those that may change places stands for all. */
  @Property
  void alikeWorkItemsMayChangePlaces(@ForAll("alikes") RandomProgram program)
      throws ExploreException, ModelException {
    int groupSize = (int) program.threads().stream().filter(t -> t.workGroup() == 0).count();
    for (KernelModel name : KernelModel.values()) {
      Oracle oracle;
      try {
        oracle = Oracle.of(program, name);
      } catch (NaiveExplorer.TooBig e) {
        Statistics.label("looked at").collect("too big");
        continue;
      }
      AlikeProgram kernel = new AlikeProgram(program, groupSize);
      KernelOutcome outcome = kernel.explore(name);
      Statistics.label("looked at").collect(oracle.isClean() ? "clean" : "faulty");
      assertTrue(isAnswered(outcome), () -> name + ": " + outcome.limits());
      oracle.check(outcome, kernel.states(outcome), kernel::states);
    }
  }

  private static Kind updating(Kind kind) {
    return switch (kind) {
      case STORE, EXCHANGE, COMPARE_EXCHANGE -> Kind.ADD;
      default -> kind;
    };
  }

  /**
   * Compares.
   *
   * @param blind whether the results of updates are not used
   */
  static void compare(RandomProgram program, boolean blind)
      throws ExploreException, ModelException {
    int groupSize = (int) program.threads().stream().filter(t -> t.workGroup() == 0).count();
    for (KernelModel name : KernelModel.values()) {
      Oracle oracle;
      try {
        oracle = Oracle.of(program, name);
      } catch (NaiveExplorer.TooBig e) {
        Statistics.label("looked at").collect("too big");
        continue;
      }
      KernelProgram kernel = new KernelProgram(program, groupSize, blind);
      KernelOutcome outcome = kernel.explore(name, 1);
      KernelProgram again = new KernelProgram(program, groupSize, blind);
      KernelOutcome shared = again.explore(name, 3);
      assertEquals(outcome.faults(), shared.faults(), name.toString());
      assertEquals(outcome.executions(), shared.executions(), name.toString());
      assertEquals(kernel.states(outcome), again.states(shared), name.toString());
      assertTrue(isAnswered(outcome), () -> name + ": " + outcome.limits());
      if (oracle.isClean() && isOnlyDivergence(outcome) && groupSize > 2) {
        // For the model it is enough that some of a work-group meet.
        Statistics.label("looked at").collect("some of a group meet");
        continue;
      }
      Statistics.label("looked at").collect(oracle.isClean() ? "clean" : "faulty");
      oracle.check(outcome, kernel.states(outcome), n -> states(program, n, blind));
      schedule(program, name, groupSize, blind, outcome, kernel.states(outcome));
    }
  }

  /** Nobody waits for work-items of other groups, so each progress model says the same. */
  private static void schedule(
      RandomProgram program,
      KernelModel name,
      int groupSize,
      boolean blind,
      KernelOutcome fair,
      Set<List<Long>> states)
      throws ExploreException {
    ProgressModel[] all = ProgressModel.values();
    ProgressModel progress = all[Math.floorMod(program.toString().hashCode(), all.length)];
    KernelProgram kernel = new KernelProgram(program, groupSize, blind);
    KernelOutcome outcome =
        kernel.explore(new KernelExplorer(name, ProgressRules.of(progress), 1000, 64, 1));
    assertEquals(fair.isClean(), outcome.isClean(), name + ", " + progress);
    if (fair.isClean()) {
      assertEquals(states, kernel.states(outcome), name + ", " + progress);
    }
    Statistics.label("progress").collect(progress);
  }

  private static boolean isOnlyDivergence(KernelOutcome outcome) {
    return !outcome.faults().isEmpty()
        && outcome.faults().stream().allMatch(f -> f.kind() == FindingKind.BARRIER_DIVERGENCE);
  }

  /** The oracle's final states, locations in local memory left out. */
  static Set<List<Long>> states(RandomProgram program, NaiveExplorer naive, boolean blind) {
    int cells = program.locations().size();
    Set<List<Long>> states = new HashSet<>();
    for (List<Long> state : naive.states.keySet()) {
      List<Long> kept = new ArrayList<>();
      int register = 0;
      for (Member m : program.threads()) {
        for (Op op : m.ops()) {
          if (op.kind().reads()) {
            long value = state.get(register++);
            if (!blind || op.kind() != Kind.ADD) {
              kept.add(value);
            }
          }
        }
      }
      for (int i = 0; i < cells; i++) {
        if (!program.locations().get(i).local()) {
          kept.add(state.get(state.size() - cells + i));
        }
      }
      states.add(kept);
    }
    return states;
  }

  // --- programs ---

  @Provide
  Arbitrary<RandomProgram> programs() {
    Arbitrary<List<Cell>> cells =
        Combinators.combine(
                Arbitraries.frequency(Tuple.of(3, false), Tuple.of(1, true)),
                Arbitraries.frequency(Tuple.of(4, true), Tuple.of(1, false)))
            .as((local, atomic) -> new Cell(local, local || atomic))
            .list()
            .ofMinSize(1)
            .ofMaxSize(3);
    Arbitrary<List<List<Op>>> threads =
        op().list().ofMinSize(1).ofMaxSize(4).list().ofMinSize(1).ofMaxSize(4);
    return Combinators.combine(cells, threads, Arbitraries.integers().between(1, 4))
        .as(KernelOracleTest::program)
        .filter(p -> p.events() <= MOST_EVENTS);
  }

  @Provide
  Arbitrary<RandomProgram> alikes() {
    Arbitrary<List<Cell>> cells =
        Arbitraries.frequency(Tuple.of(6, true), Tuple.of(1, false))
            .map(atomic -> new Cell(false, atomic))
            .list()
            .ofMinSize(1)
            .ofMaxSize(2);
    Arbitrary<List<Op>> ops = op().list().ofMinSize(1).ofMaxSize(4);
    return Combinators.combine(
            cells, ops, Arbitraries.integers().between(2, 4), Arbitraries.integers().between(1, 4))
        .as((c, list, count, size) -> program(c, Collections.nCopies(count, list), size))
        .filter(p -> p.events() <= MOST_EVENTS)
        .filter(p -> !AlikeProgram.mayDiverge(p.threads().getFirst().ops()));
  }

  private static Arbitrary<Op> op() {
    return Combinators.combine(
            Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.of(Kind.LOAD, Kind.STORE)),
                Tuple.of(5, Arbitraries.of(Kind.class))),
            Arbitraries.frequency(Tuple.of(5, false), Tuple.of(1, true)),
            Arbitraries.integers().between(0, 2),
            Arbitraries.of(MemoryOrder.class).filter(o -> o != MemoryOrder.CONSUME),
            Arbitraries.frequency(
                Tuple.of(4, MemoryScope.DEVICE),
                Tuple.of(2, MemoryScope.WORK_GROUP),
                Tuple.of(1, MemoryScope.ALL_SVM_DEVICES)),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(1, 3))
        .as(Op::new);
  }

  private static RandomProgram program(List<Cell> cells, List<List<Op>> threads, int size) {
    boolean local = cells.stream().anyMatch(Cell::local);
    int groupSize = local || threads.size() % size != 0 ? threads.size() : size;
    Map<Integer, Op> barriers =
        threads.stream()
            .flatMap(
                t ->
                    java.util.stream.IntStream.range(0, t.size())
                        .mapToObj(i -> Map.entry(i, t.get(i))))
            .filter(e -> e.getValue().kind() == Kind.BARRIER)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a));
    List<Member> members = new ArrayList<>();
    for (int t = 0; t < threads.size(); t++) {
      List<Op> ops = new ArrayList<>();
      for (int i = 0; i < threads.get(t).size(); i++) {
        Op op =
            fitted(threads.get(t).get(i), cells, barriers.getOrDefault(i, threads.get(t).get(i)));
        ops.add(i == 0 ? unguarded(op, op.kind()) : op);
      }
      members.add(new Member(t / groupSize, 0, ops));
    }
    return new RandomProgram(cells, members);
  }

  /** The .cat model does not see a thread that does nothing, and so no divergence from it. */
  private static Op unguarded(Op op, Kind kind) {
    return new Op(
        kind, false, op.location(), op.order(), op.scope(), op.value(), op.expected(), op.flags());
  }

  /** The same with a location that there is, accessed as it may be; a barrier is one for all. */
  private static Op fitted(Op op, List<Cell> cells, Op barrier) {
    int location = op.location() % cells.size();
    Kind kind = op.kind() == Kind.COPY ? Kind.STORE : op.kind();
    if (!cells.get(location).atomic()) {
      kind =
          switch (kind) {
            case LOAD -> Kind.PLAIN_LOAD;
            case STORE, ADD, EXCHANGE, COMPARE_EXCHANGE -> Kind.PLAIN_STORE;
            default -> kind;
          };
    } else if (cells.get(location).local()) {
      kind =
          switch (kind) {
            case PLAIN_LOAD -> Kind.LOAD;
            case PLAIN_STORE -> Kind.STORE;
            default -> kind;
          };
    }
    boolean isBarrier = kind == Kind.BARRIER;
    return new Op(
        kind,
        op.guarded(),
        location,
        order(kind, op.order()),
        isBarrier ? barrier.scope() : op.scope(),
        op.value(),
        op.expected(),
        isBarrier ? barrier.flags() : op.flags());
  }

  /** Returns an order that an operation may have. */
  static MemoryOrder order(Kind kind, MemoryOrder order) {
    return switch (kind) {
      case LOAD ->
          switch (order) {
            case RELEASE -> MemoryOrder.ACQUIRE;
            case ACQ_REL -> MemoryOrder.SEQ_CST;
            default -> order;
          };
      case STORE ->
          switch (order) {
            case ACQUIRE -> MemoryOrder.RELEASE;
            case ACQ_REL -> MemoryOrder.SEQ_CST;
            default -> order;
          };
      default -> order;
    };
  }
}
