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

  /** Returns what is said of something that a memory model flags. */
  public static String of(Flag flag) {
    return CATALOGUE.what(flag);
  }

  /** Returns what is said of a division by zero. */
  public static String zeroDivision() {
    return CATALOGUE.template(Fault.ZeroDivision.class, Catalogue.WHAT).toString();
  }

  /** Returns what is said of a division whose quotient its type has not got. */
  public static String quotient(long dividend) {
    return CATALOGUE.template(Fault.Quotient.class, Catalogue.WHAT).fill(path -> dividend);
  }

  /** Returns what is said of an assertion that fails. */
  public static String assertion() {
    return CATALOGUE.template(Fault.Assertion.class, Catalogue.WHAT).toString();
  }
}
