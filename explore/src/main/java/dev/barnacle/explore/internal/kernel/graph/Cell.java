package dev.barnacle.explore.internal.kernel.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An atomic object in one execution: the operations on it so far and what is certain of its
 * modification order. Writes are in chains: a read-modify-write stands right behind the write that
 * it reads from. Between chains the order is partial. The first write is the initial value.
 */
public final class Cell {
  private static final Event[] NO_EVENTS = {};

  /** The address. */
  public final long address;

  /** The size in bytes. */
  public final int size;

  /** The region that it lies in. */
  public final int region;

  /** The number of the operation that read it last, and made its bytes another's; -1 for none. */
  public int end = -1;

  private Object owner;
  private Event[] events = NO_EVENTS;
  private long[] values = new long[1];
  private Release[][] releases = {Release.NONE};
  private int[] chain = new int[1];
  private int[] place = new int[1];
  private int[] last = new int[1];
  private long[][] before = {new long[1]};

  /** Makes one with its initial value. */
  public Cell(Object owner, long address, int size, int region, long initial) {
    this.owner = owner;
    this.address = address;
    this.size = size;
    this.region = region;
    this.values[0] = initial;
  }

  private Cell(Object owner, Cell other) {
    this.owner = owner;
    address = other.address;
    size = other.size;
    region = other.region;
    end = other.end;
    events = other.events;
    values = other.values;
    releases = other.releases;
    chain = other.chain;
    place = other.place;
    last = other.last;
    before = other.before;
  }

  /** Returns itself if an execution owns it, else a copy that it owns. */
  public Cell ownedBy(Object execution) {
    return owner == execution ? this : new Cell(execution, this);
  }

  /** Returns how many writes there are, the initial value included. */
  public int writes() {
    return values.length;
  }

  /** Returns the value of a write. */
  public long value(int write) {
    return values[write];
  }

  /** Returns the releases that a read from a write may synchronise with. */
  public Release[] releases(int write) {
    return releases[write];
  }

