package dev.barnacle.explore.internal.properties;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Execution;
import dev.barnacle.model.Relation;

/**
 * The limits that coherence sets to the modification order of an execution: see {@link
 * ModelProperties#coherent}.
 */
public final class Coherence {
  private final Execution x;
  private final Relation sb;
  private final int[] source;

  public Coherence(Execution x) {
    this.x = x;
    this.sb = x.relation(BaseRelation.SEQUENCED_BEFORE);
    this.source = new int[x.capacity()];
  }

  /** Adds the pairs that follow from reads-from and sequenced-before. */
  public void seed(Relation mo) {
    int n = x.size();
    for (int e = 0; e < n; e++) {
      source[e] = x.source(e);
    }
    for (int b = 0; b < n; b++) {
      int location = x.event(b).location();
      if (location < 0) {
        continue;
      }
      if (x.event(b).isRead() && x.event(b).isWrite()) {
        order(mo, source[b], b);
      }
      for (int a = 0; a < b; a++) {
        if (x.event(a).location() == location && sb.contains(a, b)) {
          int first = x.event(a).isWrite() ? a : source[a];
          order(mo, first, x.event(b).isWrite() ? b : source[b]);
          order(mo, first, source[b]);
        }
      }
    }
  }

  private static void order(Relation mo, int a, int b) {
    if (a >= 0 && b >= 0 && a != b) {
      mo.add(a, b);
    }
  }
}
