package dev.barnacle.simd.internal.plan.region;

import java.util.Locale;

/** The form of an instruction that is no load or store. */
public enum ValueForm implements Form {
  /** Once, for all lanes. */
  UNIFORM,
  /** Once, for the first lane; the others' results follow from its own. */
  AFFINE,
  /** On vectors with an element for each lane. */
  VECTOR,
  /** An operation of sub-groups, which are vectors. */
  SUB_GROUP,
  /** For one lane after the other. */
  LANE_BY_LANE;

  /** Returns the word that a plan's text has for it, such as {@code lane by lane}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', this == SUB_GROUP ? '-' : ' ');
  }
}
