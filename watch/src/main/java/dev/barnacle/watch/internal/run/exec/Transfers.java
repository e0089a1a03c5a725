package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.command.UnsetBytes;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.RawMemory;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import dev.barnacle.watch.internal.run.memory.WrittenBytes;
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
   * @param unset which bytes of global memory have not been written; null where there are none
   */
  private record Span(
      long address, @Nullable WrittenBytes written, long at, @Nullable UnsetBytes unset) {
    boolean isKnown(long skip, long bytes) {
      return written != null
          ? written.all(at + skip, bytes)
          : unset == null || !unset.has(address + skip, bytes);
    }

    void write(long skip, long bytes) {
      if (written != null) {
        written.write(at + skip, bytes);
      } else if (unset != null) {
        unset.clear(address + skip, bytes);
      }
    }

    void forget(long skip, WorkItem item, int place) {
      if (written != null) {
        written.clear(at + skip, item.launch.instruction(place).location());
      } else if (unset != null) {
        unset.set(address + skip, 1, item.launch.instruction(place).location());
      }
    }
  }

  /** Copies bytes, which may overlap. */
  public static void copy(WorkItem item, long target, long source, long bytes, int place) {
    if (bytes == 0) {
      return;
    }
    Span from = span(item, source, bytes, place, false);
    Span to = span(item, target, bytes, place, true);
    if (to == null) {
      return;
    }
    if (from == null) {
      to.write(0, bytes); // the bad source has been reported, what is read later comes of it
      return;
    }
    RawMemory.copy(from.address(), to.address(), bytes);
    markCopied(item, from, to, bytes, place);
    item.settle();
  }

  /**
   * A private variable holds nothing from here on, until it is written.
   *
   * @param ends whether its life ends here if it held something
   */
  public static void forget(WorkItem item, long pointer, long bytes, boolean ends) {
    item.own.forget(Pointers.array(pointer), item.item, bytes, ends);
  }

  /**
   * Returns which lanes of a vector in a private variable have not been written, or not whole, as
   * bits.
   */
  public static int unset(WorkItem item, long variable, int lanes, int laneBytes) {
    WrittenBytes written = item.own.written();
    long start =
        item.own.start(Pointers.array(variable), item.item) + Pointers.privateOffset(variable);
    if (written.all(start, (long) lanes * laneBytes)) {
      return 0;
    }
    int unset = 0;
    for (int lane = 0; lane < lanes; lane++) {
      unset |= written.all(start + (long) lane * laneBytes, laneBytes) ? 0 : 1 << lane;
    }
    return unset;
  }

  /** After the store of a vector: the lanes with bits in {@code unset} hold what nobody wrote. */
  public static void forget(WorkItem item, long given, int unset, int laneBytes, int place) {
    if (unset == 0) {
      return;
    }
    long target = Memory.resolve(item, given);
    for (int lane = 0; lane < Integer.SIZE; lane++) {
      for (int i = 0; i < laneBytes && (unset >>> lane & 1) != 0; i++) {
        Memory.forget(item, Pointers.add(target, (long) lane * laneBytes + i), place);
      }
    }
  }

  /** Marks a copy: bytes that have not been written stay so in it. */
  private static void markCopied(WorkItem item, Span from, Span to, long bytes, int place) {
    if (from.isKnown(0, bytes)) {
      to.write(0, bytes);
    } else if (from.written() != null && to.written() != null) {
      Location copy = item.launch.instruction(place).location();
      to.written().copyFrom(from.written(), from.at(), to.at(), bytes, copy);
    } else {
      boolean[] known = new boolean[Math.toIntExact(bytes)];
      for (int i = 0; i < known.length; i++) {
        known[i] = from.isKnown(i, 1);
      }
      for (int i = 0; i < known.length; i++) {
        if (known[i]) {
          to.write(i, 1);
        } else {
          to.forget(i, item, place);
        }
      }
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
    RawMemory.fill(to.address(), bytes, value);
    item.settle();
    to.write(0, bytes);
  }

  private static @Nullable Span span(
      WorkItem item, long given, long bytes, int place, boolean writes) {
    long pointer = Memory.resolve(item, given);
    if (Pointers.tag(pointer) == Pointers.PRIVATE) {
      long at = Memory.privateStart(item, pointer, bytes, 1, place, writes);
      return at < 0 ? null : new Span(item.own.address() + at, item.own.written(), at, null);
    }
    WatchedObject object = Memory.object(item, pointer);
    int reported = (int) Math.min(Integer.MAX_VALUE, bytes);
    if (object == null) {
      long unused =
          item.accessFaults().badPointer(item, pointer, 0, place, writes, AddressSpace.GENERIC);
      return null;
    }
    long at = Pointers.offset(pointer);
    boolean may = writes ? object.writable : object.readable;
    if (at < 0 || bytes < 0 || at > object.byteSize - bytes || !may) {
      item.accessFaults().outside(item, object, at, reported, place, writes);
      if (!AccessFaults.isDone(object, at, bytes, writes)) {
        return null;
      }
    }
    RaceShadow races = object.races;
    if (races != null && writes) {
      races.write(item.accessor, at + object.raceOffset, reported, place);
    } else if (races != null) {
      races.read(item.accessor, at + object.raceOffset, reported, place);
    }
    return new Span(object.address + at, object.written, at, object.unset);
  }
}
