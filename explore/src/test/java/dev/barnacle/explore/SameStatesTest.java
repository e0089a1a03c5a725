package dev.barnacle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.explore.RandomProgram.Cell;
import dev.barnacle.explore.RandomProgram.Kind;
import dev.barnacle.explore.RandomProgram.Member;
import dev.barnacle.explore.RandomProgram.Op;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
 * Of executions that have come to the same state, one stands for all: the answer is that of
 * visiting each execution.
 */
final class SameStatesTest {
  private static final KernelExplorer EXPLORER =
      new KernelExplorer(KernelModel.OPENCL_SCOPED, ProgressRules.FAIR, 8, 64, 1);

  private static final KernelExplorer EACH = EXPLORER.visitingEach(Integer.MAX_VALUE);
  private static final KernelExplorer NONE = EXPLORER.visitingEach(0);

  /** Kernels of which little is seen at the end, so that many states are the same. */
  @Property
  void answersAreThoseOfAllExecutions(@ForAll("programs") RandomProgram program)
      throws ExploreException {
    int size = (int) program.threads().stream().filter(t -> t.workGroup() == 0).count();
    KernelProgram all = new KernelProgram(program, size, false).keeping(op -> op.value() == 2);
    KernelProgram some = new KernelProgram(program, size, false).keeping(op -> op.value() == 2);
    compare(all.explore(EACH), some.explore(NONE), program.toString());
  }

  /** Kernels that hand data over by flags of which all writes have one value, in order or not. */
  @Property
  void racesAreThoseOfAllExecutions(@ForAll("handing") RandomProgram program)
      throws ExploreException {
    KernelProgram all = new KernelProgram(program, 1, false).keeping(op -> false);
    KernelProgram some = new KernelProgram(program, 1, false).keeping(op -> false);
    compare(all.explore(EACH), some.explore(NONE), program.toString());
  }

  /** Kernels that wait. */
  @Property
  void waitsAreThoseOfAllExecutions(@ForAll("waiting") SpinProgram program)
      throws ExploreException {
    SpinKernel kernel = new SpinKernel(program);
    compare(kernel.explore(EACH), kernel.explore(NONE), program.toString());
  }

  /** A plain load of an atomic object is no update, and has no scope. */
  @Example
  void plainLoadsOfAtomicObjectsAreThoseOfAllExecutions() throws ExploreException {
    RandomProgram program = ProgramText.parse("x | x:rlx || x:rlx; x=1:rlx || x:rlx; x");
    KernelProgram all = new KernelProgram(program, 1, false);
    KernelProgram some = new KernelProgram(program, 1, false);
    compare(all.explore(EACH), some.explore(NONE), program.toString());
  }

  /** Kernels in which updates read from later ones. */
  @Example
  void cyclesOfUpdatesAreThoseOfAllExecutions() throws ExploreException {
    for (String text : KernelCyclesTest.CYCLES) {
      RandomProgram program = ProgramText.parse(text);
      KernelProgram all = new KernelProgram(program, 1, false);
      KernelProgram some = new KernelProgram(program, 1, false);
      compare(all.explore(EACH), some.explore(NONE), text);
    }
  }

  /** A search that is cut short is followed by another one, which may be stopped earlier. */
  @Example
  void whatIsFoundStaysKnownHoweverTheSearchGoesOn() throws ExploreException {
    RandomProgram program =
        ProgramText.parse(
            "p.plain x y | p=1; x=1:rlx; y=1:rlx; x | x=2:rlx; y=2:rlx; y | x; y=3:rlx; x; p");
    Set<String> faults = Set.of();
    Set<String> states = Set.of();
    for (int most = 0; most < 60; most++) {
      int[] asked = {most};
      KernelOutcome outcome =
          new KernelProgram(program, 1, false)
              .keeping(op -> false)
              .explore(EXPLORER.visitingEach(8), () -> asked[0]-- <= 0);
      assertTrue(faults(outcome).containsAll(faults), "faults are lost after " + most);
      assertTrue(states(outcome).containsAll(states), "states are lost after " + most);
      faults = faults(outcome);
      states = states(outcome);
    }
    assertEquals(Set.of("data-race"), faults);
  }

