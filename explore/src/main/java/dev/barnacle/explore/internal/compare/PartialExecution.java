package dev.barnacle.explore.internal.compare;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.ModelPair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An execution of a shape: reads-from and modification order are known; labels, regions and places
 * are known as far as what is left of their choices.
 */
final class PartialExecution {
  /** The bit of global memory in a choice of regions. */
  static final int GLOBAL = 1;

  /** The bit of local memory in a choice of regions. */
  static final int LOCAL = 2;

  private static final BaseSet[] SETS = BaseSet.values();
  private static final List<BaseRelation> PLACES =
      List.of(BaseRelation.SUB_GROUP, BaseRelation.WORK_GROUP, BaseRelation.DEVICE);

  final ShapeEvents events;
  final Shape shape;
  final Vocabulary vocabulary;

  /** For each operation that reads, the operation it reads from, or -1 for the initial value. */
  final int[] source;

  /** For each location its writes in modification order. */
  final List<List<Integer>> order;

  /** For each operation, which labels of its kind are left, a bit each. */
  final long[] labels;

  /** For each location, which regions are left, a bit each. */
  final int[] regions;

  /** The places that are left. */
  List<Placement> placements;

  PartialExecution(
      ShapeEvents events,
      Vocabulary vocabulary,
      int[] source,
      List<List<Integer>> order,
      List<Placement> placements) {
    this.events = events;
    this.shape = events.shape;
    this.vocabulary = vocabulary;
    this.source = source;
    this.order = order;
    this.placements = placements;
    this.labels = new long[shape.size()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = (1L << vocabulary.labels(shape.kinds()[i]).size()) - 1;
    }
    this.regions = new int[shape.locations()];
    Arrays.fill(regions, vocabulary.locationRegions());
  }

  /** The label of an operation whose label is decided. */
  Label label(int operation) {
    return vocabulary
        .labels(shape.kinds()[operation])
        .get(Long.numberOfTrailingZeros(labels[operation]));
  }

  /** Returns whether an operation reads what another writes. */
  boolean isReadFrom(int operation) {
    for (int i = 0; i < source.length; i++) {
      if (shape.reads(i) && source[i] == operation) {
        return true;
      }
    }
    return false;
  }

  /** The execution without an operation, or null where something reads from it. */
  @Nullable PartialExecution without(int operation) {
    if (shape.size() == 1 || isReadFrom(operation)) {
      return null;
    }
    ShapeEvents smaller = events.without(operation);
    int[] location = smaller.shape.location();
    int[] from = new int[smaller.shape.size()];
    List<List<Integer>> orders = new ArrayList<>();
    for (int l = 0; l < smaller.shape.locations(); l++) {
      orders.add(List.of());
    }
    for (List<Integer> writes : order) {
      List<Integer> kept = new ArrayList<>();
      for (int w : writes) {
        if (w != operation) {
          kept.add(moved(w, operation));
        }
      }
      if (!kept.isEmpty()) {
        orders.set(location[kept.get(0)], kept);
      }
    }
    PartialExecution result =
        new PartialExecution(smaller, vocabulary, from, orders, placementsWithout(operation));
    for (int i = 0; i < shape.size(); i++) {
      if (i != operation) {
        int k = moved(i, operation);
        from[k] = source[i] < 0 ? -1 : moved(source[i], operation);
        result.labels[k] = labels[i];
        if (location[k] >= 0) {
          result.regions[location[k]] = regions[shape.location()[i]];
        }
      }
    }
    return result;
  }

  private static int moved(int operation, int removed) {
    return operation > removed ? operation - 1 : operation;
  }

  private List<Placement> placementsWithout(int operation) {
    int t = shape.thread(operation);
    if (shape.starts()[t + 1] - shape.starts()[t] > 1) {
      return placements;
    }
    return placements.stream().map(p -> p.without(t)).toList();
  }

  // --- telling it to the models ---

  /** Tells all that is known to the models. */
  void tell(ModelPair pair) {
    events.tell(pair);
    sets(pair);
    long[] rows = new long[events.size];
    for (int i = 0; i < shape.size(); i++) {
      if (shape.reads(i)) {
        int from = source[i] < 0 ? shape.location()[i] : events.first[source[i]];
        rows[from] |= 1L << events.first[i];
      }
    }
    pair.relation(BaseRelation.READS_FROM, rows, rows);
    pair.modificationOrder(modificationOrder());
    for (BaseRelation relation : PLACES) {
      if (pair.uses(relation)) {
        places(pair, relation);
      }
    }
  }

