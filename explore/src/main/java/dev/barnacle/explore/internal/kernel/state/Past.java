package dev.barnacle.explore.internal.kernel.state;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.graph.Regions;
import dev.barnacle.explore.internal.kernel.graph.Release;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.MemoryRules;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * The reads from which something comes, by program order, reads-from and barriers, that they do not
 * happen before: a later write of what they read may be one that they read from (load buffering).
 */
final class Past {
  private final Execution x;
  private final Future future;
  private final List<Event> reads = new ArrayList<>();
  private final int[][] ofItem;
  private final Map<Integer, int[]> ofWrite = new HashMap<>();

  Past(Execution x, Future future) {
    this.x = x;
    this.future = future;
    this.ofItem = new int[x.items()][];
    for (Event e : x.buffered()) {
      if (isWritten(e) && !isKnown(e)) {
        reads.add(e);
      }
    }
    if (!reads.isEmpty()) {
      run();
    }
  }

  private MemoryObject object(Event e) {
    return Objects.requireNonNull(x.memory().object(Address.object(e.address())));
  }

  private boolean isWritten(Event e) {
    return future.isWrittenAtomically(object(e));
  }

  /** Returns whether a read happens before all that may still come. */
  private boolean isKnown(Event e) {
    for (int item : future.going()) {
      if (item != e.item()
          && MemoryRules.clock(x.item(item), e.regions()).get(e.item()) < e.time()) {
        return false;
      }
    }
    return true;
  }

  private void run() {
    for (int i = 0; i < ofItem.length; i++) {
      ofItem[i] = new int[ofItem.length];
    }
    Map<Long, Map<Integer, Integer>> writes = new HashMap<>();
    List<Execution.Crossing> barriers = x.barriers();
    int next = 0;
    for (int i = 0; i < x.size(); i++) {
      Event e = x.event(i);
      while (next < barriers.size() && barriers.get(next).after() <= i) {
        meet(barriers.get(next++).members());
      }
      int[] mine = ofItem[e.item()];
      mine[e.item()] = i + 1;
      Map<Integer, Integer> known = writes.computeIfAbsent(e.address(), a -> new HashMap<>());
      if (e.from() > 0) {
        int source = Objects.requireNonNull(known.get(e.from()));
        join(mine, Objects.requireNonNull(ofWrite.get(source)));
      }
      if (e.write() >= 0) {
        known.put(e.write(), i);
        ofWrite.put(i, mine.clone());
      }
    }
    while (next < barriers.size()) {
      meet(barriers.get(next++).members());
    }
  }

  private void meet(List<Integer> members) {
    int[] all = ofItem[members.getFirst()].clone();
    members.forEach(member -> join(all, ofItem[member]));
    members.forEach(member -> join(ofItem[member], all));
  }

  private static void join(int[] into, int[] from) {
    for (int i = 0; i < into.length; i++) {
      into[i] = Math.max(into[i], from[i]);
    }
  }

  /** Gives the objects of such reads that a work-item comes of. */
  void ofItem(int item, Words out) {
    if (reads.isEmpty()) {
      return;
    }
    TreeSet<Long> addresses = new TreeSet<>();
    for (Event r : reads) {
      if (r.item() != item
          && ofItem[item][r.item()] > r.number()
          && MemoryRules.clock(x.item(item), r.regions()).get(r.item()) < r.time()) {
        addresses.add(r.address());
      }
    }
    out.accept(addresses.size());
    addresses.forEach(out::accept);
  }

  /** Gives the objects of such reads that a write comes of, but one of its releases does not. */
  void ofWrite(Event write, Release[] releases, Words out) {
    if (reads.isEmpty()) {
      return;
    }
    TreeSet<Long> addresses = new TreeSet<>();
    int[] past = Objects.requireNonNull(ofWrite.get(write.number()));
    for (Event r : reads) {
      if (past[r.item()] > r.number() && !isBeforeAll(r, releases)) {
        addresses.add(r.address());
      }
    }
    out.accept(addresses.size());
    addresses.forEach(out::accept);
  }

  private static boolean isBeforeAll(Event r, Release[] releases) {
    for (Release release : releases) {
      var clock = r.regions() == Regions.GLOBAL ? release.globally() : release.locally();
      if (clock.get(r.item()) < r.time()) {
        return false;
      }
    }
    return releases.length > 0;
  }
}
