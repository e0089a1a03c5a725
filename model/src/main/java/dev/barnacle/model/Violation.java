package dev.barnacle.model;

import java.util.List;

/**
 * An axiom that an execution does not satisfy, and the pairs that show it.
 *
 * @param axiom the axiom
 * @param path for {@code acyclic} and {@code irreflexive} a cycle, from an event back to itself;
 *     for {@code empty} the way from the first to the second event of an element that there must
 *     not be (of a set: one link from the event to itself). It has no links where a negated axiom
 *     fails: nothing is there to show
 */
public record Violation(Axiom axiom, List<Link> path) {
  /** Makes one. */
  public Violation {
    path = List.copyOf(path);
  }

  /**
   * A pair of a relation on the path.
   *
   * @param relation the relation's name, or its text where it has none
   * @param from the first event of the pair
   * @param to the second event of the pair
   * @param inverse whether the path goes from {@code to} to {@code from}
   */
  public record Link(String relation, int from, int to, boolean inverse) {}
}