  private static void compare(KernelOutcome all, KernelOutcome some, String program) {
    if (!all.complete()) {
      Statistics.label("executions").collect("too many");
      return;
    }
    if (some.limits().contains(Outcome.STOPPED)) {
      Statistics.label("executions").collect("too many states");
      return;
    }
    Statistics.label("executions")
        .collect(some.executions() < all.executions() ? "fewer" : "as many");
    assertEquals(all.limits(), some.limits(), program);
    compareFaults(faults(all), faults(some), program);
    assertEquals(states(all), states(some), program);
  }

  /**
   * A barrier that not all reach ends an execution. Where states are followed once, what another
   * group would have done behind it may be left out, which is one fault beside another.
   */
  private static void compareFaults(Set<String> all, Set<String> some, String program) {
    if (some.contains("barrier-divergence")) {
      Statistics.label("faults").collect("barrier divergence ends some");
      assertTrue(all.containsAll(some), program);
    } else {
      assertEquals(all, some, program);
    }
  }

  private static Set<String> faults(KernelOutcome outcome) {
    return outcome.faults().stream()
        .map(f -> f.kind().keyword())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> states(KernelOutcome outcome) {
    Set<String> states = new TreeSet<>();
    for (KernelOutcome.State state : outcome.states()) {
      StringBuilder text = new StringBuilder();
      for (byte[] content : state.contents()) {
        text.append(java.util.Arrays.toString(content));
      }
      states.add(text.toString());
    }
    return states;
  }

  @Provide
  Arbitrary<RandomProgram> programs() {
    Arbitrary<List<Cell>> cells =
        Combinators.combine(
                Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true)),
                Arbitraries.frequency(Tuple.of(6, true), Tuple.of(1, false)))
            .as((local, atomic) -> new Cell(local, local || atomic))
            .list()
            .ofMinSize(1)
            .ofMaxSize(3);
    Arbitrary<List<List<Op>>> threads =
        op().list().ofMinSize(1).ofMaxSize(3).list().ofMinSize(2).ofMaxSize(5);
    return Combinators.combine(cells, threads, Arbitraries.integers().between(1, 3))
        .as(SameStatesTest::program)
        .filter(p -> p.events() <= 10);
  }

  @Provide
  Arbitrary<RandomProgram> handing() {
    List<Cell> cells =
        List.of(new Cell(false, false), new Cell(false, true), new Cell(false, true));
    Arbitrary<Op> op =
        Combinators.combine(
                Arbitraries.of(
                    Kind.PLAIN_STORE, Kind.STORE, Kind.STORE, Kind.LOAD, Kind.ADD, Kind.FENCE),
                Arbitraries.integers().between(1, 2),
                Arbitraries.of(MemoryOrder.RELAXED, MemoryOrder.ACQ_REL))
            .as(SameStatesTest::handing);
    Op store = new Op(Kind.PLAIN_STORE, false, 0, MemoryOrder.RELAXED, MemoryScope.DEVICE, 1, 0, 3);
    Op load = new Op(Kind.PLAIN_LOAD, true, 0, MemoryOrder.RELAXED, MemoryScope.DEVICE, 1, 0, 3);
    Arbitrary<List<Op>> giving = op.list().ofMinSize(1).ofMaxSize(3).map(ops -> with(store, ops));
    Arbitrary<List<Op>> passing = op.list().ofMinSize(1).ofMaxSize(3);
    Arbitrary<List<Op>> taking = op.list().ofMinSize(0).ofMaxSize(2).map(ops -> taking(ops, load));
    return Combinators.combine(giving, passing, taking)
        .as(List::of)
        .map(threads -> program(cells, threads, 1));
  }

  private static Op handing(Kind kind, int location, MemoryOrder order) {
    return new Op(kind, false, location, order, MemoryScope.DEVICE, 1, 0, 3);
  }

  private static List<Op> with(Op first, List<Op> ops) {
    List<Op> all = new ArrayList<>(List.of(first));
    all.addAll(ops);
    return all;
  }

  /** Takes what was handed over, if the last read saw a flag. */
  private static List<Op> taking(List<Op> ops, Op load) {
    List<Op> all = new ArrayList<>(ops);
    all.add(handing(Kind.LOAD, 1, MemoryOrder.ACQ_REL));
    all.add(load);
    return all;
  }

  private static Arbitrary<Op> op() {
    return Combinators.combine(
            Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.of(Kind.LOAD, Kind.STORE, Kind.ADD)),
                Tuple.of(5, Arbitraries.of(Kind.class))),
            Arbitraries.frequency(Tuple.of(5, false), Tuple.of(1, true)),
            Arbitraries.integers().between(0, 2),
            Arbitraries.of(
                MemoryOrder.RELAXED, MemoryOrder.ACQUIRE, MemoryOrder.RELEASE, MemoryOrder.ACQ_REL),
            Arbitraries.frequency(
                Tuple.of(5, MemoryScope.DEVICE), Tuple.of(1, MemoryScope.WORK_GROUP)),
            Arbitraries.integers().between(1, 2),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(1, 3))
        .as(Op::new);
  }

  private static RandomProgram program(List<Cell> cells, List<List<Op>> threads, int size) {
    List<Member> members = new ArrayList<>();
    for (int t = 0; t < threads.size(); t++) {
      List<Op> ops = threads.get(t).stream().map(op -> fit(op, cells)).toList();
      members.add(new Member(t / size, 0, ops));
    }
    return new RandomProgram(cells, members);
  }

  /** Makes an operation one that there is. */
  private static Op fit(Op op, List<Cell> cells) {
    int location = op.location() % cells.size();
    boolean atomic = cells.get(location).atomic();
    Kind kind =
        switch (op.kind()) {
          case BARRIER, FENCE -> op.kind();
          case PLAIN_LOAD, PLAIN_STORE -> op.kind();
          case LOAD -> atomic ? op.kind() : Kind.PLAIN_LOAD;
          default -> atomic ? op.kind() : Kind.PLAIN_STORE;
        };
    MemoryOrder order =
        switch (kind) {
          case LOAD -> op.order().acquires() ? MemoryOrder.ACQUIRE : MemoryOrder.RELAXED;
          case STORE, COPY -> op.order().releases() ? MemoryOrder.RELEASE : MemoryOrder.RELAXED;
          default -> op.order();
        };
    boolean guarded = op.guarded() && kind != Kind.BARRIER;
    return new Op(
        kind, guarded, location, order, op.scope(), op.value(), op.expected(), op.flags());
  }

  @Provide
  Arbitrary<SpinProgram> waiting() {
    Arbitrary<SpinProgram.Op> op =
        Combinators.combine(
                Arbitraries.of(SpinProgram.Kind.class).filter(k -> k != SpinProgram.Kind.BARRIER),
                Arbitraries.frequency(Tuple.of(5, false), Tuple.of(1, true)),
                Arbitraries.integers().between(0, 1),
                Arbitraries.of(MemoryOrder.RELAXED, MemoryOrder.ACQ_REL),
                Arbitraries.integers().between(0, 2),
                Arbitraries.integers().between(0, 2))
            .as(SameStatesTest::spin);
    return op.list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .list()
        .ofMinSize(2)
        .ofMaxSize(4)
        .map(items -> new SpinProgram(2, 1, items));
  }

  private static SpinProgram.Op spin(
      SpinProgram.Kind kind, boolean guarded, int object, MemoryOrder order, int value, int other) {
    MemoryOrder one =
        order == MemoryOrder.RELAXED
            ? order
            : switch (kind) {
              case LOAD, AWAIT, AWAIT_OTHER -> MemoryOrder.ACQUIRE;
              case STORE -> MemoryOrder.RELEASE;
              default -> order;
            };
    return new SpinProgram.Op(kind, guarded, object, one, value, other);
  }
}
