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
import dev.barnacle.model.ModelException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a user's model says is what counts, not what its axioms are called: load buffering, of which
 * the models here differ in what they allow, against the oracle.
 */
final class UserModelTest {
  private static final String COHERENCE =
      """
      with mo from generate_orders (W \\ naL, loc & (I * ~I))
      let sw = ([W & (o.rel | o.ar | o.sc)] ; rf ; [R & (o.acq | o.ar | o.sc)]) & ~thd
      let happens = (sb | (I * ~I) | sw)+
      irreflexive (rf^-1)? ; mo ; rf? ; ((sb & loc) | (I * ~I)) as Coh
      irreflexive rf ; sb as Rf
      """;

  private static final String VISIBLE =
      "irreflexive rf ; [naL] ; ~(((W * R) & happens & loc)^-1) as Narf\n";

  private static final String FENCED = "irreflexive rf ; [naL] ; ~((unv ; [F] ; sb)^-1) as Narf\n";

  private static Op op(Kind kind, int location, MemoryOrder order) {
    return new Op(kind, false, location, order, MemoryScope.WORK_GROUP, 1, 0, 3);
  }

  /** Each of two threads does something first, reads one location and writes the other. */
  private static RandomProgram buffering(boolean atomic, MemoryOrder read, MemoryOrder write) {
    Op first = op(Kind.FENCE, 0, MemoryOrder.SEQ_CST);
    Kind load = atomic ? Kind.LOAD : Kind.PLAIN_LOAD;
    Kind store = atomic ? Kind.STORE : Kind.PLAIN_STORE;
    return new RandomProgram(
        List.of(new Cell(false, atomic), new Cell(false, atomic)),
        List.of(
            new Member(0, 0, List.of(first, op(load, 0, read), op(store, 1, write))),
            new Member(0, 0, List.of(first, op(load, 1, read), op(store, 0, write)))));
  }

  /** What the explorer finds, which is what the oracle finds. */
  private static Outcome agreed(Model model, RandomProgram program) throws ExploreException {
    NaiveExplorer naive = new NaiveExplorer(program, model, 1_000_000);
    naive.run();
    Outcome real = new ProgramScenario(program).explore(new Explorer(model));
    OracleTest.compare(naive, naive.states, real, model.name());
    return real;
  }

  private static boolean bothRead(Model model, RandomProgram program) throws ExploreException {
    Outcome real = agreed(model, program);
    assertTrue(real.complete(), () -> String.valueOf(real.limits()));
    return real.states().keySet().stream().anyMatch(s -> s.get(0) == 1 && s.get(1) == 1);
  }

  private static Model user(String... axioms) throws ModelException {
    return Model.parse("user", "user.cat", COHERENCE + String.join("\n", axioms));
  }

  private static final RandomProgram PLAIN =
      buffering(false, MemoryOrder.RELAXED, MemoryOrder.RELAXED);
  private static final RandomProgram ACQUIRING =
      buffering(true, MemoryOrder.ACQUIRE, MemoryOrder.RELEASE);
  private static final RandomProgram RELAXED =
      buffering(true, MemoryOrder.RELAXED, MemoryOrder.RELAXED);

  @Test
  void axiomsOfFamiliarNamesMayMeanSomethingElse() throws Exception {
    Model fenced = user(FENCED, "irreflexive sb as Hb");
    assertTrue(bothRead(fenced, PLAIN));
    assertTrue(bothRead(fenced, ACQUIRING));
    Model cyclic = user("let seen = happens", VISIBLE, "irreflexive sb as Hb");
    assertTrue(bothRead(cyclic, ACQUIRING));
    Model fencedWithoutCycles = user(FENCED, "irreflexive happens as Hb");
    assertTrue(bothRead(fencedWithoutCycles, PLAIN));
    assertEquals(false, bothRead(fencedWithoutCycles, ACQUIRING));
  }

  @Test
  void axiomsOfOtherNamesMeanTheSame() throws Exception {
    for (String cycles :
        List.of(
            "irreflexive happens as Whatever",
            "acyclic sb | (I * ~I) | sw as Whatever",
            "acyclic happens as Whatever")) {
      Model model = user(VISIBLE.replace("Narf", "Else"), cycles);
      assertEquals(false, bothRead(model, PLAIN), cycles);
      assertEquals(false, bothRead(model, ACQUIRING), cycles);
      assertTrue(bothRead(model, RELAXED), cycles);
    }
  }

  @Test
  void anOrderOfSomePlacesOrOrdersAloneIsNotOneOfAll() throws Exception {
    for (String part : List.of("wg", "dv & ~wg", "(unv ; [o.acq])", "([R] ; unv | [o.sc] ; unv)")) {
      Model model =
          user("let some = (sb | (I * ~I) | (sw & (" + part + ")))+", "irreflexive some as Hb");
      for (MemoryOrder read : List.of(MemoryOrder.ACQUIRE, MemoryOrder.SEQ_CST)) {
        for (MemoryOrder write : List.of(MemoryOrder.RELEASE, MemoryOrder.SEQ_CST)) {
          RandomProgram near = buffering(true, read, write);
          List<Op> ops = near.threads().get(1).ops();
          for (Member there : List.of(new Member(1, 0, ops), new Member(0, 1, ops))) {
            RandomProgram apart =
                new RandomProgram(near.locations(), List.of(near.threads().get(0), there));
            assertTrue(agreed(model, near).complete());
            assertTrue(agreed(model, apart).complete());
          }
        }
      }
    }
  }

  @Test
  void modelsWithManyPathsThroughTheirTermsAreRead() throws Exception {
    StringBuilder axioms = new StringBuilder("let a0 = sb ; rf\nlet b0 = sb | rf\n");
    for (int i = 1; i < 60; i++) {
      axioms.append("let a%d = a%d ; a%d\n".formatted(i, i - 1, i - 1));
      axioms.append("let b%d = (b%d | a%d) & (loc | b%d)\n".formatted(i, i - 1, i, i - 1));
    }
    axioms.append("irreflexive a59 as A\nacyclic b59 as B");
    assertEquals(4, user(axioms.toString()).axioms().size());
  }

  @Test
  void cyclesThroughBothRegionsArePossible() throws Exception {
    List<Cell> cells =
        List.of(
            new Cell(false, true),
            new Cell(true, true),
            new Cell(false, false),
            new Cell(true, false));
    RandomProgram program =
        new RandomProgram(
            cells, List.of(new Member(0, 0, through(0, 1)), new Member(0, 0, through(1, 0))));
    assertTrue(bothRead(Model.shipped("opencl"), program));
    assertTrue(bothRead(Model.shipped("opencl-scoped"), program));
  }

  /** Acquires in one region and releases in the other, with plain accesses in between. */
  private static List<Op> through(int from, int to) {
    return List.of(
        op(Kind.LOAD, from, MemoryOrder.ACQUIRE),
        op(Kind.PLAIN_LOAD, from + 2, MemoryOrder.RELAXED),
        op(Kind.PLAIN_STORE, to + 2, MemoryOrder.RELAXED),
        op(Kind.STORE, to, MemoryOrder.RELEASE));
  }
}
