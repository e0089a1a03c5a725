package dev.barnacle.watch.internal.race.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A set of heads, one for each key: immutable; joins that add nothing give the set itself. */
final class ReleaseHeads {
  static final ReleaseHeads NONE = new ReleaseHeads(List.of());

  private final List<ReleaseHead> all;

  private ReleaseHeads(List<ReleaseHead> all) {
    this.all = all;
  }

  List<ReleaseHead> all() {
    return all;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  ReleaseHeads with(ReleaseHead head) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).key().equals(head.key())) {
        ReleaseHead joined = all.get(i).join(head);
        if (joined == all.get(i)) {
          return this;
        }
        return new ReleaseHeads(all.size() == 1 ? List.of(joined) : replaced(i, joined));
      }
    }
    return new ReleaseHeads(isEmpty() ? List.of(head) : grown(head));
  }

  private List<ReleaseHead> replaced(int i, ReleaseHead head) {
    List<ReleaseHead> changed = new ArrayList<>(all);
    changed.set(i, head);
    return changed;
  }

  private List<ReleaseHead> grown(ReleaseHead head) {
    List<ReleaseHead> grown = new ArrayList<>(all);
    grown.add(head);
    return grown;
  }

  /** Returns whether one knows something of the other region that its work-item doesn't know. */
  boolean foreign() {
    for (ReleaseHead head : all) {
      if (head.foreign()) {
        return true;
      }
    }
    return false;
  }

  ReleaseHeads join(ReleaseHeads other) {
    if (this == other || other.isEmpty()) {
      return this;
    }
    if (isEmpty()) {
      return other;
    }
    ReleaseHeads joined = this;
    for (ReleaseHead head : other.all) {
      joined = joined.with(head);
    }
    return joined;
  }

  ReleaseHeads only(Predicate<ReleaseHead> wanted) {
    for (ReleaseHead head : all) {
      if (!wanted.test(head)) {
        return new ReleaseHeads(all.stream().filter(wanted).toList());
      }
    }
    return this;
  }
}
