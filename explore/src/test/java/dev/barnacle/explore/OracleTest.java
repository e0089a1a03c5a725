package dev.barnacle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.explore.RandomProgram.Cell;
import dev.barnacle.explore.RandomProgram.Kind;
import dev.barnacle.explore.RandomProgram.Member;
import dev.barnacle.explore.RandomProgram.Op;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/**
 * The explorer against the oracle: on random programs of up to 4 threads and 12 events, under every
 * shipped model, both find the same final states and the same faults. How many programs: the
 * parameter {@code jqwik.tries.default}; the Maven profile {@code oracle} sets it high, and the
 * budget that a program has.
 */
final class OracleTest {
  private static final int MOST_EVENTS = 12;
  private static final int FEW_EVENTS = 7;

  /** Executions that the oracle looks through for a program, of which most need few. */
  private static final int BUDGET = Integer.getInteger("oracle.budget", 20_000);

  /** How often a search asks whether to go on before it is given up, once in 256 steps. */
  private static final int WORK = 20_000;

  /** So few steps that most searches are searched in parts. */
  private static final long PARTED = 20;

  private final Map<String, Explorer> explorers = new LinkedHashMap<>();
  private final Map<String, Explorer> each = new LinkedHashMap<>();
  private final Map<String, Explorer> parted = new LinkedHashMap<>();

  @Property
  void theExplorerAgreesWithTheOracle(@ForAll("programs") RandomProgram program)
      throws ExploreException {
    compareWithOracle(program);
  }

  @Property
  void theExplorerAgreesWithTheOracleOnIdenticalThreads(@ForAll("twins") RandomProgram program)
      throws ExploreException {
    compareWithOracle(program);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void theExplorerAgreesWithTheOracleOnRings(@ForAll("rings") RandomProgram program)
      throws ExploreException {
    compareWithOracle(program);
  }

  /** Load buffering with every order of its four accesses, and with each read done twice. */
  @Example
  void theExplorerAgreesWithTheOracleOnLoadBuffering() throws ExploreException {
    List<MemoryOrder> reads =
        List.of(MemoryOrder.RELAXED, MemoryOrder.ACQUIRE, MemoryOrder.SEQ_CST);
    List<MemoryOrder> writes =
        List.of(MemoryOrder.RELAXED, MemoryOrder.RELEASE, MemoryOrder.SEQ_CST);
    for (MemoryOrder read : reads) {
      for (MemoryOrder write : writes) {
        for (MemoryOrder otherRead : reads) {
          for (MemoryOrder otherWrite : writes) {
            compareWithOracle(
                new RandomProgram(
                    List.of(new Cell(false, true), new Cell(false, true)),
                    List.of(
                        new Member(0, 0, loadThenStore(0, 1, 1, read, write)),
                        new Member(0, 0, loadThenStore(1, 1, 0, otherRead, otherWrite)))));
          }
        }
        compareWithOracle(
            new RandomProgram(
                List.of(new Cell(false, true), new Cell(false, true)),
                List.of(
                    new Member(0, 0, loadThenStore(0, 2, 1, read, write)),
                    new Member(0, 0, loadThenStore(1, 2, 0, read, write)))));
      }
    }
  }

  private static List<Op> loadThenStore(
      int from, int times, int to, MemoryOrder read, MemoryOrder write) {
    // Those that read twice have scopes that do not include each other.
    MemoryScope scope = times == 1 ? MemoryScope.WORK_GROUP : MemoryScope.WORK_ITEM;
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      ops.add(new Op(Kind.LOAD, false, from, read, scope, 0, 0, 0));
    }
    ops.add(new Op(Kind.STORE, false, to, write, scope, 1, 0, 0));
    return ops;
  }

