package dev.barnacle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.explore.RandomProgram.Cell;
import dev.barnacle.explore.RandomProgram.Kind;
import dev.barnacle.explore.RandomProgram.Member;
import dev.barnacle.explore.RandomProgram.Op;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.model.ModelException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Kernels with cycles in program order and reads-from, against the oracle: reads, and above all
 * updates, that read from what comes of what is after them.
 */
final class KernelCyclesTest {
  /** Cycles of updates that keep each other from what they read where there is no cycle. */
  static final List<String> CYCLES =
      List.of(
          "x y | x+1:rlx; y+1:rlx || y+1:rlx; x+1:rlx",
          "x y | x+1:rel; y+1:rlx || y+1:rlx; x+1:acq",
          "x y | x+1:ar; y+1:rlx || y+1:rlx; x+1:ar",
          "x y | x+1:rlx; y<1:rlx || y<2:rlx; x+1:rlx",
          "x y | x<1:rlx; y<1:rlx || y<2:rlx; x<2:rlx",
          "x y | x<1:rel; y<1:rlx || y<1:rlx; x<1:acq",
          "x y | x?0>1:rlx; y?0>1:rlx || y?0>1:rlx; x?0>1:rlx",
          "x y | x?0>1:ar; y?0>1:rlx || y?0>1:rlx; x?0>1:ar",
          "x y | x+1:rlx; y=1:rlx || y:rlx; x=0:rlx",
          "x y | x+1:rlx; y+1:rlx || y+1:rlx; x=0:rlx",
          "x y | x?0>1:rlx; y+1:rlx || y+1:rlx; x=0:rlx",
          "x y | x<2:rlx; y<1:rlx || y<2:rlx; x=0:rlx",
          "x y | x+1:rlx; y+1:rlx || y+1:rlx; x+1:rlx; x+1:rlx",
          "x y | x+1:rlx; y+1:rlx || y+1:rlx; x+1:rlx; x?1>2:rlx",
          "x y | x?0>1:rlx; y?0>1:rlx || y?0>1:rlx; x?0>1:rlx; x?1>3:rlx",
          "x y | x?0>1:rlx; y?0>1:rlx || y?0>1:rlx; x?0>2:rlx; x?2>3:rlx",
          "x y | x+1:rlx; y+1:rlx || y+1:rlx; x+1:rlx || x+1:rlx");

  /** A read-modify-write may read from a later one that reads what it would have read. */
  @Example
  void updatesReadFromThoseThatTakeTheirPlace() throws ExploreException, ModelException {
    for (String program : CYCLES) {
      KernelOracleTest.compare(ProgramText.parse(program), false);
    }
  }

  /** The same where barriers that do not order the memory are all that is between. */
  @Example
  void barriersDoNotHideThatUpdatesReadFromLaterOnes() throws ExploreException, ModelException {
    for (String program :
        List.of(
            "x.local y z | x?0>1:ar:wg; bar:G | z:rlx; bar:G; x<1:ar; !z",
            "x.local y | x?0>1:ar:wg; bar:G | bar:G; x<1:ar",
            "x.local y | x?0>1:ar; bar:GL | bar:GL; x<1:ar",
            "x y | x+1:ar; bar:L | y:rlx; bar:L; x+1:ar")) {
      KernelOracleTest.compare(ProgramText.parse(program), false);
    }
  }

  /** A trial whether some wait for ever takes nothing from what is looked at. */
  @Example
  void cyclesAreFoundUnderEachProgressModel() throws ExploreException {
    RandomProgram program = ProgramText.parse("x y | x:rlx; y+1:rlx || y:rlx; x=0:rlx || x+1:acq");
    Set<Set<List<Long>>> states = new HashSet<>();
    for (ProgressModel progress : ProgressModel.values()) {
      KernelProgram kernel = new KernelProgram(program, 1, false);
      KernelExplorer explorer =
          new KernelExplorer(KernelModel.OPENCL, ProgressRules.of(progress), 1000, 64, 1);
      states.add(kernel.states(kernel.explore(explorer)));
    }
    assertEquals(1, states.size(), states.toString());
  }

  /** Kernels in which each work-item comes to one of two objects, then to the other. */
  @Property
  void cyclesAreFound(@ForAll("crossing") RandomProgram program)
      throws ExploreException, ModelException {
    KernelOracleTest.compare(program, false);
  }

  @Provide
  Arbitrary<RandomProgram> crossing() {
    Arbitrary<Op> op =
        Combinators.combine(
                Arbitraries.of(
                    Kind.LOAD, Kind.STORE, Kind.ADD, Kind.EXCHANGE, Kind.COMPARE_EXCHANGE),
                Arbitraries.frequency(
                    Tuple.of(6, MemoryOrder.RELAXED),
                    Tuple.of(1, MemoryOrder.ACQUIRE),
                    Tuple.of(1, MemoryOrder.RELEASE),
                    Tuple.of(1, MemoryOrder.ACQ_REL),
                    Tuple.of(1, MemoryOrder.SEQ_CST)),
                Arbitraries.integers().between(0, 2),
                Arbitraries.integers().between(0, 1))
            .as(
                (kind, order, value, expected) ->
                    new Op(
                        kind,
                        false,
                        0,
                        KernelOracleTest.order(kind, order),
                        MemoryScope.DEVICE,
                        value,
                        expected,
                        3));
    Arbitrary<List<Op>> ops = op.list().ofMinSize(2).ofMaxSize(3);
    return Combinators.combine(ops, ops, op.list().ofMaxSize(2))
        .as(KernelCyclesTest::crossing)
        .filter(p -> p.events() <= 10);
  }

  private static RandomProgram crossing(List<Op> first, List<Op> second, List<Op> third) {
    List<Member> members = new ArrayList<>();
    for (List<Op> ops : List.of(first, second, third)) {
      int group = members.size();
      List<Op> placed = new ArrayList<>();
      for (int i = 0; i < ops.size(); i++) {
        placed.add(at((i + group) % 2, ops.get(i)));
      }
      if (!ops.isEmpty()) {
        members.add(new Member(group, 0, placed));
      }
    }
    return new RandomProgram(List.of(new Cell(false, true), new Cell(false, true)), members);
  }

  private static Op at(int location, Op op) {
    return new Op(
        op.kind(), false, location, op.order(), op.scope(), op.value(), op.expected(), op.flags());
  }
}
