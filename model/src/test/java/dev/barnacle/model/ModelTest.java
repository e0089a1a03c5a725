package dev.barnacle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

final class ModelTest {
  static final List<String> SHIPPED = Model.SHIPPED;

  @ParameterizedTest
  @FieldSource("SHIPPED")
  void everyShippedModelCompilesAndNamesItsAxioms(String name) {
    Model model = Model.shipped(name);
    assertFalse(model.axioms().isEmpty());
    assertTrue(
        model.axioms().stream().noneMatch(a -> a.name().contains(" ")), model.axioms().toString());
    assertFalse(model.faults().isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "let x = po ; | 1:13: | expected an expression",
        "acyclic po as 3 | 1:15: | expected a name, found '3'",
        "acyclic poo as X | 1:9: | unknown name 'poo'; did you mean 'po'?",
        "acyclic W as X | 1:9: | expected a relation, found a set of events",
        "let r = W \\ rf | 1:13: | expected a set of events as on the left, found a relation",
        "let rec r = ~r | 1:9: | a recursive name",
        "include \"nowhere.cat\" | 1:1: | there is no file \"nowhere.cat\"",
        "with mo from coo | 1:14: | unknown name 'coo'",
        "irreflexive (po | 2:0: | ",
      })
  void errorsNameThePlaceAndWhatWasExpected(String text, String place, String message) {
    if (place.startsWith("0:") || place.startsWith("2:")) {
      assertThrows(ModelException.class, () -> Model.parse("m", "m.cat", text));
      return;
    }
    ModelException e = assertThrows(ModelException.class, () -> Model.parse("m", "m.cat", text));
    assertTrue(e.diagnostic().startsWith("m.cat:" + place), e.diagnostic());
    assertTrue(String.valueOf(e.getMessage()).contains(message), e.diagnostic());
  }

  @ParameterizedTest
  @CsvSource({
    "chekc, check",
    "CHECK, check",
    "chec, check",
    "cheque, ",
    "dev, devices",
    "benchmark, bench",
    "co, ",
    "x, ",
    "runn, run",
  })
  void theNearestIsOneOrFewEditsAwayOrBeginsTheSame(String name, @Nullable String nearest) {
    assertEquals(nearest, Nearest.to(name, List.of("run", "check", "devices", "bench", "y")));
  }

  @Test
  void precedenceIsThatOfTheLanguage() throws ModelException {
    Execution x = new Execution(8);
    Evaluator e =
        Model.parse(
                "m",
                "m.cat",
                "show po | rf ; loc as a show (po | (rf ; loc)) as b "
                    + "show ~po & loc as c show (~po) & loc as d "
                    + "show loc \\ po ; rf as e show (loc \\ po) ; rf as f "
                    + "show rf^-1 ; loc+ as g show (rf^-1) ; (loc+) as h acyclic 0")
            .evaluator(x);
    List<Bits> shown = e.show();
    for (int i = 0; i < shown.size(); i += 2) {
      assertTrue(shown.get(i) == shown.get(i + 1), "pair " + i);
    }
  }

