package dev.barnacle.cli.internal.compare;

import dev.barnacle.cli.internal.litmus.LitmusResult;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A litmus test that two models answer differently, each as {@code barnacle litmus} does.
 *
 * @param name the test's name
 * @param size how many operations it has
 * @param program its text
 * @param kind {@code state} where the condition's truth differs, else the kind of the fault that
 *     only one of the models finds
 * @param answers what the two models answer
 * @param forbidding the whole answer of the model that forbids the condition, or finds no fault
 */
public record Difference(
    String name, int size, String program, String kind, Answers answers, LitmusResult forbidding) {
  /**
   * The answers of two models.
   *
   * @param allowedBy the name of the model that allows the condition, or finds the fault, which
   *     allows everything
   * @param forbiddenBy the name of the other model
   * @param axiom the axioms by which it forbids the condition, or the check that finds the fault
   * @param raceFree whether the model that forbids finds no fault
   */
  record Answers(String allowedBy, String forbiddenBy, String axiom, boolean raceFree) {}

  /** The kind of a difference of the condition's truth. */
  static final String STATE = "state";

  /** Returns the difference in words, in a line. */
  String words() {
    if (kind.equals(STATE)) {
      return "%s allows the condition, %s forbids it (%s)%s"
          .formatted(
              answers.allowedBy(),
              answers.forbiddenBy(),
              answers.axiom(),
              answers.raceFree() ? "." : "; both find a fault.");
    }
    return "%s finds a %s (%s), %s finds no fault."
        .formatted(
            answers.allowedBy(), kind.replace('-', ' '), answers.axiom(), answers.forbiddenBy());
  }

  /** The same with another text. */
  Difference with(String text) {
    return new Difference(name, size, text, kind, answers, forbidding);
  }

  /** The object of {@code --json}. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("size", size);
    json.put("name", name);
    json.put("program", program);
    json.put("kind", kind);
    json.put("allowed_by", answers.allowedBy());
    json.put("forbidden_by", answers.forbiddenBy());
    json.put("axiom", answers.axiom());
    json.put("race_free", answers.raceFree());
    return json;
  }
}
