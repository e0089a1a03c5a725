package dev.barnacle.model;

/** A set of events. */
public final class EventSet extends Bits {
  /** An empty set over at most {@code capacity} events. */
  public EventSet(int capacity) {
    super(capacity, 1);
  }

  /** Adds an event. */
  public void add(int event) {
    bits[event >>> 6] |= 1L << event;
  }

  /** Takes an event out. */
  public void remove(int event) {
    bits[event >>> 6] &= ~(1L << event);
  }

  /** Returns whether the event is in the set. */
  public boolean contains(int event) {
    return (bits[event >>> 6] >>> event & 1) != 0;
  }

  @Override
  public int used(int n) {
    return wordsFor(n);
  }
}
