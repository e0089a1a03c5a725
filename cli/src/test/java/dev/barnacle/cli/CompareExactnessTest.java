package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.internal.litmus.LitmusTask;
import dev.barnacle.explore.Explorer;
import dev.barnacle.explore.Outcome;
import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * {@code barnacle compare} misses nothing: of all programs of two accesses of one location, those
 * that {@code opencl-scoped} and {@code opencl-3.1} answer differently, when each is explored, say
 * no less than one that it prints.
 */
class CompareExactnessTest {
  private static final List<String> SCOPES =
      List.of("sub_group", "work_group", "device", "all_svm_devices");
  private static final List<String> PLACES =
      List.of("@sg 0, wg 0, dev 0", "@sg 1, wg 0, dev 0", "@wg 1, dev 0", "@wg 0, dev 1");

  /** An access; a scope of -1 is a plain one. */
  private record Access(String kind, boolean strong, int scope) {
    boolean writes() {
      return !kind.equals("load");
    }

    String text(int value) {
      if (scope < 0) {
        return writes() ? "*x = " + value + ";" : "int r0 = *x;";
      }
      String end =
          "memory_order_%s, memory_scope_%s);"
              .formatted(strong ? "seq_cst" : "relaxed", SCOPES.get(scope));
      return switch (kind) {
        case "load" -> "int r0 = atomic_load_explicit(x, " + end;
        case "store" -> "atomic_store_explicit(x, " + value + ", " + end;
        default -> "int r0 = atomic_exchange_explicit(x, " + value + ", " + end;
      };
    }
  }

  private static List<Access> accesses() {
    List<Access> all = new ArrayList<>();
    all.add(new Access("load", false, -1));
    all.add(new Access("store", false, -1));
    for (String kind : List.of("load", "store", "exchange")) {
      for (int scope = 0; scope < SCOPES.size(); scope++) {
        all.add(new Access(kind, false, scope));
        all.add(new Access(kind, true, scope));
      }
    }
    return all;
  }

  private static String program(Access a, Access b, String place) {
    return "OPENCL t\n{ [x] = 0; }\nP0@sg 0, wg 0, dev 0 (global int* x) { %s }\n"
            .formatted(a.text(1))
        + "P1%s (global int* x) { %s }\nexists (true)\n".formatted(place, b.text(2));
  }

  private static List<Boolean> answers(String program, List<Explorer> explorers) throws Exception {
    LitmusTask task = new LitmusTask(LitmusReader.parse("t", program));
    List<Boolean> faulty = new ArrayList<>();
    for (Explorer explorer : explorers) {
      Outcome outcome = task.run(explorer, 0, () -> false);
      assertTrue(outcome.complete());
      faulty.add(!outcome.faults().isEmpty());
    }
    return faulty;
  }

  /** At each place the two narrowest scopes that reach the other, which differ: as it prints. */
  private static boolean saysNoLessThanOnePrinted(Access a, Access b, int place) {
    boolean narrow = a.scope() >= place && b.scope() >= place && a.scope() != b.scope();
    return place < 3 && narrow && (a.writes() || b.writes());
  }

  @Test
  void differencesOfTwoAccessesAreThosePrinted() throws Exception {
    List<Explorer> explorers =
        List.of(
            new Explorer(Model.shipped("opencl-scoped")),
            new Explorer(Model.shipped("opencl-3.1")));
    int differences = 0;
    List<Access> all = accesses();
    for (Access a : all) {
      for (Access b : all.subList(all.indexOf(a), all.size())) {
        for (int place = 0; place < PLACES.size(); place++) {
          String program = program(a, b, PLACES.get(place));
          List<Boolean> faulty = answers(program, explorers);
          boolean differ = !faulty.get(0).equals(faulty.get(1));
          differences += differ ? 1 : 0;
          assertTrue(!differ || faulty.get(0), program);
          assertTrue(!differ || saysNoLessThanOnePrinted(a, b, place), program);
        }
      }
    }
    assertTrue(differences > 9);
    long printed =
        CommandRunner.run("compare", "opencl-scoped", "opencl-3.1", "--size=2")
            .out()
            .lines()
            .filter(l -> l.startsWith("OPENCL "))
            .count();
    assertEquals(9, printed);
  }
}
