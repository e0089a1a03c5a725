package dev.barnacle.watch.internal.race;

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
        List<Head> changed = new ArrayList<>(all);
        changed.set(i, joined);
        return new Heads(changed);
      }
    }
    List<Head> grown = new ArrayList<>(all);
    grown.add(head);
    return new Heads(grown);
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
