package dev.barnacle.cli.internal.stress;

import dev.barnacle.cli.internal.litmus.LitmusResult;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.frontend.litmus.LitmusTest.LitmusThread;
import dev.barnacle.frontend.litmus.LitmusTest.SharedLocation;
import dev.barnacle.frontend.litmus.Proposition;
import dev.barnacle.frontend.litmus.Reference;
import dev.barnacle.ir.AddressSpace;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A litmus test as a kernel, with what the model allows of its final states.
 *
 * @param result the model's answer
 * @param source the program, with the kernels {@code prepare}, {@code test} and {@code collect}
 * @param groups how many work-groups an instance has
 * @param globals the locations in global memory, each of which is a buffer
 * @param allowed the values of the final states that the model allows
 * @param undefined whether the model finds a fault, so that all is allowed
 */
public record StressTest(
    LitmusResult result,
    String source,
    int groups,
    List<SharedLocation> globals,
    Set<List<Long>> allowed,
    boolean undefined) {
  /** The names of the arguments of a kernel before the locations. */
  static final int FIRST_LOCATION_OF_TEST = 8;

  /** The model whose rules no version before 3.1 has. */
  private static final String NEWEST = "opencl-3.1";

  /**
   * Makes the test of a result.
   *
   * @throws RefusedException if devices cannot run it, or the model's answer is not whole
   */
  public static StressTest of(LitmusResult result) throws RefusedException {
    LitmusTest test = result.test();
    if (!result.outcome().complete() || result.verdictOnly()) {
      throw new RefusedException("the model's answer is incomplete, so what it forbids is unknown");
    }
    refuseAddresses(test.condition());
    refuseAddresses(test.filter());
    if (test.threads().stream().anyMatch(t -> t.device() > 0)) {
      throw new RefusedException("it has threads on two devices");
    }
    for (SharedLocation location : test.locations()) {
      if (location.initial().stream().anyMatch(i -> !i.location().isEmpty())) {
        throw new RefusedException(location.name() + " holds an address");
      }
    }
    Layout layout = new Layout(test);
    List<SharedLocation> globals =
        test.locations().stream().filter(l -> l.space() != AddressSpace.LOCAL).toList();
    Set<List<Long>> allowed =
        new TreeSet<>(java.util.Comparator.comparing((List<Long> s) -> s.toString()));
    allowed.addAll(result.outcome().states().keySet());
    return new StressTest(
        result,
        new KernelText(result.test(), result.task().references(), layout).text(),
        layout.groups(),
        globals,
        allowed,
        !result.outcome().faults().isEmpty());
  }

  private static void refuseAddresses(Proposition p) throws RefusedException {
    switch (p) {
      case Proposition.IsAddress _ ->
          throw new RefusedException("its condition compares with an address");
      case Proposition.Not n -> refuseAddresses(n.operand());
      case Proposition.And a -> {
        refuseAddresses(a.left());
        refuseAddresses(a.right());
      }
      case Proposition.Or o -> {
        refuseAddresses(o.left());
        refuseAddresses(o.right());
      }
      case Proposition.Implies i -> {
        refuseAddresses(i.left());
        refuseAddresses(i.right());
      }
      default -> {}
    }
  }

  /** Returns the versions of OpenCL C that have the model's rules, the first one first. */
  List<String> standards() {
    return result.model().equals(NEWEST) ? List.of("CL3.1") : List.of("CL3.0", "CL2.0");
  }

  /** Returns the final values that are observed, in the order of states. */
  List<Reference> references() {
    return result.task().references();
  }

  /** Returns the threads. */
  List<LitmusThread> threads() {
    return result.test().threads();
  }

  /** Returns whether the model allows a final state. */
  boolean allows(List<Long> state) {
    return undefined || allowed.contains(state);
  }
}
