package dev.barnacle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.model.Axiom;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every axiom of the models, and every part of what they define, matters to a kernel: what is found
 * of it is what the model says, and not what is left of the model without that.
 */
final class KernelRulesTest {
  private static final int BUDGET = 200_000;

  /** Message passing by a release and an acquire. */
  private static final String MESSAGE = "x p.plain | p=1; x=1:rel | x:acq; !p";

  private static final String UPDATED = "x p.plain | p=1; x=1:rel | x?1>2:rlx | x:acq; !p";

  private static final String BUFFERED = "x y | x=1:sc; y:sc | y=1:sc; x:sc";
  private static final String FENCED =
      "x y | x=1:rlx; fence:G:sc; y:rlx | y=1:rlx; fence:G:sc; x:rlx";

  /** Fences that each other's scope does not reach. */
  private static final String NARROW =
      "x y | x=1:rlx; fence:G:sc:wg; y:rlx || y=1:rlx; fence:G:sc:wg; x:rlx";

  private static final String READ_TWICE = "x | x=1:rlx | x:rlx; x:rlx";
  private static final String MET = "x p.plain | p=1; bar:G | x:rlx; bar:G; p";
  private static final String MET_LOCAL = "x q.local.plain | q=1; bar:L | x:rlx; bar:L; q";

  /**
   * Hb: a cycle of happens-before that is none of sequenced-before and reads-from has a barrier and
   * a read from a write that it happens before, which O-Rf forbids. O-Rmw1: a read from itself is
   * such a cycle, and these are left out.
   */
  private static final Set<String> IMPLIED = Set.of("O-Hb-G", "O-Hb-L", "O-Rmw1");

  /**
   * What becomes of a model.
   *
   * @param what a part of its text
   * @param by what stands for it
   * @param program a kernel that comes to something else
   */
  record Mutation(String what, String by, String program) {
    @Override
    public String toString() {
      return what + " -> " + by;
    }
  }

  private static Mutation axiom(String name, String program) {
    return new Mutation("as " + name, "", program);
  }

  private static Mutation part(String what, String by, String program) {
    return new Mutation(what, by, program);
  }

  static List<Mutation> mutations() {
    return List.of(
        axiom("O-Coh-G", "x | x=1:rlx; x=2:rlx"),
        axiom("O-Coh-L", "z.local | z=1:rlx; z=2:rlx | z:rlx; z:rlx"),
        part("coh hb = (rf^-1)? ; ", "coh hb = ", READ_TWICE),
        part("; mo ; rf? ; hb", "; mo ; hb", READ_TWICE),
        axiom("O-Rf", "x y | x:rlx; bar:G | y:rlx; bar:G; x=1:rlx"),
        axiom("O-Narf-G", MET),
        axiom("O-Narf-L", MET_LOCAL),
        part(" & ~((hb & loc) ; [W] ; hb)", "", "p.plain | p=1; p=2; p"),
        axiom("O-Rmw2", "x | x+1:rlx | x+1:rlx"),
        axiom("O-Rmw3", "x | x<1:rlx | x=2:rlx"),
        axiom("Final", "p.plain | p=1; p=2"),
        axiom("O-Sc", BUFFERED),
        part("(rb | mo | hb)", "(mo | hb)", BUFFERED),
        part("(rb | mo | hb)", "(rb | mo)", BUFFERED),
        part("(rb | mo | hb)", "(rb | hb)", "x y | x=1:sc; y=2:sc | y=1:sc; x=2:sc"),
        part("Sp = Fsb? ; ", "Sp = ", FENCED),
        part("hb) ; sbF?", "hb)", FENCED),
        part("~(unv ; [o.sc & ~(s.all | s.dv)] ; unv) & Sp", "Sp", NARROW),
        part("(o.sc * o.sc) & Sp & incl", "(o.sc * o.sc) & Sp", NARROW),
        axiom("O-Dr", "p.plain | p=1 | p"),
        part("~((ghb | lhb)^-1) & ~incl", "~((ghb | lhb)^-1)", "x | x=1:rlx | x:rlx"),
        axiom("O-Bd", "x | x:rlx; bar:G | x:rlx"),
        part("rel = ((o.rel | ", "rel = ((", MESSAGE),
        part("acq = ((o.acq | ", "acq = ((", MESSAGE),
        part("rel = ((o.rel | o.ar", "rel = ((o.rel", "x p.plain | p=1; x+1:ar | x:acq; !p"),
        part("acq = ((o.acq | o.ar", "acq = ((o.acq", "x p.plain | p=1; x=1:rel | x+0:ar; !p"),
        part("| o.sc) & (W | F)", ") & (W | F)", "x p.plain | p=1; x=1:sc | x:acq; !p"),
        part("| o.sc) & (R | F)", ") & (R | F)", "x p.plain | p=1; x=1:rel | x:sc; !p"),
        part(
            "[r & rel] ; Fsb? ; [W \\ na]",
            "[(W \\ na) & r & rel]",
            "x p.plain | p=1; fence:G:rel; x=1:rlx | x:acq; !p"),
        part(
            "[R \\ na] ; sbF? ; [acq & r]",
            "[(R \\ na) & acq & r]",
            "x p.plain | p=1; x=1:rel | x:rlx; !fence:G:acq; !p"),
        part("rs = mo? & rs' & ~((mo & ~rs') ; mo)", "rs = [W]", UPDATED),
        part("rs' = thd | (unv ; [R & W])", "rs' = thd", UPDATED),
        part("rs' = thd | ", "rs' = ", "x p.plain | p=1; x=1:rel; x=2:rlx | x:acq; !p"),
        part("gsw = swG |", "gsw =", MESSAGE),
        part("| (bsw G) |", "|", MET),
        part("| (bsw L) |", "|", MET_LOCAL),
        part("& B & ~thd & wg &", "& B & ~thd &", "x p.plain | p=1; bar:G || x:rlx; bar:G; p"),
        part(
            "| ((G & L & F) * (G & L & F))",
            "",
            "z.local p.plain | p=1; fence:GL:rel:wg; z=1:rlx:wg | z:rlx:wg; !fence:GL:acq:wg; !p"),
        part("(sb | (I * ~I))", "sb", "p.plain | p"),
        part("(sb | (I * ~I))", "(I * ~I)", "p.plain | p=1; p"),
        part(
            "(wg & (s.wg * s.wg))", "(s.wg * s.wg)", "x p.plain | p=1; x=1:rel:wg || x:acq:wg; !p"),
        part(
            "(wg & (from.wg * from.wg))",
            "(from.wg * from.wg)",
            "x p.plain | p=1; x=1:rel:wg || x:acq:wg; !p"),
        part("| (wg & (s.wg * s.wg))", "", "x p.plain | p=1; x=1:rel:wg | x:acq:wg; !p"),
        part("| (dv & (s.dv * s.dv))", "", MESSAGE),
        part(
            "(s.dv * s.dv)) | (s.all * s.all)",
            "(s.dv * s.dv))",
            "x p.plain | p=1; x=1:rel:all | x:acq:all; !p"),
        part("from.wg = s.wg | from.dv", "from.wg = s.wg", "x | x=1:rel:dv | x:acq:wg"),
        part("from.dv = s.dv | s.all", "from.dv = s.dv", "x | x=1:rel:dv | x:acq:all"));
  }

