package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Litmus tests as kernels: {@code check} comes to outcomes that no order of the work-items gives,
 * and to none that {@code explore} does not find by the models of OpenCL.
 */
class StaleOutcomesTest {
  /** Fewer than a small launch has by itself, but enough for these. */
  private static final int SCHEDULES = 128;

  /** A kernel and what it must come to, among all else that is allowed. */
  private record Case(LitmusKernel kernel, List<String> seen) {}

  private static Case weak(String seen, String... threads) {
    return new Case(LitmusKernel.of(threads), List.of(seen));
  }

  /** What decides is forbidden, so it is enough that nothing but what is allowed is seen. */
  private static Case strong(String... threads) {
    return new Case(LitmusKernel.of(threads), List.of());
  }

  private static List<Case> cases() {
    String set = "x=1 relaxed; y=1 relaxed";
    String fence = "; fence seq_cst; ";
    String narrow = "; fence seq_cst work_group; ";
    String turned = "y=1 relaxed" + narrow + "x relaxed";
    List<String> seen = List.of("0 0");
    return List.of(
        // Store buffering (examples/litmus/06 and 07).
        weak("0 0", "x=1 relaxed; y relaxed", "y=1 relaxed; x relaxed"),
        weak("0 0", "x=1 release; y acquire", "y=1 release; x acquire"),
        weak("0 0", "x=1 seq_cst; y acquire", "y=1 seq_cst; x acquire"),
        weak("0 0", "x=1 relaxed; fence acq_rel; y relaxed", "y=1 relaxed" + fence + "x relaxed"),
        weak("0 0", "x=1 release; y seq_cst", "y=1 release; x seq_cst"),
        weak("0 0", "x=1 relaxed" + fence + "y seq_cst", "y=1 relaxed; x seq_cst"),
        strong("x=1 seq_cst; y seq_cst", "y=1 seq_cst; x seq_cst"),
        strong("x=1 relaxed" + fence + "y seq_cst", "y=1 seq_cst; x seq_cst"),
        strong("x=1 relaxed" + fence + "y relaxed", "y=1 relaxed" + fence + "x relaxed"),
        strong("x=1 relaxed" + fence + "y relaxed", "y=1 seq_cst; x seq_cst"),
        // A fence that other work-groups are not in the scope of.
        new Case(new LitmusKernel(List.of("x=1 relaxed" + narrow + "y relaxed", turned), 1), seen),
        new Case(new LitmusKernel(List.of("x=1 relaxed" + narrow + "y seq_cst", turned), 1), seen),
        new Case(
            new LitmusKernel(List.of("x=1 relaxed" + narrow + "y relaxed", turned), 2), List.of()),
        // Message passing (01 to 05, 09).
        weak("1 0", set, "y relaxed; x relaxed"),
        weak("1 0", "x=1 relaxed; y=1 release", "y relaxed; x relaxed"),
        weak("1 0", set, "y acquire; x relaxed"),
        strong("x=1 relaxed; y=1 release", "y acquire; x relaxed"),
        strong("d=1; y=1 release", "y acquire; ?d"),
        strong("d=1; fence release; y=1 relaxed", "y relaxed; fence acquire; ?d"),
        strong("x=1 relaxed; y=1 release", "y+1 relaxed", "y acquire; x relaxed"),
        weak("2 0", "x=1 relaxed; y=1 release", "y=2 relaxed", "y acquire; x relaxed"),
        new Case(
            new LitmusKernel(List.of("d=1; y=1 release work_group", "y acquire work_group; ?d"), 2),
            List.of()),
        // Coherence (08).
        strong("x=1 relaxed", "x=2 relaxed", "x relaxed; x relaxed", "x relaxed; x relaxed"),
        strong("x=1 relaxed; x relaxed", "x+1 relaxed; x relaxed"),
        // Independent reads of independent writes.
        weak(
            "1 0 1 0",
            "x=1 relaxed",
            "y=1 relaxed",
            "x relaxed; y relaxed",
            "y relaxed; x relaxed"),
        weak(
            "1 0 1 0",
            "x=1 release",
            "y=1 release",
            "x acquire; y acquire",
            "y acquire; x acquire"),
        strong("x=1 seq_cst", "y=1 seq_cst", "x seq_cst; y seq_cst", "y seq_cst; x seq_cst"),
        strong(
            "x=1 relaxed",
            "y=1 relaxed",
            "x relaxed" + fence + "y relaxed",
            "y relaxed" + fence + "x relaxed"),
        // A compare-exchange that fails is a load; one that succeeds reads the newest.
        weak("1 0", set, "y relaxed; x~2 relaxed"),
        weak("0 0", "x=2 relaxed; y~2 relaxed", "y=2 relaxed; x~2 relaxed"),
        strong("x=1 relaxed; y=1 release", "y acquire; x~2 relaxed"),
        strong("x=2 seq_cst; y~2 seq_cst", "y=2 seq_cst; x~2 seq_cst"),
        strong("x=1 relaxed", "x~2 relaxed", "x~3 relaxed"),
        // A store may come before one that was made earlier, in modification order (2+2W, R).
        weak("1 1", "x=1 relaxed; y=2 relaxed; y relaxed", "y=1 relaxed; x=2 relaxed; x relaxed"),
        weak("1 0 2", "x=1 release; y=1 relaxed; y relaxed", "y=2 seq_cst; x seq_cst; y relaxed"),
        strong("x=1 seq_cst; y=2 seq_cst; y seq_cst", "y=1 seq_cst; x=2 seq_cst; x seq_cst"),
        strong("x=1 relaxed", "x=2 relaxed", "x relaxed; x relaxed", "x relaxed; x relaxed"),
        strong("y=1 relaxed; x=1 release; x=2 relaxed", "x=3 relaxed", "x acquire; y relaxed"),
        // Write to read causality, and a store against a load behind it.
        weak("1 1 0", "x=1 relaxed", "x relaxed; y=1 relaxed", "y relaxed; x relaxed"),
        strong("x=1 release", "x acquire; y=1 release", "y acquire; x relaxed"),
        weak("0", set, "y=2 relaxed; x relaxed"),
        strong("x=1 relaxed" + fence + "y=1 relaxed", "y=2 relaxed" + fence + "x relaxed"));
  }

