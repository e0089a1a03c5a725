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

  /** What breaks a release sequence that the store of the same work-item goes on with. */
  private static List<Case> sequences() {
    String head = "d=1; x=1 release; x=2 relaxed";
    return List.of(
        clean("none", 1, head, "x acquire; ?d"),
        racy("a store", 1, head, "x acquire; ?d", "x=3 relaxed"),
        clean("a compare-exchange", 1, head, "x acquire; ?d", "x~3 relaxed"),
        racy(
            "a weak compare-exchange, also of the first value",
            1,
            head,
            "x acquire; ?d",
            "x%3 relaxed; x~3 relaxed"),
        racy("an addition, also to the first value", 1, head, "x acquire; ?d", "x+1 relaxed"),
        clean(
            "a store that comes later",
            1,
            head,
            "x acquire; ?y=1 release",
            "y acquire; ?d; ?x=3 relaxed"),
        clean("a store after what is read", 1, head, "x acquire; x=3 relaxed; ?d"),
        racy("a store before it", 1, "x=1 relaxed; d=1; x=2 relaxed", "x acquire; ?d"),
        clean(
            "stores alone",
            1,
            "y=1 relaxed; x=1 release; x=2 relaxed",
            "x acquire; y relaxed",
            "x=3 relaxed"),
        clean(
            "two releases",
            1,
            "y=1 relaxed; x=1 release; z=1 relaxed; x=2 release; x=3 relaxed",
            "x acquire; y relaxed; z relaxed",
            "x=4 relaxed"));
  }

  /** Cycles of program order and reads-from: no value depends on itself, and no axiom forbids. */
  private static List<Case> buffering() {
    String turned = "y relaxed; x=1 relaxed";
    return List.of(
        clean("relaxed", 1, "x relaxed; y=1 relaxed", turned),
        clean("acquire, no release", 1, "x acquire; y=1 relaxed", turned),
        clean("release and acquire", 1, "x acquire; y=1 relaxed", "y relaxed; x=1 release"),
        clean("release and acquire", 1, "x acquire; y=1 release", "y acquire; x=1 release"),
        clean("seq_cst", 1, "x seq_cst; y=1 seq_cst", "y seq_cst; x=1 seq_cst"),
        clean("a fence that acquires", 1, "x relaxed; fence acquire; y=1 relaxed", turned),
        clean(
            "fences",
            1,
            "x relaxed; fence acquire; y=1 relaxed",
            "y relaxed; fence release; x=1 relaxed"),
        clean("updates", 1, "x+1 relaxed; y=1 relaxed", "y+2 relaxed; x=2 relaxed"),
        clean("an update that releases", 1, "x+1 acq_rel; y=1 relaxed", turned),
        clean("a compare-exchange", 1, "x~2 relaxed; y=1 relaxed", turned),
        clean(
            "three",
            1,
            "x relaxed; y=1 relaxed",
            "y relaxed; z=1 relaxed",
            "z relaxed; x=1 relaxed"),
        clean(
            "three, one releases",
            1,
            "x relaxed; y=1 relaxed",
            "y acquire; z=1 release",
            "z acquire; x=1 relaxed"),
        clean(
            "two reads",
            1,
            "x relaxed; z relaxed; y=1 relaxed",
            "y relaxed; x=1 relaxed; z=1 relaxed"),
        clean("coherence", 1, "x relaxed; x=2 relaxed; y=1 relaxed", turned),
        clean("own later read", 1, "x relaxed; y=1 relaxed; x relaxed", turned),
        clean(
            "in one group",
            2,
            "x relaxed work_group; y=1 relaxed work_group",
            "y relaxed work_group; x=1 relaxed work_group"));
  }

  static List<Case> cases() {
    return Stream.of(weak(), scopes(), sequences(), buffering()).flatMap(List::stream).toList();
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
