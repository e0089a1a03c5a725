package dev.barnacle.explore.internal.compare;

import dev.barnacle.explore.Distinction.Kind;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.Event;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import dev.barnacle.model.ModelPair;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of a shape, and what is known of them whatever their labels, reads-from and
 * modification order: the initial writes of the locations first, then the events of the operations,
 * two of a barrier.
 */
final class ShapeEvents {
  private static final BaseSet[] SETS = BaseSet.values();

  final Shape shape;
  final int inits;
  final int size;

  /** The operation of each event; -1 of initial writes. */
  final int[] operation;

  /** The first event of each operation. */
  final int[] first;

  /** For each location its events, a bit each. */
  final long[] here;

  /** The sets that an initial write is in, but for what its location says. */
  final long initial;

  private final int[] thread;
  private final Map<BaseRelation, long[]> relations = new EnumMap<>(BaseRelation.class);
  private final @Nullable ShapeEvents[] smaller;
  private final ModelPair pair;

  ShapeEvents(Shape shape, ModelPair pair) {
    this.shape = shape;
    this.pair = pair;
    this.inits = shape.locations();
    this.first = new int[shape.size()];
    this.here = new long[inits];
    this.smaller = new ShapeEvents[shape.size()];
    List<Event> events = new ArrayList<>();
    List<Integer> operations = new ArrayList<>();
    for (int l = 0; l < inits; l++) {
      events.add(event(-1, Event.Kind.INIT, l, -1, -1 - l));
      operations.add(-1);
    }
    int[] barriers = new int[shape.threads()];
    for (int i = 0; i < shape.size(); i++) {
      first[i] = events.size();
      int t = shape.thread(i);
      int barrier = shape.kinds()[i] == Kind.BARRIER ? barriers[t]++ : -1;
      for (Event.Kind kind : Label.events(shape.kinds()[i])) {
        events.add(event(t, kind, shape.location()[i], barrier, i));
        operations.add(i);
      }
    }
    this.size = events.size();
    this.operation = operations.stream().mapToInt(i -> i).toArray();
    this.thread = events.stream().mapToInt(Event::thread).toArray();
    for (int e = 0; e < size; e++) {
      if (events.get(e).location() >= 0) {
        here[events.get(e).location()] |= 1L << e;
      }
    }
    this.initial = inits == 0 ? 0 : sets(events.get(0));
    relate(events);
  }

  private static Event event(int thread, Event.Kind kind, int location, int barrier, int instance) {
    return new Event(
        thread,
        0,
        0,
        0,
        kind,
        false,
        MemoryOrder.NONE,
        MemoryScope.NONE,
        location,
        false,
        false,
        false,
        barrier,
        instance);
  }

  @SuppressWarnings("EnumOrdinal") // a bit each, whichever
  private static long sets(Event event) {
    long sets = 0;
    for (BaseSet set : SETS) {
      sets |= set.contains(event) ? 1L << set.ordinal() : 0;
    }
    return sets;
  }

  private void relate(List<Event> events) {
    for (BaseRelation relation : BaseRelation.values()) {
      boolean known =
          switch (relation) {
            case READS_FROM, SUB_GROUP, WORK_GROUP, DEVICE -> false;
            default -> true;
          };
      if (known && pair.uses(relation)) {
        long[] rows = new long[size];
        for (int a = 0; a < size; a++) {
          for (int b = 0; b < size; b++) {
            rows[a] |= (relates(relation, events, a, b) ? 1L : 0) << b;
          }
        }
        relations.put(relation, rows);
      }
    }
  }

  private boolean relates(BaseRelation relation, List<Event> events, int a, int b) {
    if (relation == BaseRelation.SEQUENCED_BEFORE) {
      return a < b && thread[a] >= 0 && thread[a] == thread[b];
    }
    return (a == b && relation.isReflexive()) || relation.relates(events.get(a), events.get(b));
  }

  /** The thread of an event, or -1. */
  int thread(int event) {
    return thread[event];
  }

  /** The events of the shape without an operation. */
  ShapeEvents without(int operation) {
    ShapeEvents known = smaller[operation];
    if (known == null) {
      known = new ShapeEvents(shape.without(operation), pair);
      smaller[operation] = known;
    }
    return known;
  }

  /** The events of another shape, for the same models. */
  ShapeEvents of(Shape other) {
    return new ShapeEvents(other, pair);
  }

  /** Tells the models the relations that are known. */
  void tell(ModelPair models) {
    models.begin(size);
    relations.forEach((relation, rows) -> models.relation(relation, rows, rows));
  }
}
