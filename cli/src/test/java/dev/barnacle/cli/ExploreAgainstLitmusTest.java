package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.Program;
import dev.barnacle.cli.LitmusKernel.Answer;
import dev.barnacle.explore.KernelExplorer;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What {@code explore} says of a kernel is what {@code litmus} says of the same litmus test. */
class ExploreAgainstLitmusTest {
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

  @Test
  void theStatesAreThoseOfTheModel() throws Exception {
    List<Case> cases = cases();
    List<Answer> answers = compare(cases.stream().map(Case::kernel).toList(), true);
    for (int i = 0; i < answers.size(); i++) {
      Case test = cases.get(i / KernelModel.values().length);
      assertEquals(test.races(), answers.get(i).races(), test.toString());
    }
  }

  /** The kernels of all cases, and random ones, under models that are asked axiom by axiom. */
  @Test
  void anyModelHasTheStatesOfLitmus() throws Exception {
    Random random = new Random(1);
    List<LitmusKernel> kernels = new ArrayList<>(cases().stream().map(Case::kernel).toList());
    for (int i = 0; i < 20; i++) {
      kernels.add(kernel(random));
    }
    StringBuilder source = new StringBuilder();
    for (int k = 0; k < kernels.size(); k++) {
      source.append(kernels.get(k).plainKernel("k" + k));
    }
    KernelExplorer explorer =
        new KernelExplorer(KernelModel.OPENCL, ProgressRules.FAIR, 1000, 8, 1);
    try (Context context = Context.builder().watched().create();
        Program program = context.build(source.toString(), "-cl-std=CL3.0")) {
      int answered = 0;
      for (int k = 0; k < kernels.size(); k++) {
        for (String model : List.of("opencl", "opencl-scoped", "c11", "rc11", "sc")) {
          LitmusKernel kernel = kernels.get(k);
          Answer found =
              kernel.explored(context, program, "k" + k, explorer.under(Model.shipped(model)));
          if (found != null) {
            answered++;
            assertEquals(kernel.allowed(model), found, () -> model + ": " + kernel);
          }
        }
      }
      assertTrue(answered > kernels.size(), "answered: " + answered);
    }
  }

  /** Random kernels in which no read decides what is written: no values are out of thin air. */
  @Property(tries = 4)
  void anyKernelHasTheStatesOfTheModel(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    List<LitmusKernel> kernels = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      kernels.add(kernel(random));
    }
    compare(kernels, false);
  }

  /**
   * Returns what all models say of some kernels; explore says the same.
   *
   * @param complete whether its answers must be complete
   */
  private static List<Answer> compare(List<LitmusKernel> kernels, boolean complete)
      throws Exception {
    StringBuilder source = new StringBuilder();
    for (int k = 0; k < kernels.size(); k++) {
      source.append(kernels.get(k).plainKernel("k" + k));
    }
    List<Answer> answers = new ArrayList<>();
    try (Context context = Context.builder().watched().create();
        Program program = context.build(source.toString(), "-cl-std=CL3.0")) {
      for (int k = 0; k < kernels.size(); k++) {
        for (KernelModel model : KernelModel.values()) {
          LitmusKernel kernel = kernels.get(k);
          Answer allowed = kernel.allowed(model.toString());
          Answer found = kernel.explored(context, program, "k" + k, model);
          if (found != null || complete) {
            assertEquals(allowed, found, () -> model + ": " + kernel);
          }
          answers.add(allowed);
        }
      }
    }
    return answers;
  }

  private static LitmusKernel kernel(Random random) {
    int count = 2 + random.nextInt(2);
    List<String> threads = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      List<String> operations = new ArrayList<>();
      for (int i = 0; i < 2 + random.nextInt(count == 2 ? 2 : 1); i++) {
        operations.add(operation(random));
      }
      threads.add(String.join("; ", operations));
    }
    return new LitmusKernel(threads, random.nextBoolean() ? 1 : count);
  }

  private static String operation(Random random) {
    String kind = List.of("=", "=", "", "", "", "+", "~", "%", "fence").get(random.nextInt(9));
    List<String> orders =
        Objects.requireNonNull(LitmusKernel.orders().get(kind.equals("%") ? "~" : kind));
    String order =
        random.nextInt(2) == 0 ? orders.getFirst() : orders.get(random.nextInt(orders.size()));
    String scope =
        List.of("", "", "", "", "", " work_group", " all_svm_devices").get(random.nextInt(7));
    String value =
        switch (kind) {
          case "=" -> "=" + (1 + random.nextInt(2));
          case "+" -> "+1";
          case "~" -> "~2";
          case "%" -> "%2";
          default -> "";
        };
    String what = kind.equals("fence") ? "fence" : random.nextBoolean() ? "x" : "y";
    return what + value + " " + order + scope;
  }
}
