package dev.barnacle.explore.internal.compare;

import dev.barnacle.explore.ComparisonBounds;
import dev.barnacle.explore.Distinction.Kind;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.Event;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import dev.barnacle.model.ModelPair;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The labels that operations of a language may have. Of labels that neither model can tell from
 * each other there is one, the weakest.
 */
final class Vocabulary {
  private static final List<MemoryOrder> LOADS =
      List.of(MemoryOrder.RELAXED, MemoryOrder.ACQUIRE, MemoryOrder.SEQ_CST);
  private static final List<MemoryOrder> STORES =
      List.of(MemoryOrder.RELAXED, MemoryOrder.RELEASE, MemoryOrder.SEQ_CST);
  private static final List<MemoryOrder> EXCHANGES =
      List.of(
          MemoryOrder.RELAXED,
          MemoryOrder.ACQUIRE,
          MemoryOrder.RELEASE,
          MemoryOrder.ACQ_REL,
          MemoryOrder.SEQ_CST);
  private static final List<MemoryOrder> FENCES =
      List.of(MemoryOrder.ACQUIRE, MemoryOrder.RELEASE, MemoryOrder.ACQ_REL, MemoryOrder.SEQ_CST);
  private static final List<MemoryScope> SCOPES =
      List.of(
          MemoryScope.SUB_GROUP,
          MemoryScope.WORK_GROUP,
          MemoryScope.DEVICE,
          MemoryScope.ALL_SVM_DEVICES);

  private final boolean openCl;
  private final ComparisonBounds bounds;
  private final ModelPair pair;
  private final Map<Kind, List<Label>> labels = new EnumMap<>(Kind.class);
  private final Map<Kind, long[][]> sets = new EnumMap<>(Kind.class);
  private final boolean regions;

  Vocabulary(ModelPair pair, boolean openCl, ComparisonBounds bounds) {
    this.pair = pair;
    this.openCl = openCl;
    this.bounds = bounds;
    boolean told = openCl && (pair.uses(BaseSet.GLOBAL) || pair.uses(BaseSet.LOCAL));
    this.regions = told && bounds.global() && bounds.local();
    for (Kind kind : bounds.kinds()) {
      List<Label> all = distinct(kind, all(kind));
      if (!all.isEmpty()) {
        labels.put(kind, all);
        sets.put(kind, masks(kind, all));
      }
    }
  }

  private List<Label> all(Kind kind) {
    List<Label> all = new ArrayList<>();
    switch (kind) {
      case LOAD -> access(all, LOADS, true);
      case STORE -> access(all, STORES, true);
      case EXCHANGE -> access(all, EXCHANGES, false);
      case FENCE -> fences(all);
      case BARRIER -> {
        if (openCl && pair.uses(BaseSet.ENTRY_FENCE)) {
          regions(all, MemoryOrder.NONE, MemoryScope.WORK_GROUP);
        }
      }
    }
    return all;
  }

  private void access(List<Label> all, List<MemoryOrder> orders, boolean plain) {
    if (plain && bounds.orders().contains(MemoryOrder.NONE)) {
      all.add(Label.PLAIN);
    }
    for (MemoryOrder order : allowed(orders)) {
      for (MemoryScope scope : scopes()) {
        all.add(new Label(true, order, scope, false, false));
      }
    }
  }

  private void fences(List<Label> all) {
    for (MemoryOrder order : allowed(FENCES)) {
      for (MemoryScope scope : scopes()) {
        if (openCl) {
          regions(all, order, scope);
        } else {
          all.add(new Label(true, order, scope, true, false));
        }
      }
    }
  }

  private void regions(List<Label> all, MemoryOrder order, MemoryScope scope) {
    if (bounds.global()) {
      all.add(new Label(true, order, scope, true, false));
    }
    if (bounds.local()) {
      all.add(new Label(true, order, scope, false, true));
    }
    if (bounds.global() && bounds.local()) {
      all.add(new Label(true, order, scope, true, true));
    }
  }

  private List<MemoryOrder> allowed(List<MemoryOrder> orders) {
    return orders.stream().filter(bounds.orders()::contains).toList();
  }

  /** In C an operation has the scope that none narrows. */
  private List<MemoryScope> scopes() {
    return openCl
        ? SCOPES.stream().filter(bounds.scopes()::contains).toList()
        : List.of(MemoryScope.ALL_SVM_DEVICES);
  }

  @SuppressWarnings("EnumOrdinal") // a bit each, whichever
  private List<Label> distinct(Kind kind, List<Label> all) {
    Set<Long> seen = new HashSet<>();
    long used = 0;
    for (BaseSet set : BaseSet.values()) {
      used |= pair.uses(set) ? 1L << set.ordinal() : 0;
    }
    List<Label> distinct = new ArrayList<>();
    for (Label label : all) {
      long bits = label.sets(Label.events(kind)[0]) & used;
      // Whether an access is plain matters to the program: its location may not be atomic then.
      if (seen.add(label.atomic() ? bits : ~bits)) {
        distinct.add(label);
      }
    }
    return distinct;
  }

  private static long[][] masks(Kind kind, List<Label> labels) {
    Event.Kind[] events = Label.events(kind);
    long[][] masks = new long[events.length][labels.size()];
    for (int e = 0; e < events.length; e++) {
      for (int i = 0; i < labels.size(); i++) {
        masks[e][i] = labels.get(i).sets(events[e]);
      }
    }
    return masks;
  }

  /** The kinds of operations. */
  List<Kind> kinds() {
    return List.copyOf(labels.keySet());
  }

  /** The labels of a kind, weaker ones before stronger ones. */
  List<Label> labels(Kind kind) {
    return labels.getOrDefault(kind, List.of());
  }

  /** The sets that each label of a kind puts an operation's event into. */
  long[] sets(Kind kind, int event) {
    return java.util.Objects.requireNonNull(sets.get(kind))[event];
  }

  /** Returns the regions that a location may be in, a bit each. */
  int locationRegions() {
    return regions
        ? PartialExecution.GLOBAL | PartialExecution.LOCAL
        : bounds.global() ? PartialExecution.GLOBAL : PartialExecution.LOCAL;
  }

  /** Returns whether there is local memory beside global memory. */
  boolean hasRegions() {
    return regions;
  }

  /** Returns whether a model speaks of a relation between places, and the language has places. */
  boolean hasPlaces(BaseRelation relation) {
    return openCl && pair.uses(relation);
  }
}