  /** Returns whether an operation is one of those on it. */
  public boolean has(Event event) {
    for (Event e : events) {
      if (e.number() == event.number()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the operation that is a write, null for the initial value. */
  public @Nullable Event write(int number) {
    for (Event e : events) {
      if (e.write() == number) {
        return e;
      }
    }
    return null;
  }

  /** Returns whether some of its bytes are among some others. */
  public boolean overlaps(long from, int bytes) {
    return address < from + bytes && from < address + size;
  }

  /** Returns the bytes of it that are among some others, as bits. */
  public int bits(long from, int bytes) {
    int bits = 0;
    for (int i = 0; i < size; i++) {
      bits |= address + i >= from && address + i < from + bytes ? 1 << i : 0;
    }
    return bits;
  }

  /** Returns the operations on it. */
  public Event[] events() {
    return events;
  }

  /** Returns whether no read-modify-write reads from a write. */
  public boolean isLast(int write) {
    return last[chain[write]] == write;
  }

  /** Returns whether two writes are in one chain. */
  public boolean isOneChain(int first, int second) {
    return chain[first] == chain[second];
  }

  /** Returns whether a write may be the last in modification order. */
  public boolean mayBeFinal(int write) {
    return isLast(write) && mayBeLast(chain[write]);
  }

  /** Adds an operation. */
  public void add(Event event) {
    events = Arrays.copyOf(events, events.length + 1);
    events[events.length - 1] = event;
  }

  /**
   * Adds a write that reads from no other.
   *
   * @return its number
   */
  public int addWrite(long value, Release[] released) {
    int write = append(value, released);
    int number = last.length;
    chain[write] = number;
    last = Arrays.copyOf(last, number + 1);
    last[number] = write;
    int words = (number >> 6) + 1;
    before = Arrays.copyOf(before, number + 1);
    for (int i = 0; i < number; i++) {
      if (before[i].length < words) {
        before[i] = Arrays.copyOf(before[i], words);
      }
    }
    before[number] = new long[words];
    before[number][0] = 1; // the initial value
    return write;
  }

  /**
   * Adds a read-modify-write.
   *
   * @param from the write that it reads from, the last of its chain
   * @return its number
   */
  public int addUpdate(int from, long value, Release[] released) {
    int write = append(value, released);
    chain[write] = chain[from];
    place[write] = place[from] + 1;
    last = last.clone();
    last[chain[from]] = write;
    return write;
  }

  private int append(long value, Release[] released) {
    int write = values.length;
    values = Arrays.copyOf(values, write + 1);
    values[write] = value;
    releases = Arrays.copyOf(releases, write + 1);
    releases[write] = released;
    chain = Arrays.copyOf(chain, write + 1);
    place = Arrays.copyOf(place, write + 1);
    return write;
  }

  /** Returns whether a write is certainly before another in modification order. */
  public boolean isOrdered(int first, int second) {
    int a = chain[first];
    int b = chain[second];
    return a == b ? place[first] < place[second] : has(b, a);
  }

  private boolean has(int of, int earlier) {
    long[] set = before[of];
    return earlier >> 6 < set.length && (set[earlier >> 6] >> earlier & 1) != 0;
  }

  /**
   * Makes a write come before another in modification order, or be the same.
   *
   * @return false if it comes after it
   */
  public boolean order(int first, int second) {
    int a = chain[first];
    int b = chain[second];
    if (a == b) {
      return place[first] <= place[second];
    }
    if (has(b, a)) {
      return true;
    }
    if (has(a, b)) {
      return false;
    }
    before = before.clone();
    for (int i = 0; i < before.length; i++) {
      if (i == b || has(i, b)) {
        long[] set = before[i].clone();
        set[a >> 6] |= 1L << a;
        for (int w = 0; w < before[a].length; w++) {
          set[w] |= before[a][w];
        }
        before[i] = set;
      }
    }
    return true;
  }

  /** Returns whether a write is another one or stands behind it in its chain. */
  public boolean isOrBehind(int first, int write) {
    return chain[first] == chain[write] && place[first] <= place[write];
  }

  /** Adds releases that a read from a write may synchronise with. */
  public void inherit(int write, Release[] released) {
    releases = releases.clone();
    for (Release r : released) {
      releases[write] = Release.with(releases[write], r);
    }
  }

  /**
   * Puts a chain right behind a write.
   *
   * @param first the chain's first write
   * @return false if the write is not the last of its chain, or something stands between
   */
  public boolean glue(int write, int first) {
    int a = chain[write];
    int b = chain[first];
    if (a == b || last[a] != write || place[first] != 0 || has(a, b)) {
      return false;
    }
    for (int i = 0; i < last.length; i++) {
      if (has(b, i) && has(i, a)) {
        return false;
      }
    }
    // What stands before one of the two stands before both, and so does what stands behind.
    int n = last.length;
    long[][] sets = new long[n][(n >> 6) + 1];
    for (int i = 0; i < n; i++) {
      boolean behind = i != a && i != b && (has(i, a) || has(i, b));
      for (int k = 0; k < n; k++) {
        boolean ofBoth = behind || i == a || i == b;
        boolean before = has(i, k) || (ofBoth && (has(a, k) || has(b, k)));
        boolean itself = i == k || (i == a && k == b) || (i == b && k == a);
        if (!itself && (before || (behind && (k == a || k == b)))) {
          sets[i][k >> 6] |= 1L << k;
        }
      }
    }
    before = sets;
    chain = chain.clone();
    place = place.clone();
    last = last.clone();
    last[a] = last[b];
    int shift = place[write] + 1;
    for (int w = 0; w < chain.length; w++) {
      if (chain[w] == b) {
        chain[w] = a;
        place[w] += shift;
      }
    }
    drop(b);
    return true;
  }

  /** Takes the number of a chain that has no write any more. */
  private void drop(int number) {
    int end = last.length - 1;
    for (int w = 0; w < chain.length; w++) {
      chain[w] = chain[w] == end ? number : chain[w];
    }
    last[number] = last[end];
    last = Arrays.copyOf(last, end);
    before[number] = before[end];
    before = Arrays.copyOf(before, end);
    for (long[] set : before) {
      boolean bit = number < end && (set[end >> 6] >> end & 1) != 0;
      set[number >> 6] &= ~(1L << number);
      set[end >> 6] &= ~(1L << end);
      set[number >> 6] |= bit ? 1L << number : 0;
    }
  }

  /** Returns the number of chains. */
  public int chains() {
    return last.length;
  }

  /** Returns the last write of a chain. */
  public int lastOf(int number) {
    return last[number];
  }

  /** Returns whether a chain may be the last in modification order. */
  public boolean mayBeLast(int number) {
    for (int i = 0; i < last.length; i++) {
      if (i != number && has(i, number)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns two chains whose order is not certain, by the last write of each; null if all is
   * certain.
   */
  public int @Nullable [] undecided() {
    for (int i = 1; i < last.length; i++) {
      for (int k = i + 1; k < last.length; k++) {
        if (!has(i, k) && !has(k, i)) {
          return new int[] {last[i], last[k]};
        }
      }
    }
    return null;
  }

  /** Puts an operation in the place of the one that has its number. */
  public void replace(Event event) {
    events = events.clone();
    for (int i = 0; i < events.length; i++) {
      if (events[i].number() == event.number()) {
        events[i] = event;
      }
    }
  }

  /**
   * Makes what coherence demands of a read certain that is among the operations, where it reads
   * from a write that came later: what happens before it saw none later than that, what it happens
   * before none earlier.
   *
   * @return false if coherence forbids it
   */
  public boolean coherent(int seen, Event read) {
    for (Event e : events) {
      if (e.writeSeen() < 0 || e.number() == read.number()) {
        continue;
      }
      boolean earlier = e.number() < read.number();
      if (earlier ? e.isBefore(read) : read.isBefore(e)) {
        int first = earlier ? e.writeSeen() : seen;
        if (!order(first, earlier ? seen : e.writeSeen())) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Makes what coherence demands of an operation by a work-item certain: that no operation which
   * happens before it saw a write later than the one that it sees (O-Coh).
   *
   * @param seen the write
   * @param clock what happens before the operation in the region
   * @return false if coherence forbids it
   */
  public boolean coherent(int seen, int item, Clock clock) {
    for (Event e : events) {
      if (e.writeSeen() >= 0
          && (e.item() == item || clock.get(e.item()) >= e.time())
          && !order(e.writeSeen(), seen)) {
        return false;
      }
    }
    return true;
  }
}
