package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The open part of an execution: reads that read from writes which come later, and whether stores
 * stand between others. Never changed.
 *
 * @param origins where reads would begin again, the last one first
 * @param pending the reads whose writes are still to come
 * @param offers the writes that may be theirs
 * @param gaps between which writes a store stands, or none
 * @param held the faults that count once all of them have come
 * @param isOver whether one of these faults ends the execution
 */
record OpenReads(
    @Nullable Origin origins,
    List<Pending> pending,
    List<Offer> offers,
    List<Gap> gaps,
    List<Fault> held,
    boolean isOver) {
  static final OpenReads NONE =
      new OpenReads(null, List.of(), List.of(), List.of(), List.of(), false);

  /** The point where the read that an event is would begin again. */
  record Origin(@Nullable Origin before, int event, Revisit revisit) {}

  /**
   * A read that has its value, and whose write is still to come.
   *
   * @param event its number
   * @param met the barriers that its work-item has come through since
   */
  record Pending(int event, int item, long address, long value, List<Met> met) {}

  /**
   * The exit of a barrier, which acquires.
   *
   * @param after the number of the last event before it
   */
  record Met(int after, MemoryScope scope, int regions) {}

  /**
   * A write that may be the one that a read reads from, or a store that may stand in a gap.
   *
   * @param event the read's number, -1 for a gap
   */
  record Offer(int event, @Nullable Gap gap, int write) {}

  OpenReads withOrigin(int event, Revisit revisit) {
    return new OpenReads(new Origin(origins, event, revisit), pending, offers, gaps, held, isOver);
  }

  OpenReads with(Pending read) {
    List<Pending> more = new ArrayList<>(pending);
    more.add(read);
    return new OpenReads(origins, List.copyOf(more), offers, gaps, held, isOver);
  }

  OpenReads with(Offer offer) {
    List<Offer> more = new ArrayList<>(offers);
    more.add(offer);
    return new OpenReads(origins, pending, List.copyOf(more), gaps, held, isOver);
  }

  OpenReads with(Gap gap) {
    List<Gap> more = new ArrayList<>(gaps);
    more.add(gap);
    return new OpenReads(origins, pending, offers, List.copyOf(more), held, isOver);
  }

  /** Takes a gap in which a store stands. */
  OpenReads without(Gap gap) {
    return new OpenReads(
        origins,
        pending,
        offers.stream().filter(o -> !gap.equals(o.gap())).toList(),
        gaps.stream().filter(g -> !g.equals(gap)).toList(),
        held,
        isOver);
  }

  /** Returns whether something is still to come. */
  boolean isOpen() {
    return !pending.isEmpty() || gaps.stream().anyMatch(Gap::broken);
  }

  OpenReads with(Fault fault, boolean last) {
    List<Fault> more = new ArrayList<>(held);
    more.add(fault);
    return new OpenReads(origins, pending, offers, gaps, List.copyOf(more), isOver || last);
  }

  OpenReads withoutOffer() {
    return new OpenReads(origins, pending, offers.subList(1, offers.size()), gaps, held, isOver);
  }

  /** Notes that a work-item has come through a barrier. */
  OpenReads with(int item, Met barrier) {
    List<Pending> changed = new ArrayList<>();
    for (Pending p : pending) {
      List<Met> met = new ArrayList<>(p.met());
      if (p.item() == item) {
        met.add(barrier);
      }
      changed.add(new Pending(p.event(), p.item(), p.address(), p.value(), List.copyOf(met)));
    }
    return new OpenReads(origins, List.copyOf(changed), offers, gaps, held, isOver);
  }

  /** Takes a read that has its write. */
  OpenReads without(int event) {
    return new OpenReads(
        origins,
        pending.stream().filter(p -> p.event() != event).toList(),
        offers.stream().filter(o -> o.event() != event).toList(),
        gaps,
        held,
        isOver);
  }

  OpenReads withoutFaults() {
    return new OpenReads(origins, pending, offers, gaps, List.of(), isOver);
  }

  Pending pending(int event) {
    return pending.stream().filter(p -> p.event() == event).findFirst().orElseThrow();
  }

  /** Returns where a read would begin again, null if nowhere. */
  @Nullable Revisit revisit(int event) {
    for (Origin o = origins; o != null && o.event() >= event; o = o.before()) {
      if (o.event() == event) {
        return o.revisit();
      }
    }
    return null;
  }
}