  private record Answer(Set<List<Long>> states, boolean faulty) {}

  private static Answer ask(RandomProgram program, String text) throws ModelException {
    String whole = text + "\nacyclic (sb | rf) as NoThinAir\n";
    NaiveExplorer naive =
        new NaiveExplorer(program, Model.parse("user", "user.cat", whole), BUDGET);
    naive.run();
    boolean faulty = !naive.faults.isEmpty();
    return new Answer(faulty ? Set.of() : KernelOracleTest.states(program, naive, false), faulty);
  }

  /** The text of a shipped model with what it includes. */
  private static String whole(KernelModel model) {
    return expanded(Model.shippedText(model.toString())).replaceAll("(?m)^\"OpenCL: what.*$", "");
  }

  private static String expanded(String text) {
    return Pattern.compile("include \"([^\"]*)\\.cat\"")
        .matcher(text)
        .replaceAll(i -> Matcher.quoteReplacement(expanded(Model.shippedText(i.group(1)))));
  }

  /** What is left of a model; the same if it has no such part. */
  private static String mutated(String text, Mutation mutation) {
    return mutation.by.isEmpty() && mutation.what.startsWith("as ")
        ? text.replaceAll("(?m)^\\w+ .* " + Pattern.quote(mutation.what) + "$", "")
        : text.replace(mutation.what, mutation.by);
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void theKernelIsExploredByTheWholeModel(Mutation mutation)
      throws ModelException, ExploreException {
    RandomProgram program = ProgramText.parse(mutation.program);
    int groupSize = (int) program.threads().stream().filter(t -> t.workGroup() == 0).count();
    int models = 0;
    for (KernelModel model : KernelModel.values()) {
      String text = whole(model);
      String left = mutated(text, mutation);
      if (left.equals(text)) {
        continue;
      }
      models++;
      KernelProgram kernel = new KernelProgram(program, groupSize, false);
      KernelOutcome outcome = kernel.explore(model, 1);
      assertTrue(outcome.complete());
      boolean faulty = !outcome.faults().isEmpty();
      Answer found = new Answer(faulty ? Set.of() : kernel.states(outcome), faulty);
      assertEquals(ask(program, text), found, model.toString());
      assertNotEquals(ask(program, left), found, model.toString());
    }
    assertFalse(models == 0, "no model has " + mutation.what);
  }

  @Test
  void everyAxiomHasAKernel() {
    Set<String> axioms = new TreeSet<>();
    for (KernelModel model : KernelModel.values()) {
      Model shipped = Model.shipped(model.toString());
      Stream.concat(shipped.axioms().stream(), shipped.faults().stream())
          .map(Axiom::name)
          .forEach(axioms::add);
    }
    axioms.removeAll(IMPLIED);
    List<String> shown = mutations().stream().map(Mutation::what).toList();
    axioms.removeIf(name -> shown.contains("as " + name));
    assertEquals(Set.of(), axioms, Arrays.toString(KernelModel.values()));
  }
}
