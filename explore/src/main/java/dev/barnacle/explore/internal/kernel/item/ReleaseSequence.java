package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.graph.Release;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AddressSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Release sequences (OpenCL architecture, "Memory Ordering Rules"; C11 5.1.2.4 paragraph 10): a
 * store of the work-item that has released goes on with the sequence, if no store of another can
 * stand between the two in modification order. Read-modify-writes go on with it too. Where a store
 * of another may stand there, or not, both is looked at ({@link Gap}).
 */
final class ReleaseSequence {
  private final Execution x;
  private final Item reader;
  private final MemoryObject object;
  private final Cell cell;

  private ReleaseSequence(Execution x, Item reader, MemoryObject object, Cell cell) {
    this.x = x;
    this.reader = reader;
    this.object = object;
    this.cell = cell;
  }

  /** Returns the releases that a work-item's read of a write may synchronise with. */
  static Release[] of(Execution x, Item reader, MemoryObject object, Cell cell, int from) {
    return new ReleaseSequence(x, reader, object, cell).of(from);
  }

  private Release[] of(int from) {
    Release[] list = cell.releases(from);
    int writer = writer(from);
    int before = writer < 0 ? -1 : previous(writer, from);
    while (before >= 0 && !isOpen(writer, before, from)) {
      list = with(list, writer, before);
      before = previous(writer, before);
    }
    return list;
  }

  private Release[] with(Release[] list, int writer, int write) {
    Release[] more = list;
    for (Release r : cell.releases(write)) {
      if (r.item() == writer) {
        more = Release.with(more, r);
      }
    }
    return more;
  }

  /**
   * Returns, for a work-item's read of a write, where stores of others may stand between the write
   * and earlier ones of its work-item that have released something: the last one first.
   */
  static List<Gap> gaps(Execution x, Item reader, int from) {
    int number = Address.object(reader.reading);
    MemoryObject object = Objects.requireNonNull(x.memory().object(number));
    Cell cell = AtomicAccess.reading(x, reader);
    return new ReleaseSequence(x, reader, object, cell).gaps(from);
  }

  private List<Gap> gaps(int from) {
    List<Gap> gaps = new ArrayList<>();
    int writer = writer(from);
    Release[] list = cell.releases(from);
    int last = from;
    for (int w = writer < 0 ? -1 : previous(writer, from); w >= 0; w = previous(writer, w)) {
      Release[] more = with(list, writer, w);
      if (more != list && isOpen(writer, w, from)) {
        gaps.add(new Gap(cell.address, writer, w, last, true));
        last = w;
      }
      list = more;
    }
    return gaps;
  }

  /** Returns the work-item that stored a value; -1 for a read-modify-write, or what was first. */
  private int writer(int write) {
    for (Event e : cell.events()) {
      if (e.write() == write) {
        return e.isStore() ? e.item() : -1;
      }
    }
    return -1;
  }

  /** Returns the write of a work-item before another one of it, -1 if there is none. */
  private int previous(int writer, int write) {
    int found = -1;
    for (Event e : cell.events()) {
      if (e.item() == writer && e.write() >= 0 && e.write() < write) {
        found = Math.max(found, e.write());
      }
    }
    return found;
  }

  /** Returns whether a store of another work-item may stand between two writes of one. */
  private boolean isOpen(int writer, int first, int last) {
    for (Gap gap : x.open().gaps()) {
      if (gap.isIntact(cell.address, writer, first, last)) {
        return false;
      }
    }
    for (Event e : cell.events()) {
      if (e.isStore()
          && e.item() != writer
          && !cell.isOrdered(e.write(), first)
          && !cell.isOrdered(last, e.write())) {
        return true;
      }
    }
    boolean local = object.space() == AddressSpace.LOCAL;
    long target = local ? Targets.LOCAL : Targets.object(object.number());
    for (int i = 0; i < x.items(); i++) {
      Item other = x.item(i);
      boolean reaches = !local || other.place.group() == reader.place.group();
      if (i != writer && other != reader && reaches && (other.mayStore() & target) != 0) {
        return true;
      }
    }
    return false;
  }
}
