package dev.barnacle.explore.internal.kernel.words;

import dev.barnacle.engine.fault.Catalogue;
import dev.barnacle.explore.internal.kernel.item.Fault;
import java.util.Objects;

/** Puts faults into words. */
public final class FaultWords {
  static final Catalogue CATALOGUE =
      new Catalogue(
          () -> Objects.requireNonNull(FaultWords.class.getResourceAsStream("sentences.txt")),
          (method, fact) -> method.invoke(fact));

  private FaultWords() {}

  /** Returns what happened, as a sentence. */
  public static String of(Fault fault) {
    return CATALOGUE.what(fault);
  }
}
