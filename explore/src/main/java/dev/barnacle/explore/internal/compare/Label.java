package dev.barnacle.explore.internal.compare;

import dev.barnacle.explore.Distinction.Kind;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.Event;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;

/**
 * The parameters of an operation beside its kind and location.
 *
 * @param global whether a fence or barrier orders global memory
 * @param local whether a fence or barrier orders local memory
 */
record Label(boolean atomic, MemoryOrder order, MemoryScope scope, boolean global, boolean local) {
  static final Label PLAIN = new Label(false, MemoryOrder.NONE, MemoryScope.NONE, false, false);

  /** The sets that the label puts an event of a kind into, a bit each; a location does the rest. */
  @SuppressWarnings("EnumOrdinal") // a bit each, whichever
  long sets(Event.Kind kind) {
    int location =
        kind == Event.Kind.READ || kind == Event.Kind.WRITE || kind == Event.Kind.RMW ? 0 : -1;
    Event event =
        new Event(0, 0, 0, 0, kind, atomic, order, scope, location, false, global, local, -1, 0);
    long sets = 0;
    for (BaseSet set : BaseSet.values()) {
      sets |= set.contains(event) ? 1L << set.ordinal() : 0;
    }
    return sets;
  }

  /** The regions of a fence or barrier, a bit each. */
  int regions() {
    return (global ? 1 : 0) | (local ? 2 : 0);
  }

  /** The label with global and local memory exchanged. */
  Label mirrored() {
    return new Label(atomic, order, scope, /* global= */ local, /* local= */ global);
  }

  /** Returns the label of a load or a store in place of an exchange of this label. */
  Label half(Kind kind) {
    MemoryOrder left =
        switch (order) {
          case ACQ_REL -> kind == Kind.LOAD ? MemoryOrder.ACQUIRE : MemoryOrder.RELEASE;
          case ACQUIRE -> kind == Kind.LOAD ? order : MemoryOrder.RELAXED;
          case RELEASE -> kind == Kind.STORE ? order : MemoryOrder.RELAXED;
          default -> order;
        };
    return new Label(atomic, left, scope, global, local);
  }

  /** Returns whether it is this label with one order, scope or region less, or several. */
  boolean isWeakerThan(Label other) {
    return !equals(other)
        && atomic == other.atomic
        && isAtMost(order, other.order)
        && scope.compareTo(other.scope) <= 0
        && (other.global || !global)
        && (other.local || !local);
  }

  private static boolean isAtMost(MemoryOrder a, MemoryOrder b) {
    return a == b
        || switch (b) {
          case SEQ_CST -> true;
          case ACQ_REL -> a != MemoryOrder.SEQ_CST;
          case ACQUIRE, RELEASE, CONSUME -> a == MemoryOrder.RELAXED;
          case RELAXED, NONE -> false;
        };
  }

  /** The events of an operation: an entry and an exit fence of a barrier, one of any other. */
  static Event.Kind[] events(Kind kind) {
    return switch (kind) {
      case LOAD -> new Event.Kind[] {Event.Kind.READ};
      case STORE -> new Event.Kind[] {Event.Kind.WRITE};
      case EXCHANGE -> new Event.Kind[] {Event.Kind.RMW};
      case FENCE -> new Event.Kind[] {Event.Kind.FENCE};
      case BARRIER -> new Event.Kind[] {Event.Kind.ENTRY_FENCE, Event.Kind.EXIT_FENCE};
    };
  }
}
