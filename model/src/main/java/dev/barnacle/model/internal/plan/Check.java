package dev.barnacle.model.internal.plan;

import dev.barnacle.model.Bits;
import dev.barnacle.model.Relation;

/**
 * A property of a term that a model checks.
 *
 * @param kind the property
 * @param negated whether the check is that the property does not hold
 * @param term what it is checked of
 */
public record Check(Kind kind, boolean negated, Term term) {
  /** The properties. */
  public enum Kind {
    /** Its transitive closure relates no event to itself. */
    ACYCLIC,
    /** It relates no event to itself. */
    IRREFLEXIVE,
    /** It has no element. */
    EMPTY
  }

  /** Returns whether the property (not negated) holds of a value. */
  boolean holds(Bits value, Relation scratch, int n) {
    return switch (kind) {
      case EMPTY -> value.isEmpty(n);
      case IRREFLEXIVE -> !((Relation) value).hasReflexive(n);
      case ACYCLIC -> {
        System.arraycopy(value.bits(), 0, scratch.bits(), 0, scratch.used(n));
        scratch.close(n);
        yield !scratch.hasReflexive(n);
      }
    };
  }
}
