package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.watch.internal.race.RaceShadow;
import org.jspecify.annotations.Nullable;

/** Copies and fills of many bytes, as compiled kernels call them. */
public final class Transfers {
  private Transfers() {}

  /**
   * Checked memory.
   *
   * @param address where it is
   * @param written which bytes have been written; null where that is not kept
   * @param at its offset in {@code written}
   */
  private record Span(long address, @Nullable WrittenBytes written, long at) {}

  /** Copies bytes, which may overlap. */
  public static void copy(WorkItem item, long target, long source, long bytes, int place) {
    if (bytes == 0) {
      return;
    }
    Span from = span(item, source, bytes, place, false);
    Span to = span(item, target, bytes, place, true);
    if (from == null || to == null) {
      return;
    }
    Raw.copy(from.address(), to.address(), bytes);
    markCopied(from, to, bytes);
    item.settle();
  }

  /** What has not been written stays so in its copy. */
  private static void markCopied(Span from, Span to, long bytes) {
    if (to.written() == null) {
      return;
    }
    if (from.written() == null) {
      to.written().write(to.at(), bytes);
    } else {
      to.written().copyFrom(from.written(), from.at(), to.at(), bytes);
    }
  }

  /** Fills bytes with a value. */
  public static void fill(WorkItem item, long target, int value, long bytes, int place) {
    if (bytes == 0) {
      return;
    }
    Span to = span(item, target, bytes, place, true);
    if (to == null) {
      return;
    }
    Raw.fill(to.address(), bytes, value);
    item.settle();
    if (to.written() != null) {
      to.written().write(to.at(), bytes);
    }
  }

  private static @Nullable Span span(
      WorkItem item, long given, long bytes, int place, boolean writes) {
    long pointer = Memory.resolve(item, given);
    if (Pointers.tag(pointer) == Pointers.PRIVATE) {
      long at = Memory.privateStart(item, pointer, bytes, 1, place, writes);
      return at < 0 ? null : new Span(item.own.address() + at, item.own.written(), at);
    }
    MemoryObject object = Memory.object(item, pointer);
    int reported = (int) Math.min(Integer.MAX_VALUE, bytes);
    if (object == null) {
      long unused = item.faults().badPointer(item, pointer, 0, place, writes, AddressSpace.GENERIC);
      return null;
    }
    long at = Pointers.offset(pointer);
    if (at < 0 || bytes < 0 || at > object.byteSize - bytes || (writes && !object.writable)) {
      item.faults().outside(item, object, at, reported, place, writes);
      return null;
    }
    RaceShadow races = object.races;
    if (races != null && writes) {
      races.write(item.accessor, at + object.raceOffset, reported, place);
    } else if (races != null) {
      races.read(item.accessor, at + object.raceOffset, reported, place);
    }
    return new Span(object.address + at, object.written, at);
  }
}
