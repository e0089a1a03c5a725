package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Event;
import org.jspecify.annotations.Nullable;

/**
 * What a work-item has done in an execution that is to be drawn.
 *
 * @param before what was done before, by whom ever; null for nothing
 * @param item the work-item
 * @param op the operation
 * @param event its event; null for a plain access of no atomic object, and for a barrier
 * @param address what is accessed; 0 for a barrier and other functions of a group
 * @param bytes how much of it
 * @param value what a plain access reads or writes
 * @param writes whether a plain access writes
 * @param meeting the number of the barrier's instance; 0 for accesses
 */
public record Step(
    @Nullable Step before,
    int item,
    Op op,
    @Nullable Event event,
    long address,
    int bytes,
    long value,
    boolean writes,
    int meeting) {
  /** Returns the same with an event that is known better. */
  public Step with(Event known) {
    return new Step(before, item, op, known, address, bytes, value, writes, meeting);
  }
}