  private void compareWithOracle(RandomProgram program) throws ExploreException {
    for (String name : Model.SHIPPED) {
      Model model = Model.shipped(name);
      NaiveExplorer naive = new NaiveExplorer(program, model, BUDGET);
      try {
        naive.run();
      } catch (NaiveExplorer.TooBig e) {
        Statistics.label("looked at").collect("too big");
        continue;
      }
      Statistics.label("looked at").collect("compared");
      Outcome real =
          new ProgramScenario(program)
              .explore(explorers.computeIfAbsent(name, n -> new Explorer(model)));
      assertTrue(real.complete(), () -> name + ": " + real.limits());
      compare(naive, naive.states, real, name);
    }
  }

  static void compare(
      NaiveExplorer naive, Map<List<Long>, Long> states, Outcome real, String name) {
    assertEquals(states, real.states(), name);
    assertEquals(naive.faults, real.faults().keySet(), name);
    assertEquals(states.keySet().stream().anyMatch(s -> s.get(0) == 0), real.positive() > 0, name);
  }

  @Property
  void identicalThreadsAndPartsMakeNoDifference(
      @ForAll("smallTwins") RandomProgram program, @ForAll int seed, @ForAll boolean filtering)
      throws ExploreException {
    ProgramScenario scenario = new ProgramScenario(program);
    List<Integer> observed = observed(scenario.places(), seed);
    StatePredicate filter = filtering ? s -> s[s.length - 1] != 1 : s -> true;
    for (String name : Model.SHIPPED) {
      if (name.equals("ptx") || name.equals("vulkan")) {
        continue; // each order is visited here, and they generate more of them
      }
      Model model = Model.shipped(name);
      Outcome all =
          scenario.explore(
              each.computeIfAbsent(name, n -> Explorer.with(model, true, Long.MAX_VALUE)),
              observed,
              filter,
              WORK);
      boolean visited = !all.limits().contains(Outcome.STOPPED);
      Statistics.label("visited")
          .collect(visited)
          .coverage(c -> c.check(true).percentage(p -> p >= 90));
      if (!visited) {
        continue;
      }
      Outcome some =
          scenario.explore(
              explorers.computeIfAbsent(name, n -> new Explorer(model)), observed, filter);
      assertEquals(all.states(), some.states(), name);
      assertEquals(all.consistent(), some.consistent(), name);
      assertEquals(all.positive(), some.positive(), name);
      assertEquals(all.complete(), some.complete(), name);
      assertEquals(counts(all), counts(some), name);
      assertEquals(reasons(all), reasons(some), name);
      Outcome shared =
          scenario.explore(
              parted.computeIfAbsent(name, n -> Explorer.with(model, false, PARTED)),
              observed,
              filter);
      assertEquals(some, shared, name);
      Outcome verdict =
          scenario.decide(
              explorers.computeIfAbsent(name, n -> new Explorer(model)), observed, filter);
      assertEquals(all.positive() > 0, verdict.positive() > 0, name);
      Outcome sharedVerdict =
          scenario.decide(Objects.requireNonNull(parted.get(name)), observed, filter);
      assertEquals(all.positive() > 0, sharedVerdict.positive() > 0, name);
      assertEquals(all.faults().isEmpty(), sharedVerdict.faults().isEmpty(), name);
    }
  }

  private static Map<String, Long> counts(Outcome outcome) {
    Map<String, Long> counts = new LinkedHashMap<>();
    outcome.faults().forEach((name, fault) -> counts.put(name, fault.executions()));
    return counts;
  }

  private static List<String> reasons(Outcome outcome) {
    return outcome.graphs().stream().map(ExecutionGraph::reason).toList();
  }

  /** One place at least, each other one with a chance of one half. */
  private static List<Integer> observed(int places, int seed) {
    Random random = new Random(seed);
    List<Integer> observed =
        IntStream.range(0, places).filter(i -> random.nextBoolean()).boxed().toList();
    return observed.isEmpty() ? List.of(places - 1) : observed;
  }

  // --- programs ---