  @Test
  void litmusTestsComeToWhatIsAllowed() throws Exception {
    List<Case> cases = cases();
    List<Set<List<Long>>> seen =
        LitmusKernel.seen(cases.stream().map(Case::kernel).toList(), SCHEDULES);
    for (int i = 0; i < cases.size(); i++) {
      Set<String> texts = LitmusKernel.texts(seen.get(i));
      assertTrue(texts.containsAll(cases.get(i).seen()), cases.get(i).kernel() + ": " + texts);
    }
  }

  @Test
  void storeBufferingComesToAllThatIsAllowed() throws Exception {
    LitmusKernel kernel = LitmusKernel.of("x=1 relaxed; y relaxed", "y=1 relaxed; x relaxed");
    assertEquals(kernel.allowed(), LitmusKernel.seen(List.of(kernel), SCHEDULES).getFirst());
  }

  @Property(tries = 8)
  void anyKernelComesToWhatIsAllowed(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    List<LitmusKernel> kernels = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      kernels.add(kernel(random));
    }
    LitmusKernel.seen(kernels, SCHEDULES);
  }

  private static LitmusKernel kernel(Random random) {
    int count = 2 + random.nextInt(2);
    boolean scoped = random.nextInt(3) == 0;
    List<String> threads = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      List<String> operations = new ArrayList<>();
      for (int i = 0; i < 2 + random.nextInt(count == 2 ? 3 : 2); i++) {
        operations.add(operation(random, scoped));
      }
      threads.add(String.join("; ", operations));
    }
    return new LitmusKernel(threads, random.nextBoolean() ? 1 : count);
  }

  private static String operation(Random random, boolean scoped) {
    String kind = List.of("=", "=", "", "", "", "+", "~", "fence", "fence").get(random.nextInt(9));
    List<String> orders = Objects.requireNonNull(LitmusKernel.orders().get(kind));
    String order =
        random.nextInt(3) == 0 ? orders.getFirst() : orders.get(random.nextInt(orders.size()));
    String scope = scoped && random.nextBoolean() ? " work_group" : "";
    String value =
        switch (kind) {
          case "=" -> "=" + (1 + random.nextInt(2));
          case "+" -> "+1";
          case "~" -> "~2";
          default -> "";
        };
    String what = kind.equals("fence") ? "fence" : random.nextBoolean() ? "x" : "y";
    return what + value + " " + order + scope;
  }
}