  /** What herd's generic models and Dat3M's models of GPUs use without a definition. */
  @Test
  void namesAndFilesOfOtherToolsAreKnown(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("gpu.bell"),
        "GPU\nenum scopes = 'wi || 'wg || 'dev\ninstructions R[{'wi, 'wg}]\nlet seen = R\n");
    Path file =
        Files.writeString(
            folder.resolve("gpu.cat"),
            """
            GPU
            include "gpu.bell"
            let priv = (M \\ NONPRIV) & (GLOBAL | LOCAL) & (WI | SG | WG | DV | ALL | ~A)
            acyclic po-loc | rf | co | fr as Coherence
            empty (syncbar & swg & ~sdv & ssg) & (NAL * priv) & (seen * seen) as None
            """);
    Model model = Model.read(file);
    assertEquals(2, model.axioms().size());
    assertEquals(
        List.of("'co' is that of \"cos.cat\", which is not included"),
        model.warnings().stream().map(ModelWarning::message).toList());
    assertTrue(Model.parse("none", "none.cat", "let a = po").axioms().isEmpty());
  }

  /** The tags of a .bell file beside the model are the orders and scopes of events. */
  @Test
  void tagsOfABellFileAreOrdersAndScopes(@TempDir Path folder) throws Exception {
    Path bell = folder.resolve("m.bell");
    Path file =
        Files.writeString(folder.resolve("m.cat"), "m\nshow Acquire as a acyclic po as P\n");
    Files.writeString(
        bell,
        """
        m
        enum orders = 'relaxed || 'acquire || 'release
        enum scopes = 'wg || 'device || 'odd
        let wider t = match t with || 'wg -> 'device || _ -> {} end
        instructions R[{'relaxed, 'acquire}, {'wg, 'device}]
        instructions W[{'relaxed, 'release}]
        default R[{'relaxed}]
        show tag2events ('acquire) as b
        show tag2scope (wider 'wg) as c
        show sdv as d
        """);
    Model model = Model.read(file);
    assertEquals(
        List.of(
            "R has an order or scope that is not declared",
            "W has an order or scope that is not declared"),
        model.faults().stream().map(Axiom::name).toList());
    assertEquals(List.of("b", "c", "d", "a"), model.shown());
    List<Bits> shown = model.evaluator(new Execution(8)).show();
    assertTrue(shown.get(0) == shown.get(3) && shown.get(1) == shown.get(2));
    for (String wrong :
        List.of(
            "m.bell:2:1: expected tags of an enum, found 'acquire # instructions R[{'acquire}]",
            "m.bell:2:1: no dialect has the instruction SRCU; R, W, F and RMW are"
                + " # instructions SRCU[{'wg}]",
            "m.bell:2:19: no event of a dialect has the tag 'acquir; 'acquire?"
                + " # let a = tag2events('acquir)",
            "m.bell:2:18: the tag 'acquire is no scope # let a = tag2scope('acquire)")) {
      String[] parts = wrong.split(" # ", -1);
      Files.writeString(bell, "m enum scopes = 'wg\n" + parts[1] + "\n");
      ModelException e = assertThrows(ModelException.class, () -> Model.read(file));
      assertEquals(parts[0], e.diagnostic().replace(" error:", ""));
    }
  }

  @Test
  void functionsTuplesTagsAndMatchesDisappear() throws ModelException {
    Model model =
        Model.parse(
            "m",
            "m.cat",
            """
            "Test"
            enum kind = 'one || 'two
            let pick t = match t with || 'one -> po || _ -> rf end
            let swap (a, b) = (b, a)
            let (x, y) = swap (pick 'one, pick 'two)
            let rec closed = x | (closed ; closed)
            procedure check (r) = acyclic r as Inner end
            call check ((x | y))
            acyclic closed as Closed
            flag ~empty x as Flagged
            """);
    assertEquals(List.of("Inner", "Closed"), model.axioms().stream().map(Axiom::name).toList());
    assertEquals(List.of("Flagged"), model.faults().stream().map(Axiom::name).toList());
  }

  /** herd's own models, where the system property names a folder that has them. */
  @Test
  void herdsModelsCompile() throws IOException {
    String folder = System.getProperty("barnacle.herd.cats");
    Assumptions.assumeTrue(folder != null, "SKIPPED: -Dbarnacle.herd.cats=FOLDER is not given");
    List<String> failures = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".cat")).sorted().toList()) {
        try {
          Model.read(file).evaluator(new Execution(8));
        } catch (ModelException e) {
          failures.add(e.diagnostic());
        }
      }
    }
    System.err.println(String.join("\n", failures));
    for (String name :
        List.of("c11_simp", "c11_orig", "c11_partialSC", "rc11", "simple-c11", "sc", "tso")) {
      assertTrue(
          failures.stream().noneMatch(f -> f.contains("/" + name + ".cat")), () -> name + failures);
    }
  }

  /** What a fuzzer of towers found: expanding the functions would not end in our time. */
  @Test
  void towersOfFunctionsAreAnError() {
    StringBuilder text = new StringBuilder("m\nlet f0 x = x ; x\n");
    for (int i = 1; i < 40; i++) {
      text.append("let f" + i + " x = f" + (i - 1) + " (f" + (i - 1) + " x)\n");
    }
    text.append("acyclic f39 sb as A\n");
    ModelException e =
        assertThrows(ModelException.class, () -> Model.parse("m", "m.cat", text.toString()));
    assertTrue(e.diagnostic().contains("functions are applied more than"), e.diagnostic());
  }
}
