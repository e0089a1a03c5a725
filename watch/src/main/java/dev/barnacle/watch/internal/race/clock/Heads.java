package dev.barnacle.watch.internal.race.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A set of heads, one for each key: immutable; joins that add nothing give the set itself. */
final class Heads {
  static final Heads NONE = new Heads(List.of());

  private final List<Head> all;

  private Heads(List<Head> all) {
    this.all = all;
  }

  List<Head> all() {
    return all;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  Heads with(Head head) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).key().equals(head.key())) {
        Head joined = all.get(i).join(head);
        if (joined == all.get(i)) {
          return this;
        }
        return new Heads(all.size() == 1 ? List.of(joined) : replaced(i, joined));
      }
    }
    return new Heads(isEmpty() ? List.of(head) : grown(head));
  }

  private List<Head> replaced(int i, Head head) {
    List<Head> changed = new ArrayList<>(all);
    changed.set(i, head);
    return changed;
  }

  private List<Head> grown(Head head) {
    List<Head> grown = new ArrayList<>(all);
    grown.add(head);
    return grown;
  }

  /** Tells whether one knows something of the other region that its work-item doesn't know. */
  boolean foreign() {
    for (Head head : all) {
      if (head.foreign()) {
        return true;
      }
    }
    return false;
  }

  Heads join(Heads other) {
    if (this == other || other.isEmpty()) {
      return this;
    }
    if (isEmpty()) {
      return other;
    }
    Heads joined = this;
    for (Head head : other.all) {
      joined = joined.with(head);
    }
    return joined;
  }

  Heads only(Predicate<Head> wanted) {
    for (Head head : all) {
      if (!wanted.test(head)) {
        return new Heads(all.stream().filter(wanted).toList());
      }
    }
    return this;
  }
}
