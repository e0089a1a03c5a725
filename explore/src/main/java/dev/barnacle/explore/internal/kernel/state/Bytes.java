package dev.barnacle.explore.internal.kernel.state;

import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.MemoryRules;
import dev.barnacle.explore.internal.kernel.memory.Epoch;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AddressSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes of memory, and the accesses that one to come may be in a data race with. */
final class Bytes {
  private static final long NOT_WRITTEN = -1;
  private static final long WRITTEN = -2;

  /**
   * An access of bytes.
   *
   * @param place the address of the first, as an object's number and an offset
   * @param length how many they are
   * @param kind 0 for a write, 1 for a read, 2 for a write that all know of
   */
  private record Access(int object, long place, int length, int kind, long epoch) {}

  private final Execution x;
  private final Future future;
  private final Words data = new Words();
  private final List<Access> accesses = new ArrayList<>();

  Bytes(Execution x, Future future) {
    this.x = x;
    this.future = future;
    for (MemoryObject object : x.memory().objects()) {
      boolean accessed = future.isAccessed(object);
      if (!object.constant() && (accessed || object.space() != AddressSpace.LOCAL)) {
        new Reader(object, accessed).read();
      }
    }
  }

  /** Reads an object. */
  private final class Reader {
    private final MemoryObject object;
    private final boolean accessed;
    private final boolean written;
    private long word;
    private long first = -1;
    private int length;
    private long write;
    private long read;
    private long @Nullable [] readers;

    Reader(MemoryObject object, boolean accessed) {
      this.object = object;
      this.accessed = accessed;
      this.written = future.isWritten(object);
    }

    void read() {
      data.accept(object.number());
      x.memory().bytes(object.number(), this::take);
      end();
    }

    private void take(
        long offset,
        byte value,
        boolean cell,
        long newWrite,
        long newRead,
        long @Nullable [] newReaders) {
      word |= cell ? 0 : (value & 0xffL) << (8 * (offset & 7));
      if ((offset & 7) == 7 || offset == object.size() - 1) {
        data.accept(offset);
        data.accept(word);
        word = 0;
      }
      if (!accessed) {
        return;
      }
      boolean same =
          first + length == offset
              && newWrite == write
              && newRead == read
              && Arrays.equals(newReaders, readers);
      if (!same) {
        end();
        first = offset;
        length = 0;
        write = newWrite;
        read = newRead;
        readers = newReaders;
      }
      length++;
    }

    /** Ends some bytes with the same accesses. */
    private void end() {
      if (first < 0) {
        return;
      }
      boolean known = write != 0 && isKnown(write);
      if (write != 0 && (!known || written || object.isUndefined())) {
        accesses.add(new Access(object.number(), first, length, known ? 2 : 0, write));
      }
      if (!written) {
        return; // reads are in no race
      }
      add(read);
      for (int i = 0; readers != null && i < readers.length; i++) {
        add(readers[i]);
      }
    }

    private void add(long epoch) {
      if (epoch != 0
          && !isKnown(epoch)
          && future.isWrittenByOthers(Epoch.item(epoch), object, first, length)) {
        accesses.add(new Access(object.number(), first, length, 1, epoch));
      }
    }

    private boolean isKnown(long epoch) {
      int region = MemoryRules.region(object);
      return future.isKnown(Epoch.item(epoch), Epoch.time(epoch), object, region);
    }
  }

  /** Adds the epochs of the accesses. */
  void addTo(Times times) {
    for (Access a : accesses) {
      if (a.kind() != 2) {
        times.add(Epoch.item(a.epoch()), Epoch.time(a.epoch()));
      }
    }
  }

  /** Adds the accesses of each work-item. */
  void describe(Times times, Words[] all) {
    for (Access a : accesses) {
      int item = Epoch.item(a.epoch());
      all[item].accept(a.object());
      all[item].accept(a.place() << 2 | a.kind());
      all[item].accept(a.length());
      all[item].accept(a.kind() == 2 ? 0 : times.rank(item, Epoch.time(a.epoch())));
    }
  }

  /** Gives everything. */
  void write(Times times, Labels labels, Words out) {
    out.addAll(data.toArray());
    List<long[]> all = new ArrayList<>();
    for (Access a : accesses) {
      all.add(
          new long[] {a.object(), a.place(), a.length(), a.kind(), who(a, labels), when(a, times)});
    }
    out.addSorted(all);
  }

  /** Returns who it was, if that matters: a work-item that writes again what it wrote. */
  private long who(Access a, Labels labels) {
    int item = Epoch.item(a.epoch());
    if (a.kind() != 2) {
      return labels.label(item);
    }
    return x.item(item).isOver() ? WRITTEN : labels.label(item);
  }

  private static long when(Access a, Times times) {
    int item = Epoch.item(a.epoch());
    long rank = times.rank(item, Epoch.time(a.epoch()));
    return a.kind() == 2 ? NOT_WRITTEN : rank << 32 | Epoch.op(a.epoch());
  }
}
