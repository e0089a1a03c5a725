package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.race.shadow.WindowListener;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import dev.barnacle.watch.internal.run.memory.WrittenBytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads in loops that need no check. Such a place of a kernel may have a window, if it reads what
 * other work-items read too: a part of an object that is written, and of which the race detector
 * promises that nothing is learnt by one reader more. The kernel's code looks whether a read is in
 * it before it asks {@link Memory}. A window grows while the place's reads come near it; it is
 * closed when the group comes to a barrier or another group runs, and when the thread writes the
 * object. What the kernel cannot write is all one window, and stays so. One for each thread.
 */
public final class CheckElision implements WindowListener {
  /** The numbers that compiled code has of each place. */
  public static final int NUMBERS = 3;

  /** The highest bit: with it turned in both, numbers compare as if they were unsigned. */
  private static final long TURNED = Long.MIN_VALUE;

  /** The end of a window that has no bytes. */
  private static final long CLOSED = TURNED;

  /** No access has to be aligned to more: windows grow downwards by multiples of it. */
  private static final long MOST_ALIGNMENT = 128;

  /** Bytes that are looked at for a new window, and how far away a read is near one. */
  private static final long FIRST_REACH = 128;

  /**
   * Bytes that a look for what is known counts as, beside those that it finds known. A place may
   * spend twice what its checked reads have read, so that looks in vain cost little.
   */
  private static final long PRICE = 16;

  /**
   * For each place: the pointer to the window's start, turned; behind which distance from that no
   * read may start, turned; and what a turned distance is to be added to for an address.
   */
  final long[] numbers;

  private final @Nullable Window[] windows;
  private final List<Window> open = new ArrayList<>();

  /** The bytes from {@code low} to {@code high} of an object; of none while it is closed. */
  private static final class Window {
    final int place;
    @Nullable WatchedObject object;
    long low;
    long high;
    boolean lasts;
    long credit;

    Window(int place) {
      this.place = place;
    }

    /** Returns how many bytes to look at behind a read that is near, or before it. */
    long reach() {
      return Math.clamp(credit, 0, high - low + FIRST_REACH);
    }

    boolean isNear(WatchedObject other, long at) {
      long reach = high - low + FIRST_REACH;
      return object == other && at >= low - reach && at <= high + reach;
    }
  }

  /**
   * Makes one without windows.
   *
   * @param places how many places the kernel has
   */
  CheckElision(int places) {
    this.numbers = new long[NUMBERS * places];
    for (int place = 0; place < places; place++) {
      numbers[NUMBERS * place + 1] = CLOSED;
    }
    this.windows = new @Nullable Window[places];
  }

  /**
   * A read has been checked that is in no window: opens or widens its place's, if this read need
   * not have been checked.
   *
   * @param address where it is; if not there in the object, then it was a bad one
   */
  void missed(WorkItem item, long pointer, long address, int bytes, int place) {
    Window window = windows[place];
    if (window == null) {
      window = new Window(place);
      windows[place] = window;
    }
    window.credit += 2L * bytes;
    if (window.credit >= FIRST_REACH) {
      look(item, window, pointer, address, bytes);
    }
  }

  private void look(WorkItem item, Window window, long pointer, long address, int bytes) {
    window.credit -= PRICE;
    WatchedObject object = Memory.object(item, pointer);
    long at = Pointers.offset(pointer);
    if (object == null || !object.readable || object.address + at != address) {
      return;
    }
    boolean known = true;
    if (object.isSettled()) {
      set(window, object, at % MOST_ALIGNMENT, object.byteSize, true);
    } else {
      known =
          (window.isNear(object, at) && widen(item, object, window, at, bytes))
              || begin(item, object, window, at, bytes);
    }
    if (known) {
      publish(window, object, pointer - at, bytes);
    }
  }

  /** Opens a window behind a read; returns whether it is known. */
  private boolean begin(WorkItem item, WatchedObject object, Window window, long at, int bytes) {
    long end = end(item, object, window, at, at + FIRST_REACH);
    if (end < at + bytes) {
      return false;
    }
    set(window, object, at, end, false);
    return true;
  }

  /** Takes what is around a read near a window into it; returns whether all between is known. */
  private boolean widen(WorkItem item, WatchedObject object, Window window, long at, int bytes) {
    if (at < window.low) {
      long more = Math.min(at, window.reach()) / MOST_ALIGNMENT * MOST_ALIGNMENT;
      boolean all = end(item, object, window, at - more, window.low) == window.low;
      long low = all ? at - more : at;
      if (!all && (more == 0 || end(item, object, window, at, window.low) < window.low)) {
        return false;
      }
      set(window, object, low, window.high, false);
      return true;
    }
    long from = Math.min(at, window.high);
    long end = end(item, object, window, from, at + Math.max(bytes, window.reach()));
    if (end < at + bytes) {
      return false;
    }
    set(window, object, window.low, end, false);
    return true;
  }

  private void set(Window window, WatchedObject object, long low, long high, boolean lasts) {
    if (!lasts && (window.object == null || window.lasts)) {
      open.add(window);
    } else if (lasts && window.object != null && !window.lasts) {
      open.remove(window);
    }
    window.lasts = lasts;
    window.object = object;
    window.low = low;
    window.high = high;
  }

  /**
   * Tells the kernel's code of a window.
   *
   * @param origin the pointer to the object's start
   * @param bytes how many the place reads
   */
  private void publish(Window window, WatchedObject object, long origin, int bytes) {
    int first = NUMBERS * window.place;
    numbers[first] = origin + window.low + TURNED;
    numbers[first + 1] = window.high - window.low - bytes + 1 + TURNED;
    numbers[first + 2] = object.address + window.low + TURNED;
  }

  /** Returns how far all is known of an object from an offset on; what is looked at is paid for. */
  private static long end(
      WorkItem item, WatchedObject object, Window window, long from, long limit) {
    long to = Math.min(limit, object.byteSize);
    if (object.ownTexels != null) {
      return from;
    }
    while (object.isUnset(from, to - from)) {
      to = from + (to - from) / 2;
    }
    WrittenBytes written = object.written;
    long unwritten = written == null ? -1 : written.firstUnwritten(from, to - from);
    long end = unwritten < 0 ? to : unwritten;
    RaceShadow races = object.races;
    if (races != null && end > from) {
      end =
          races.endOfKnown(item.accessor, from + object.raceOffset, end + object.raceOffset)
              - object.raceOffset;
    }
    window.credit -= end - from;
    return end;
  }

  @Override
  public void end() {
    if (!open.isEmpty()) {
      open.forEach(this::close);
      open.clear();
    }
  }

  @Override
  public void end(RaceShadow changed) {
    for (int i = open.size() - 1; i >= 0; i--) {
      Window window = open.get(i);
      if (window.object == null || window.object.races == changed) {
        close(window);
        open.remove(i);
      }
    }
  }

  private void close(Window window) {
    window.object = null;
    numbers[NUMBERS * window.place + 1] = CLOSED;
  }
}
