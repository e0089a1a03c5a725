package dev.barnacle.explore.internal.kernel.memory;

import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Some bytes of a memory object, and who accessed each last. */
final class Page {
  static final int SHIFT = 6;
  static final int BYTES = 1 << SHIFT;

  Object owner;
  final byte[] data;
  final long[] write;
  final long[] read;

  /** True once it was to be changed. */
  boolean touched;

  /** For each byte, the readers besides that in {@code read}; not changed once made. */
  long @Nullable [] @Nullable [] readers;

  /** The atomic object that each byte belongs to. */
  @Nullable Cell @Nullable [] cells;

  Page(Object owner) {
    this.owner = owner;
    data = new byte[BYTES];
    write = new long[BYTES];
    read = new long[BYTES];
  }

  private Page(Object owner, Page other) {
    this.owner = owner;
    data = other.data.clone();
    write = other.write.clone();
    read = other.read.clone();
    readers = other.readers == null ? null : other.readers.clone();
    cells = other.cells == null ? null : other.cells.clone();
    touched = true;
  }

  Page ownedBy(Object execution) {
    return owner == execution ? this : new Page(execution, this);
  }

  /** Notes a read of a byte. */
  void noteRead(int at, long epoch, int item, Clock clock) {
    long before = read[at];
    if (Epoch.isBefore(before, item, clock)) {
      read[at] = epoch;
      return;
    }
    if (readers == null) {
      readers = new long[BYTES][];
    }
    long[] list = readers[at];
    readers[at] = list == null ? new long[] {epoch} : with(list, epoch, item);
  }

  private static long[] with(long[] list, long epoch, int item) {
    for (int i = 0; i < list.length; i++) {
      if (Epoch.item(list[i]) == item) {
        long[] copy = list.clone();
        copy[i] = epoch;
        return copy;
      }
    }
    long[] more = Arrays.copyOf(list, list.length + 1);
    more[list.length] = epoch;
    return more;
  }

  /** Notes a write of a byte. */
  void noteWrite(int at, long epoch) {
    write[at] = epoch;
    read[at] = 0;
    if (readers != null) {
      readers[at] = null;
    }
  }

  /** Returns a reader of a byte that does not happen before, 0 if there is none. */
  long unorderedReader(int at, int item, Clock clock) {
    if (!Epoch.isBefore(read[at], item, clock)) {
      return read[at];
    }
    long[] list = readers == null ? null : readers[at];
    for (int i = 0; list != null && i < list.length; i++) {
      if (!Epoch.isBefore(list[i], item, clock)) {
        return list[i];
      }
    }
    return 0;
  }
}
