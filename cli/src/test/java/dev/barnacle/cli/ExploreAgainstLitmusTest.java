package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cli.LitmusKernel.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code explore} says of a kernel is what {@code litmus} says of the same litmus test. */
class ExploreAgainstLitmusTest {
  @TempDir static Path folder;

  /** A program, in work-groups of so many, and whether it has a data race. */
  record Case(String name, boolean races, LitmusKernel kernel) {
    @Override
    public String toString() {
      return name + ": " + kernel;
    }
  }

  private static Case clean(String name, int groupSize, String... threads) {
    return new Case(name, false, new LitmusKernel(List.of(threads), groupSize));
  }

  private static Case racy(String name, int groupSize, String... threads) {
    return new Case(name, true, new LitmusKernel(List.of(threads), groupSize));
  }

  /** A weak compare-exchange may fail for no reason (C11 7.17.7.4). */
  private static List<Case> weak() {
    return List.of(
        clean("weak alone", 1, "x%2 relaxed"),
        clean("weak twice", 1, "x%2 relaxed; x%2 relaxed"),
        clean("weak against weak", 1, "x%2 acq_rel", "x%2 acq_rel"),
        clean("weak against strong", 1, "x%2 relaxed", "x~3 relaxed"),
        clean("weak against a store", 1, "x%2 seq_cst", "x=1 seq_cst"),
        clean("weak in store buffering", 1, "x=1 seq_cst; y%2 seq_cst", "y=1 seq_cst; x%2 seq_cst"),
        clean("weak that guards", 1, "d=1; x=1 release", "x%2 acquire; ?x relaxed"),
        racy("weak that excludes", 1, "x%2 acquire; ?d=1", "x%2 acquire; ?d=2; ?x=0 release; d"),
        clean("weak that excludes", 1, "x%2 acquire; ?d=1", "x%2 acquire; ?d=2"),
        clean("weak in two groups", 2, "x%2 relaxed work_group; y%1 relaxed", "y%2 relaxed"));
  }

  /** Seq_cst operations of unequal scopes in one work-item are in no order of these. */
  private static List<Case> scopes() {
    String all = " seq_cst all_svm_devices";
    String group = " seq_cst work_group";
    return List.of(
        clean("store buffering", 1, "x=1 seq_cst; y seq_cst", "y=1 seq_cst; x seq_cst"),
        clean("store buffering", 1, "x=1 seq_cst; y" + all, "y=1" + all + "; x seq_cst"),
        clean("store buffering", 1, "x=1" + all + "; y" + all, "y=1" + all + "; x" + all),
        clean("store buffering", 2, "x=1 seq_cst; y" + group, "y=1" + group + "; x seq_cst"),
        clean("store buffering", 2, "x=1" + group + "; y" + group, "y=1" + group + "; x" + group),
        clean("2+2W", 1, "x=1 seq_cst; y=2" + all, "y=1" + all + "; x=2 seq_cst"),
        clean("R", 1, "x=1 seq_cst; y=1" + all, "y=2" + all + "; x seq_cst"),
        clean("with updates", 1, "x+1 seq_cst; y" + all, "y+1" + all + "; x seq_cst"),
        clean(
            "with a fence",
            1,
            "x=1 relaxed; fence" + all + "; y relaxed",
            "y=1 relaxed; fence seq_cst; x relaxed"),
        clean(
            "IRIW",
            1,
            "x=1 seq_cst",
            "y=1" + all,
            "x seq_cst; y" + all,
            "y" + all + "; x seq_cst"));
  }

  static List<Case> cases() {
    return Stream.of(weak(), scopes()).flatMap(List::stream).toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theStatesAreThoseOfTheModel(Case test) throws Exception {
    for (String model : List.of("opencl", "opencl-scoped", "opencl-3.1")) {
      Answer allowed = test.kernel().allowed(model);
      assertEquals(allowed, test.kernel().explored(model, folder), model);
      assertEquals(test.races(), allowed.races(), model);
    }
  }
}
