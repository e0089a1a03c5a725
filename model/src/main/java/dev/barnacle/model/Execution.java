package dev.barnacle.model;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * An execution under construction: events, and the base relations over them, as bit matrices.
 *
 * <p>Events are added in an order that contains sequenced-before within each thread, and taken away
 * again from the end, so a search can grow and shrink one execution without allocating.
 */
public final class Execution {
  private final int capacity;
  private final Event[] events;
  private int size;
  private final Map<BaseSet, EventSet> sets = new EnumMap<>(BaseSet.class);
  private final Map<BaseRelation, Relation> relations = new EnumMap<>(BaseRelation.class);
  private BaseSet[] setList;
  private BaseRelation[] relationList;
  private final EventSet pending;
  private final Relation readsFrom;

  /** An empty execution of at most {@code capacity} events. */
  public Execution(int capacity) {
    this.capacity = capacity;
    this.events = new Event[capacity];
    this.pending = new EventSet(capacity);
    this.setList = new BaseSet[0];
    this.relationList = new BaseRelation[0];
    for (BaseRelation told : BaseRelation.values()) {
      if (!told.fromLabels()) {
        relation(told);
      }
    }
    readsFrom = relation(BaseRelation.READS_FROM);
    set(BaseSet.FINAL_WRITE);
  }

  /** The greatest number of events. */
  public int capacity() {
    return capacity;
  }

  /** The number of events. */
  public int size() {
    return size;
  }

  /** Event {@code i}. */
  public Event event(int i) {
    return events[i];
  }

  /** A copy of the events, in order. */
  public List<Event> events() {
    return List.of(Arrays.copyOf(events, size));
  }

  /** Adds an event, at index {@link #size} before the call. */
  public int add(Event event) {
    if (size == capacity) {
      throw new IllegalStateException("more than " + capacity + " events");
    }
    int id = size++;
    events[id] = event;
    for (BaseSet set : setList) {
      if (set.contains(event)) {
        set(set).add(id);
      }
    }
    for (BaseRelation base : relationList) {
      if (base.fromLabels()) {
        relate(base, relation(base), id);
      }
    }
    return id;
  }

  private void relate(BaseRelation base, Relation relation, int id) {
    Event event = events[id];
    if (base.isReflexive()) {
      relation.add(id, id);
    }
    for (int i = 0; i <= id; i++) {
      if (base.relates(events[i], event)) {
        relation.add(i, id);
      }
      if (i != id && base.relates(event, events[i])) {
        relation.add(id, i);
      }
    }
  }

  /** Returns the write that an event reads from, or -1. */
  public int source(int event) {
    if (events[event].isRead()) {
      for (int w = 0; w < size; w++) {
        if (readsFrom.contains(w, event)) {
          return w;
        }
      }
    }
    return -1;
  }

  /** Takes all events from index {@code n} on away, with their pairs. */
  public void truncate(int n) {
    for (BaseSet set : setList) {
      long[] bits = set(set).bits();
      for (int w = n >>> 6; w < bits.length; w++) {
        bits[w] &= Bits.mask(n, w);
      }
    }
    for (BaseRelation base : relationList) {
      relation(base).truncate(n, size);
    }
    size = n;
  }

  /** The base set, kept up to date from now on. */
  public EventSet set(BaseSet base) {
    EventSet set = sets.get(base);
    if (set == null) {
      set = new EventSet(capacity);
      for (int i = 0; i < size; i++) {
        if (base.contains(events[i])) {
          set.add(i);
        }
      }
      sets.put(base, set);
      setList = sets.keySet().toArray(new BaseSet[0]);
    }
    return set;
  }

  /** The base relation, kept up to date from now on. */
  public Relation relation(BaseRelation base) {
    Relation relation = relations.get(base);
    if (relation == null) {
      relation = new Relation(capacity);
      relations.put(base, relation);
      relationList = relations.keySet().toArray(new BaseRelation[0]);
      for (int i = 0; base.fromLabels() && i < size; i++) {
        relate(base, relation, i);
      }
    }
    return relation;
  }

  /** The reads whose source is still to come, in an execution that is not complete. */
  public EventSet pending() {
    return pending;
  }
}
