package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.internal.litmus.LitmusTask;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Explorer;
import dev.barnacle.explore.Outcome;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.model.Axiom;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Event;
import dev.barnacle.model.Execution;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every axiom of every model matters: for each there is a pair of tests, NAME.litmus, whose
 * condition only this axiom forbids (or in which only this predicate finds a fault), and
 * NAME-allowed.litmus, its nearest neighbour, which the model allows. A model that includes what
 * another has too shares its pairs. The axioms that others imply are listed, and shown to be so.
 */
final class ModelPairsTest {
  private static final Path PAIRS = Path.of("src/test/resources/dev/barnacle/cli/pairs");
  private static final List<String> MODELS =
      List.of(
          "c11",
          "c11-original",
          "opencl",
          "opencl-scoped",
          "opencl-3.1",
          "rc11",
          "sc",
          "tso",
          "ptx",
          "vulkan");

  /** Where the pairs are that a model has no own ones for. */
  private static final Map<String, String> SHARES =
      Map.of(
          "c11-original",
          "c11",
          "opencl-scoped",
          "opencl",
          "opencl-3.1",
          "opencl",
          "rc11",
          "c11",
          "sc",
          "c11",
          "tso",
          "c11");

  /**
   * What the other axioms imply. Hb: c11-base.cat has the proof. Sc1 and Sc2: S is drawn from the
   * linearisations of hb and mo, so that it agrees with both. Atomicity: rb ; mo is a part of eco,
   * of which Rmw leaves out every cycle. Rmw of sc: rb and mo are parts of what Sc says has no
   * cycle. Atomicity of ptx: (fr & ms) ; co is a cycle that Sc-per-location forbids.
   */
  private static final Map<String, Set<String>> IMPLIED =
      Map.of(
          "c11",
          Set.of("Hb"),
          "c11-original",
          Set.of("Hb", "Sc1", "Sc2"),
          "rc11",
          Set.of("Atomicity"),
          "sc",
          Set.of("Rmw"),
          "ptx",
          Set.of("Atomicity"));

  /** The models whose pictures of what they forbid are checked to name the axiom. */
  private static final Set<String> PICTURED =
      Set.of("c11", "opencl", "opencl-scoped", "opencl-3.1", "ptx", "vulkan");

  /** No program makes the explorer build a read of the read's own write. */
  private static final Set<String> BY_HAND = Set.of("Rmw1", "O-Rmw1");

  private static Path pair(String model, String name) {
    Path own = PAIRS.resolve(model).resolve(name + ".litmus");
    return Files.exists(own)
        ? own
        : PAIRS.resolve(SHARES.getOrDefault(model, model)).resolve(name + ".litmus");
  }

  private static Outcome run(Model model, Path file) {
    try {
      Outcome outcome =
          new LitmusTask(LitmusReader.read(file))
              .run(new Explorer(model), false, Explorer.DEFAULT_UNROLL, () -> false);
      assertTrue(outcome.complete(), () -> file + " " + outcome.limits());
      return outcome;
    } catch (IOException | FrontendException | ExploreException e) {
      throw new AssertionError(file + ": " + e, e);
    }
  }

  private static boolean allows(Model model, Path file) {
    return run(model, file).positive() > 0;
  }

  /** The execution that is shown for a condition that the model forbids. */
  private static ExecutionGraph picture(Model model, Path file)
      throws IOException, FrontendException, ExploreException {
    return new LitmusTask(LitmusReader.read(file))
        .forbidden(new Explorer(model), Explorer.DEFAULT_UNROLL, () -> false)
        .orElseThrow();
  }

  /** The text of a shipped model with what it includes. */
  private static String whole(String model) {
    return expanded(Model.shippedText(model))
        .replaceAll("(?m)^\"OpenCL: what.*$|^\"C11: what.*$", "");
  }

  private static String expanded(String text) {
    return Pattern.compile("include \"([^\"]*)\\.cat\"")
        .matcher(text)
        .replaceAll(i -> Matcher.quoteReplacement(expanded(Model.shippedText(i.group(1)))));
  }

  private static String dropped(String text, String axiom) {
    String rest =
        text.replaceAll(
            "(?m)^(acyclic|irreflexive|empty|undefined_unless) .* as " + Pattern.quote(axiom) + "$",
            "");
    assertFalse(rest.equals(text), () -> "there is no axiom " + axiom);
    return rest;
  }

  private static String replaced(String text, String what, String by) {
    assertTrue(text.contains(what), what);
    return text.replace(what, by);
  }