  private long[] modificationOrder() {
    long[] rows = new long[events.size];
    for (List<Integer> writes : order) {
      long later = 0;
      for (int a = writes.size() - 1; a >= 0; a--) {
        int event = events.first[writes.get(a)];
        rows[event] = later;
        later |= 1L << event;
      }
      if (!writes.isEmpty()) {
        rows[shape.location()[writes.get(0)]] = later;
      }
    }
    return rows;
  }

  private void sets(ModelPair pair) {
    long[] lower = new long[SETS.length];
    long[] upper = new long[SETS.length];
    for (int e = 0; e < events.size; e++) {
      long all = events.initial;
      long any = events.initial;
      int i = events.operation[e];
      if (i >= 0) {
        long[] masks = vocabulary.sets(shape.kinds()[i], e - events.first[i]);
        all = -1L;
        any = 0;
        for (long left = labels[i]; left != 0; left &= left - 1) {
          long mask = masks[Long.numberOfTrailingZeros(left)];
          all &= mask;
          any |= mask;
        }
      }
      for (int s = 0; s < SETS.length; s++) {
        lower[s] |= (all >>> s & 1) << e;
        upper[s] |= (any >>> s & 1) << e;
      }
    }
    for (int l = 0; l < shape.locations(); l++) {
      location(l, lower, upper);
    }
    for (int s = 0; s < SETS.length; s++) {
      pair.set(SETS[s], lower[s], upper[s]);
    }
  }

  @SuppressWarnings("EnumOrdinal") // their places in the arrays
  private void location(int l, long[] lower, long[] upper) {
    long here = events.here[l];
    long accesses = here & ~(1L << l);
    boolean surelyAtomic = (lower[BaseSet.ATOMIC.ordinal()] & accesses) != 0;
    boolean surelyPlain = (upper[BaseSet.ATOMIC.ordinal()] & accesses) == 0;
    put(lower, upper, BaseSet.NON_ATOMIC_LOCATION, here, surelyPlain, !surelyAtomic);
    put(lower, upper, BaseSet.GLOBAL, here, regions[l] == GLOBAL, (regions[l] & GLOBAL) != 0);
    put(lower, upper, BaseSet.LOCAL, here, regions[l] == LOCAL, (regions[l] & LOCAL) != 0);
    List<Integer> writes = order.get(l);
    if (writes.size() > 1) {
      long last = 1L << events.first[writes.getLast()];
      put(lower, upper, BaseSet.FINAL_WRITE, last, surelyPlain, !surelyAtomic);
    }
  }

  @SuppressWarnings("EnumOrdinal") // their places in the arrays
  private static void put(
      long[] lower, long[] upper, BaseSet set, long events, boolean surely, boolean maybe) {
    int s = set.ordinal();
    lower[s] = surely ? lower[s] | events : lower[s] & ~events;
    upper[s] = maybe ? upper[s] | events : upper[s] & ~events;
  }

  private void places(ModelPair pair, BaseRelation relation) {
    int threads = shape.threads();
    boolean[] all = new boolean[threads * threads];
    boolean[] any = new boolean[threads * threads];
    Arrays.fill(all, true);
    for (Placement placement : placements) {
      int[] parts = placement.parts(relation);
      for (int s = 0; s < threads; s++) {
        for (int t = 0; t < threads; t++) {
          all[s * threads + t] &= parts[s] == parts[t];
          any[s * threads + t] |= parts[s] == parts[t];
        }
      }
    }
    long[] certain = new long[events.size];
    long[] possible = new long[events.size];
    for (int a = events.inits; a < events.size; a++) {
      for (int b = events.inits; b < events.size; b++) {
        int pairOfThreads = events.thread(a) * threads + events.thread(b);
        certain[a] |= (all[pairOfThreads] ? 1L : 0) << b;
        possible[a] |= (any[pairOfThreads] ? 1L : 0) << b;
      }
    }
    pair.relation(relation, certain, possible);
  }
}
