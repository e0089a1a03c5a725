package dev.barnacle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.explore.RandomProgram.Kind;
import dev.barnacle.model.Model;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * Kernels under .cat files against the oracle, which asks the same file of every complete
 * execution: the same faults and final states, cycles of sequenced-before and reads-from included.
 */
final class GeneralOracleTest {
  private static final int BUDGET = Integer.getInteger("oracle.budget", 20_000);

  /** How much work an answer of the axioms takes before it is given up. */
  private static final int WORK = 50_000;

  @Provide
  Arbitrary<RandomProgram> programs() {
    return new KernelOracleTest().programs();
  }

  @Property
  void kernelsHaveTheExecutionsOfScopedModels(@ForAll("programs") RandomProgram program)
      throws ExploreException {
    for (String name : List.of("opencl", "opencl-scoped", "opencl-3.1", "ptx", "vulkan")) {
      compare(program, Model.shipped(name));
    }
  }

  /** What looks at each axiom says the same as what is made for these models alone. */
  @Property
  void kernelsHaveTheExecutionsOfTheFastSearch(@ForAll("programs") RandomProgram program)
      throws ExploreException {
    int groupSize = (int) program.threads().stream().filter(t -> t.workGroup() == 0).count();
    for (KernelModel fast : KernelModel.values()) {
      KernelProgram quick = new KernelProgram(program, groupSize, false);
      KernelOutcome expected = quick.explore(fast, 1);
      KernelProgram kernel = new KernelProgram(program, groupSize, false);
      KernelOutcome found = kernel.explore(Model.shipped(fast.toString()), WORK);
      if (expected.complete() && found.complete()) {
        assertEquals(expected.isClean(), found.isClean(), fast + ": " + expected.faults());
        if (expected.isClean()) {
          assertEquals(quick.states(expected), kernel.states(found), fast.toString());
        }
      }
      Statistics.label("compared")
          .collect(fast, expected.isClean(), expected.complete() && found.complete());
    }
  }

  /** The models of C know no barriers; sc and rc11 forbid cycles. */
  @Property
  void kernelsHaveTheExecutionsOfOtherModels(@ForAll("programs") RandomProgram program)
      throws ExploreException {
    boolean barriers =
        program.locations().stream().anyMatch(RandomProgram.Cell::local)
            || program.threads().stream()
                .anyMatch(t -> t.ops().stream().anyMatch(o -> o.kind() == Kind.BARRIER));
    if (barriers) {
      return;
    }
    for (String name : List.of("c11", "rc11", "sc")) {
      compare(program, Model.shipped(name));
    }
  }

  private static void compare(RandomProgram program, Model model) throws ExploreException {
    NaiveExplorer naive = new NaiveExplorer(program, model, BUDGET);
    try {
      naive.run();
    } catch (NaiveExplorer.TooBig e) {
      Statistics.label("looked at").collect(model.name(), "too big", "");
      return;
    }
    int groupSize = (int) program.threads().stream().filter(t -> t.workGroup() == 0).count();
    KernelProgram kernel = new KernelProgram(program, groupSize, false);
    KernelOutcome outcome = kernel.explore(model, WORK);
    if (outcome.limits().contains(Outcome.STOPPED)) {
      Statistics.label("looked at").collect(model.name(), "too much work", "");
      return;
    }
    String name = model.name();
    boolean clean = naive.faults.isEmpty();
    Statistics.label("looked at")
        .collect(name, clean ? "clean" : "faulty", outcome.complete() ? "complete" : "limited");
    assertEquals(clean, outcome.isClean(), () -> name + ": " + naive.faults + outcome.faults());
    boolean missed = outcome.limits().stream().allMatch(l -> l.contains("miss a barrier"));
    assertTrue(missed, () -> name + ": " + outcome.limits());
    if (clean && outcome.complete()) {
      Set<List<Long>> states = KernelOracleTest.states(program, naive, false);
      assertEquals(states, kernel.states(outcome), name);
    }
  }
}
