package dev.barnacle.explore.internal.properties;

import dev.barnacle.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * The reads that a model puts after what they read from, in an order that has no cycle with
 * sequenced-before. There is one order for the accesses of each region: cycles through both regions
 * may be possible. Found out when first asked.
 */
public final class Orders {
  /**
   * The kinds of reads that are ordered.
   *
   * @param synchronises an acquire that reads from a release, whatever their scopes
   * @param visible a read of a non-atomic location
   */
  public record Ordered(boolean synchronises, boolean visible) {
    private static final Ordered NOTHING = new Ordered(false, false);
  }

  private final Model model;
  private volatile @Nullable Ordered global;
  private volatile @Nullable Ordered local;

  Orders(Model model) {
    this.model = model;
  }

  /** Of accesses of local memory, or of global memory. */
  public Ordered of(boolean isLocal) {
    Ordered known = isLocal ? local : global;
    if (known == null) {
      known = find(isLocal);
      if (isLocal) {
        local = known;
      } else {
        global = known;
      }
    }
    return known;
  }

  private Ordered find(boolean isLocal) {
    Ordered best = Ordered.NOTHING;
    for (Model.Ordering order : model.orderings(isLocal)) {
      boolean synchronises = ModelProperties.Probe.synchronises(order.neverAfterSource(), isLocal);
      if (best.equals(Ordered.NOTHING) || (synchronises && order.nonAtomicReads())) {
        best = new Ordered(synchronises, order.nonAtomicReads());
      }
    }
    return best;
  }
}
