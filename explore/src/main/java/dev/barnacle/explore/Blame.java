package dev.barnacle.explore;

import dev.barnacle.model.Axiom;
import java.util.List;

/**
 * The axioms of a model that forbid the candidate executions of a scenario.
 *
 * @param counts the axioms that forbid any, those that forbid most first, then in the model's order
 * @param candidates how many were looked at: every read reads from some write, every order that the
 *     model generates is total
 * @param consistent how many of them violate no axiom
 * @param complete whether these are all candidates
 */
public record Blame(List<Count> counts, long candidates, long consistent, boolean complete) {
  /** An axiom, and how many candidates violate it. */
  public record Count(Axiom axiom, long executions) {}

  /** Copies the counts. */
  public Blame {
    counts = List.copyOf(counts);
  }
}