  /** A shipped model without some of its axioms, taken out of the text of its file. */
  private static Model without(String model, Set<String> axioms) throws ModelException {
    String text = whole(model);
    for (String axiom : axioms) {
      text = dropped(text, axiom);
    }
    Model changed = Model.parse(model, model + ".cat", text);
    Model whole = Model.shipped(model);
    assertEquals(
        whole.axioms().size() + whole.faults().size(),
        changed.axioms().size() + changed.faults().size() + axioms.size());
    return changed;
  }

  @TestFactory
  Stream<DynamicTest> onlyThisAxiomForbidsIt() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String model : MODELS) {
      for (Axiom axiom : Model.shipped(model).axioms()) {
        if (!BY_HAND.contains(axiom.name())) {
          boolean implied = IMPLIED.getOrDefault(model, Set.of()).contains(axiom.name());
          tests.add(
              DynamicTest.dynamicTest(
                  model + " " + axiom.name(), () -> checkAxiom(model, axiom.name(), implied)));
        }
      }
    }
    return tests.stream();
  }

  private static void checkAxiom(String model, String axiom, boolean implied)
      throws ModelException, IOException, FrontendException, ExploreException {
    assertFalse(allows(Model.shipped(model), pair(model, axiom)));
    assertTrue(allows(Model.shipped(model), pair(model, axiom + "-allowed")));
    assertEquals(!implied, allows(without(model, Set.of(axiom)), pair(model, axiom)));
    if (PICTURED.contains(model) && !implied) {
      assertEquals(
          "forbidden by " + axiom, picture(Model.shipped(model), pair(model, axiom)).title());
    }
  }

  @TestFactory
  Stream<DynamicTest> onlyThisPredicateFindsAFault() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String model : MODELS) {
      for (Axiom fault : Model.shipped(model).faults()) {
        tests.add(
            DynamicTest.dynamicTest(
                model + " " + fault.name(), () -> checkFault(model, fault.name())));
      }
    }
    return tests.stream();
  }

  private static void checkFault(String model, String fault) throws ModelException {
    Path file = pair(model, fault);
    assertEquals(Set.of(fault), run(Model.shipped(model), file).faults().keySet());
    assertEquals(Set.of(), run(without(model, Set.of(fault)), file).faults().keySet());
    Outcome allowed = run(Model.shipped(model), pair(model, fault + "-allowed"));
    assertEquals(Set.of(), allowed.faults().keySet());
    assertTrue(allowed.positive() > 0);
  }

  /** Where S is any order of the seq_cst operations, Sc1 and Sc2 say what it agrees with. */
  @ParameterizedTest
  @ValueSource(strings = {"Sc1", "Sc2"})
  void theOrderSAgreesWithHappensBeforeAndModificationOrder(String axiom) throws ModelException {
    Path file = pair("c11-original", axiom);
    String free = replaced(whole("c11-original"), "order & (o.sc * o.sc)", "id \\ id");
    assertFalse(allows(Model.parse("free", "free.cat", free), file));
    assertTrue(allows(Model.parse("free", "free.cat", dropped(free, axiom)), file));
  }

  /**
   * What Atomicity forbids in rc11 and ptx, and Rmw in sc, the axiom that implies it forbids too.
   */
  @Test
  void readModifyWritesAreAtomicBecauseOfTheStrongerAxiom() throws ModelException {
    Path file = pair("rc11", "Atomicity");
    assertFalse(allows(without("rc11", Set.of("Rmw")), file));
    assertTrue(allows(without("rc11", Set.of("Rmw", "Atomicity")), file));
    assertFalse(allows(without("sc", Set.of("Sc")), pair("sc", "Rmw")));
    assertTrue(allows(without("sc", Set.of("Sc", "Rmw")), pair("sc", "Rmw")));
    Path exchange = pair("ptx", "Atomicity");
    assertFalse(allows(without("ptx", Set.of("Sc-per-location")), exchange));
    assertTrue(allows(without("ptx", Set.of("Sc-per-location", "Atomicity")), exchange));
  }

  /** Hb forbids what it says, but Rf or Coh forbid it too. */
  @Test
  void happensBeforeIsImpliedByTheOtherAxioms() throws ModelException {
    Path file = PAIRS.resolve("c11/Hb.litmus");
    assertFalse(allows(Model.shipped("c11"), file));
    assertFalse(allows(without("c11", Set.of("Hb")), file));
    assertFalse(allows(without("c11", Set.of("Rf", "Coh")), file));
    assertTrue(allows(without("c11", Set.of("Hb", "Rf", "Coh")), file));
    assertTrue(allows(Model.shipped("c11"), PAIRS.resolve("c11/Hb-allowed.litmus")));
  }

  @Test
  void aReadModifyWriteDoesNotReadFromItself() throws ModelException {
    for (String model : List.of("c11", "c11-original", "opencl", "opencl-scoped", "opencl-3.1")) {
      String axiom = model.startsWith("c11") ? "Rmw1" : "O-Rmw1";
      assertFalse(readModifyWriteConsistent(Model.shipped(model), true), model);
      assertTrue(readModifyWriteConsistent(without(model, Set.of(axiom)), true), model);
      assertTrue(readModifyWriteConsistent(Model.shipped(model), false), model);
    }
  }

  /** Whether an exchange that reads from itself, or from the initial write, is consistent. */
  private static boolean readModifyWriteConsistent(Model model, boolean fromItself) {
    Execution x = new Execution(2);
    Evaluator evaluator = model.evaluator(x);
    int initial = x.add(event(-1, Event.Kind.INIT, 0));
    int exchange = x.add(event(0, Event.Kind.RMW, 1));
    x.relation(BaseRelation.READS_FROM).add(fromItself ? exchange : initial, exchange);
    evaluator.clearDecisions();
    if (!evaluator.begin()) {
      return false;
    }
    evaluator.decided(0).add(initial, exchange);
    return evaluator.choose() && !evaluator.undecided(new int[3]) && evaluator.confirm();
  }

  private static Event event(int thread, Event.Kind kind, int instance) {
    boolean atomic = thread >= 0;
    return new Event(
        thread,
        atomic ? 0 : -1,
        atomic ? 0 : -1,
        atomic ? 0 : -1,
        kind,
        atomic,
        atomic ? MemoryOrder.RELAXED : MemoryOrder.NONE,
        atomic ? MemoryScope.DEVICE : MemoryScope.NONE,
        0,
        false,
        true,
        false,
        -1,
        instance);
  }

  /** The simplified SC axiom only strengthens the model, and does so somewhere. */
  @Test
  void whatC11AllowsC11OriginalAllows() throws IOException {
    List<Path> files = ownTests();
    Set<String> differ = new java.util.TreeSet<>();
    int compared = 0;
    for (Path file : files) {
      if (Files.readString(file).startsWith("C ")) {
        Set<List<Long>> simplified = run(Model.shipped("c11"), file).states().keySet();
        Set<List<Long>> original = run(Model.shipped("c11-original"), file).states().keySet();
        assertTrue(original.containsAll(simplified), file::toString);
        if (!original.equals(simplified)) {
          differ.add(String.valueOf(file.getFileName()));
        }
        compared++;
      }
    }
    assertTrue(compared > 25, "only " + compared + " tests in C");
    assertEquals(Set.of("SB-relaxed-write.litmus", "Sc3-allowed.litmus"), differ);
  }

  private static List<Path> ownTests() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path folder : List.of(PAIRS, Path.of("../examples/litmus"))) {
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(f -> f.toString().endsWith(".litmus")).sorted().forEach(files::add);
      }
    }
    return files;
  }

  /** What docs/memory-model.md says of our own tests: scopes that differ, and nothing else. */
  @Test
  void model31DiffersWhereScopesDoOnly() throws IOException {
    Set<String> differ = differences("opencl-scoped", "opencl-3.1");
    assertEquals(Set.of("18-scopes-differ.litmus", "O-Sc.litmus"), differ);
  }

  /** What docs/memory-model.md says of our own tests: seq_cst on two devices, and nothing else. */
  @Test
  void scopedModelDiffersOnMixedScopesOnly() throws IOException {
    Set<String> differ = differences("opencl", "opencl-scoped");
    assertEquals(Set.of("16-mixed-scopes.litmus", "O-Sc-allowed.litmus"), differ);
  }

  /** Our own tests in OpenCL C with other final states or faults under one model than another. */
  private static Set<String> differences(String one, String other) throws IOException {
    Set<String> differ = new java.util.TreeSet<>();
    int compared = 0;
    for (Path file : ownTests()) {
      if (Files.readString(file).startsWith("OPENCL ")) {
        Outcome first = run(Model.shipped(one), file);
        Outcome second = run(Model.shipped(other), file);
        if (!first.states().keySet().equals(second.states().keySet())
            || !first.faults().keySet().equals(second.faults().keySet())) {
          differ.add(String.valueOf(file.getFileName()));
        }
        compared++;
      }
    }
    assertTrue(compared > 25, "only " + compared + " tests in OpenCL C");
    return differ;
  }
}