  @Provide
  Arbitrary<RandomProgram> programs() {
    Arbitrary<Cell> cell =
        Combinators.combine(
                Arbitraries.frequency(Tuple.of(3, false), Tuple.of(1, true)),
                Arbitraries.frequency(Tuple.of(4, true), Tuple.of(1, false)))
            .as(Cell::new);
    return Combinators.combine(
            cell.list().ofMinSize(1).ofMaxSize(3), member().list().ofMinSize(1).ofMaxSize(4))
        .as(OracleTest::program)
        .filter(p -> p.events() <= MOST_EVENTS);
  }

  /**
   * Load buffering and its kin: a ring of threads of which each reads one location and then writes
   * the next, with or without something in between, before or behind, such as an access to data.
   */
  @Provide
  Arbitrary<RandomProgram> rings() {
    return Arbitraries.frequency(Tuple.of(3, 2), Tuple.of(1, 3)).flatMap(OracleTest::ring);
  }

  private static Arbitrary<RandomProgram> ring(int size) {
    Arbitrary<Boolean> local = Arbitraries.frequency(Tuple.of(5, false), Tuple.of(1, true));
    Arbitrary<Boolean> sometimes = Arbitraries.of(false, true);
    return Combinators.combine(
            local.list().ofSize(size + 1), link().list().ofSize(size), sometimes, sometimes)
        .as((cells, links, acquire, release) -> ring(size, cells, links, acquire, release))
        .filter(p -> p.events() <= MOST_EVENTS);
  }

  /**
   * A thread of a ring: what it reads, what it writes then, and what it does besides.
   *
   * @param where from which of its places on
   */
  private record Link(Member place, Op first, Op last, List<Op> others, int where) {
    List<Op> ops(int from, int to, int data, boolean acquire, boolean release) {
      MemoryOrder read = acquire ? stronger(first, MemoryOrder.ACQUIRE) : first.order();
      MemoryOrder write = release ? stronger(last, MemoryOrder.RELEASE) : last.order();
      List<Op> ops = new ArrayList<>();
      ops.add(with(first, false, from, read, first.value()));
      ops.add(with(last, last.guarded(), to, write, Math.max(1, last.value())));
      for (int i = 0; i < others.size(); i++) {
        Op other = others.get(i);
        int at = other.location() == 2 ? other.location() : data;
        ops.add((where + i) % 3, with(other, other.guarded(), at, other.order(), other.value()));
      }
      return ops;
    }

    private static MemoryOrder stronger(Op o, MemoryOrder than) {
      return o.order() == MemoryOrder.RELAXED ? than : o.order();
    }

    private static Op with(Op o, boolean guarded, int location, MemoryOrder order, int value) {
      return new Op(o.kind(), guarded, location, order, o.scope(), value, o.expected(), o.flags());
    }
  }

