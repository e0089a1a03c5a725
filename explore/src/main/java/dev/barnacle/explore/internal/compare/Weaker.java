package dev.barnacle.explore.internal.compare;

import dev.barnacle.explore.Distinction.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The programs that say less than a program whose choices are all made, each by one step: a weaker
 * label, a load or a store in place of an exchange, global memory in place of local memory; and its
 * mirror image, with local and global memory exchanged.
 */
final class Weaker {
  private final PartialExecution whole;
  private final Predicate<PartialExecution> wanted;

  private Weaker(PartialExecution whole, Predicate<PartialExecution> wanted) {
    this.whole = whole;
    this.wanted = wanted;
  }

  /** Returns whether some weaker execution is one that is wanted. */
  static boolean isAny(PartialExecution whole, Predicate<PartialExecution> wanted) {
    Weaker weaker = new Weaker(whole, wanted);
    return weaker.isAnyRegion() || weaker.isMirror() || weaker.isAnyLabel() || weaker.isAnyHalf();
  }

  private boolean isAnyLabel() {
    for (int i = 0; i < whole.labels.length; i++) {
      List<Label> labels = whole.vocabulary.labels(whole.shape.kinds()[i]);
      Label own = whole.label(i);
      long before = whole.labels[i];
      for (int k = 0; k < labels.size(); k++) {
        if (labels.get(k).isWeakerThan(own)) {
          whole.labels[i] = 1L << k;
          boolean found = wanted.test(whole);
          whole.labels[i] = before;
          if (found) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean isAnyRegion() {
    for (int l = 0; l < whole.regions.length; l++) {
      if (whole.vocabulary.hasRegions() && whole.regions[l] == PartialExecution.LOCAL) {
        whole.regions[l] = PartialExecution.GLOBAL;
        boolean found = wanted.test(whole);
        whole.regions[l] = PartialExecution.LOCAL;
        if (found) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether the mirror image comes before it, and is wanted. */
  private boolean isMirror() {
    if (!whole.vocabulary.hasRegions()) {
      return false;
    }
    PartialExecution mirror = copy(whole.shape.kinds().clone());
    for (int l = 0; l < mirror.regions.length; l++) {
      mirror.regions[l] = PartialExecution.GLOBAL + PartialExecution.LOCAL - whole.regions[l];
    }
    for (int i = 0; i < mirror.labels.length; i++) {
      Label other = whole.label(i).mirrored();
      if (!put(mirror, i, other)) {
        return false;
      }
    }
    return ProgramText.of(mirror).compareTo(ProgramText.of(whole)) < 0 && wanted.test(mirror);
  }

  private boolean isAnyHalf() {
    for (int i = 0; i < whole.labels.length; i++) {
      if (whole.shape.kinds()[i] == Kind.EXCHANGE
          && (isHalf(i, Kind.STORE) || (!whole.isReadFrom(i) && isHalf(i, Kind.LOAD)))) {
        return true;
      }
    }
    return false;
  }

  private boolean isHalf(int operation, Kind kind) {
    Kind[] kinds = whole.shape.kinds().clone();
    kinds[operation] = kind;
    PartialExecution half = copy(kinds);
    return put(half, operation, whole.label(operation).half(kind)) && wanted.test(half);
  }

  private static boolean put(PartialExecution execution, int operation, Label label) {
    int k = execution.vocabulary.labels(execution.shape.kinds()[operation]).indexOf(label);
    execution.labels[operation] = k < 0 ? 0 : 1L << k;
    return k >= 0;
  }

  /** The same with other kinds of operations; the labels of those that differ are to be put. */
  private PartialExecution copy(Kind[] kinds) {
    Shape shape =
        new Shape(whole.shape.starts(), kinds, whole.shape.location(), whole.shape.locations());
    List<List<Integer>> orders = new ArrayList<>();
    for (List<Integer> writes : whole.order) {
      orders.add(writes.stream().filter(shape::writes).toList());
    }
    PartialExecution copy =
        new PartialExecution(
            whole.events.of(shape), whole.vocabulary, whole.source, orders, whole.placements);
    System.arraycopy(whole.labels, 0, copy.labels, 0, copy.labels.length);
    System.arraycopy(whole.regions, 0, copy.regions, 0, copy.regions.length);
    return copy;
  }
}
