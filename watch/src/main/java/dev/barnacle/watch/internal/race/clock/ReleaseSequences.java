package dev.barnacle.watch.internal.race.clock;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The heads that a write to an atomic location publishes: those of the release sequences that it is
 * in. A sequence is begun by a write and goes on through writes of the same work-item and
 * read-modify-writes of any ({@code rs}).
 */
final class ReleaseSequences {
  /** By the work-item that began it: the heads of each sequence. */
  private Map<WorkItemClocks, ReleaseHeads> sequences = Map.of();

  /** The heads of sequences begun by work-items of groups that have ended. */
  private ReleaseHeads ended = ReleaseHeads.NONE;

  /** All heads. */
  private ReleaseHeads all = ReleaseHeads.NONE;

  /** True if a head knows something of the other region that its work-item doesn't know itself. */
  private boolean foreign;

  private int sweepAt = 32;

  /** Returns the same, which stays as it is when this goes on. */
  ReleaseSequences copy() {
    ReleaseSequences copy = new ReleaseSequences();
    copy.sequences = sequences.isEmpty() ? Map.of() : new HashMap<>(sequences);
    copy.ended = ended;
    copy.all = all;
    copy.foreign = foreign;
    copy.sweepAt = sweepAt;
    return copy;
  }

  /** Returns the heads that a reader may synchronise with. */
  ReleaseHeads readBy(WorkItemClocks reader) {
    if (!foreign || !sequences.containsKey(reader)) {
      return all; // a work-item's own heads tell it nothing new
    }
    ReleaseHeads others = ended;
    for (Map.Entry<WorkItemClocks, ReleaseHeads> sequence : sequences.entrySet()) {
      if (sequence.getKey() != reader) {
        others = others.join(sequence.getValue());
      }
    }
    return others;
  }

  /** Returns whether a write of a work-item goes on with a sequence that it began. */
  boolean goOn(PastAccess write) {
    WorkItemClocks writer = write.group().find(write.item());
    return writer != null && sequences.containsKey(writer);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** A write other than a read-modify-write ends all sequences but those of its own work-item. */
  void store(@Nullable WorkItemClocks writer) {
    if (all.isEmpty()) {
      return;
    }
    ReleaseHeads own = writer == null ? null : sequences.get(writer);
    sequences = Map.of();
    ended = ReleaseHeads.NONE;
    all = ReleaseHeads.NONE;
    foreign &= own != null;
    if (writer != null && own != null) {
      sequences = new HashMap<>(Map.of(writer, own));
      all = own;
    }
  }

  /** The last write begins a sequence with these heads as well. */
  void publish(WorkItemClocks writer, ReleaseHeads heads) {
    if (!heads.isEmpty()) {
      if (sequences.isEmpty()) {
        sequences = new HashMap<>();
      }
      sequences.merge(writer, heads, ReleaseHeads::join);
      all = all.join(heads);
      foreign |= heads.foreign();
      if (sequences.size() >= sweepAt) {
        sweep();
      }
    }
  }

  private void sweep() {
    Iterator<Map.Entry<WorkItemClocks, ReleaseHeads>> each = sequences.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<WorkItemClocks, ReleaseHeads> sequence = each.next();
      if (sequence.getKey().group.ended()) {
        // what is of work-group scope or narrower has nobody left to synchronise with
        ended = ended.join(sequence.getValue().only(head -> head.key().instance() < 0));
        each.remove();
      }
    }
    all = ended;
    for (ReleaseHeads heads : sequences.values()) {
      all = all.join(heads);
    }
    sweepAt = Math.max(32, 2 * sequences.size());
  }
}