  private static Arbitrary<Link> link() {
    return Combinators.combine(
            member(),
            op(
                Arbitraries.frequency(
                    Tuple.of(6, Kind.LOAD),
                    Tuple.of(1, Kind.EXCHANGE),
                    Tuple.of(1, Kind.COMPARE_EXCHANGE)),
                Arbitraries.of(
                    MemoryOrder.RELAXED,
                    MemoryOrder.ACQUIRE,
                    MemoryOrder.ACQUIRE,
                    MemoryOrder.SEQ_CST)),
            op(
                Arbitraries.frequency(
                    Tuple.of(6, Kind.STORE),
                    Tuple.of(2, Kind.COPY),
                    Tuple.of(1, Kind.EXCHANGE),
                    Tuple.of(1, Kind.ADD)),
                Arbitraries.of(
                    MemoryOrder.RELAXED,
                    MemoryOrder.RELAXED,
                    MemoryOrder.RELEASE,
                    MemoryOrder.SEQ_CST)),
            Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.just(List.<Op>of())),
                Tuple.of(2, op().list().ofMinSize(1).ofMaxSize(2))),
            Arbitraries.of(0, 1, 2))
        .as(Link::new);
  }

  private static RandomProgram ring(
      int size, List<Boolean> local, List<Link> links, boolean acquire, boolean release) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i <= size; i++) {
      cells.add(new Cell(local.get(i), i < size));
    }
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Link link = links.get(i);
      members.add(
          new Member(
              link.place.workGroup(),
              link.place.device(),
              link.ops(i, (i + 1) % size, size, acquire, release)));
    }
    return program(cells, members);
  }

  /** Programs of which some threads are the same. */
  @Provide
  Arbitrary<RandomProgram> twins() {
    return Combinators.combine(
            programs(), Arbitraries.integers().between(2, 4), Arbitraries.integers().between(0, 3))
        .as(OracleTest::repeated)
        .filter(p -> p.events() <= MOST_EVENTS && p.threads().size() <= 5);
  }

  /** Such programs that can be explored without leaving anything out. */
  @Provide
  Arbitrary<RandomProgram> smallTwins() {
    return twins().filter(p -> p.events() <= FEW_EVENTS);
  }

  private static RandomProgram repeated(RandomProgram p, int copies, int from) {
    List<Member> members = new ArrayList<>(p.threads());
    Member again = members.get(from % members.size());
    for (int i = 1; i < copies; i++) {
      members.add((from + 2 * i) % (members.size() + 1), again);
    }
    return new RandomProgram(p.locations(), members);
  }

  private static Arbitrary<Member> member() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 1),
            Arbitraries.frequency(Tuple.of(3, 0), Tuple.of(1, 1)),
            op().list().ofMinSize(1).ofMaxSize(4))
        .as(Member::new);
  }

  private static Arbitrary<Op> op() {
    return op(
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.of(Kind.LOAD, Kind.STORE)),
            Tuple.of(5, Arbitraries.of(Kind.class))),
        Arbitraries.of(MemoryOrder.class));
  }

  private static Arbitrary<Op> op(Arbitrary<Kind> kinds, Arbitrary<MemoryOrder> orders) {
    return Combinators.combine(
            kinds,
            Arbitraries.frequency(Tuple.of(5, false), Tuple.of(1, true)),
            Arbitraries.integers().between(0, 2),
            orders,
            Arbitraries.of(MemoryScope.class),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(1, 3))
        .as(Op::new);
  }

  /**
   * Makes a program of what was drawn: locations are within bounds, orders are those that the
   * operation can have, and a plain access is to a location without atomic ones. Where values are
   * copied no sums are made, so that a value out of thin air is one of the program's constants.
   */
  private static RandomProgram program(List<Cell> cells, List<Member> members) {
    boolean copies =
        members.stream().flatMap(m -> m.ops().stream()).anyMatch(o -> o.kind() == Kind.COPY);
    List<Member> fitted =
        members.stream()
            .map(
                m ->
                    new Member(
                        m.workGroup(),
                        m.device(),
                        m.ops().stream().map(o -> fitted(o, cells, copies)).toList()))
            .toList();
    return new RandomProgram(cells, fitted);
  }

  private static Op fitted(Op o, List<Cell> cells, boolean copies) {
    int location = o.location() % cells.size();
    Kind kind = o.kind() == Kind.ADD && copies ? Kind.EXCHANGE : o.kind();
    if (kind != Kind.FENCE && kind != Kind.BARRIER && !cells.get(location).atomic()) {
      kind = kind.reads() ? Kind.PLAIN_LOAD : Kind.PLAIN_STORE;
    }
    return new Op(
        kind,
        o.guarded(),
        location,
        order(kind, o.order()),
        o.scope(),
        o.value(),
        o.expected(),
        o.flags());
  }

  private static MemoryOrder order(Kind kind, MemoryOrder order) {
    return switch (kind) {
      case LOAD ->
          order == MemoryOrder.RELEASE || order == MemoryOrder.ACQ_REL
              ? MemoryOrder.ACQUIRE
              : order;
      case STORE, COPY ->
          order == MemoryOrder.ACQUIRE || order == MemoryOrder.ACQ_REL
              ? MemoryOrder.RELEASE
              : order;
      default -> order;
    };
  }
}
