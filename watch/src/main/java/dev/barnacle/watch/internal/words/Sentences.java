package dev.barnacle.watch.internal.words;

import dev.barnacle.engine.fault.Catalogue;
import java.util.Objects;
import java.util.Set;

/** The sentences of {@code sentences.txt}, filled from facts. */
public final class Sentences {
  private static final String WHY = "why";
  private static final String HELP = "help";

  /** The lines that sections may have. */
  static final Set<String> LINES = Set.of(Catalogue.WHAT, WHY, HELP);

  static final Catalogue CATALOGUE =
      new Catalogue(
          () -> Objects.requireNonNull(Sentences.class.getResourceAsStream("sentences.txt")),
          (method, fact) -> method.invoke(fact));

  private Sentences() {}

  /** Returns what is wrong. */
  public static String what(Record fact) {
    return CATALOGUE.what(fact);
  }

  /** Returns why it is wrong; empty where nothing is said of that. */
  public static String why(Record fact) {
    return CATALOGUE.line(fact, WHY);
  }

  /** Returns what helps; empty where nothing is known to. */
  public static String help(Record fact) {
    return CATALOGUE.line(fact, HELP);
  }
}
