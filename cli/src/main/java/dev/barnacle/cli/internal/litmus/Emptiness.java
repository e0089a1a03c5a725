package dev.barnacle.cli.internal.litmus;

import dev.barnacle.explore.Blame;
import dev.barnacle.model.Axiom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says why no execution of a test is consistent under a model. */
final class Emptiness {
  /** So many axioms are named. */
  private static final int MOST = 4;

  private Emptiness() {}

  static String words(Blame blame, String model) {
    if (blame.consistent() > 0) {
      return "the filter lets no execution pass: the answer is of none";
    }
    if (blame.candidates() == 0) {
      return "no execution of the test comes to its end: the answer is of none";
    }
    String all =
        blame.complete()
            ? blame.candidates() + (blame.candidates() == 1 ? " candidate" : " candidates")
            : "the first " + blame.candidates() + " candidates";
    StringBuilder text =
        new StringBuilder("no execution is consistent under ")
            .append(model)
            .append(": the answer is of none; of ")
            .append(all)
            .append(' ');
    List<Blame.Count> counts = blame.counts();
    for (int i = 0; i < Math.min(MOST, counts.size()); i++) {
      Blame.Count count = counts.get(i);
      text.append(i == 0 ? "" : ", ").append(i == 0 ? name(count.axiom()) : quoted(count.axiom()));
      text.append(i == 0 ? " forbids most, " : " ").append(count.executions());
    }
    return text.append(counts.size() > MOST ? ", …" : "").toString();
  }

  private static String name(Axiom axiom) {
    return "axiom '" + axiom.name() + "' (" + axiom.file() + ":" + axiom.line() + ")";
  }

  private static String quoted(Axiom axiom) {
    return "'" + axiom.name() + "'";
  }

  /** The axioms with their counts. */
  static List<Object> json(Blame blame) {
    List<Object> all = new ArrayList<>();
    for (Blame.Count count : blame.counts()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("axiom", count.axiom().name());
      one.put("file", count.axiom().file());
      one.put("line", count.axiom().line());
      one.put("executions", count.executions());
      all.add(one);
    }
    return all;
  }
}
