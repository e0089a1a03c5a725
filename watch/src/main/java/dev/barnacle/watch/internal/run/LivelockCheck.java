package dev.barnacle.watch.internal.run;

import dev.barnacle.watch.internal.run.exec.Group;
import dev.barnacle.watch.internal.run.exec.LaunchState;
import dev.barnacle.watch.internal.run.memory.RawMemory;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.Collection;

/**
 * Decides whether work-groups that wait in loops will do so for ever: if all their work-items have
 * had a turn, and what they keep, where they stand and all memory are as they were, the next turn
 * will be no other.
 *
 * <p>It looks after 16, 64, 256 and so many turns more, so that it costs little.
 */
final class LivelockCheck {
  private static final long FIRST = 16;

  /** With more memory than this it does not look. */
  private static final long MOST_BYTES = 1L << 28;

  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private final LaunchState launch;
  private long rounds;
  private long next = FIRST;
  private long before;
  private long hash;

  LivelockCheck(LaunchState launch) {
    this.launch = launch;
  }

  /** A group has come to its end, or others wait: nothing is known. */
  void moved() {
    rounds = 0;
    next = FIRST;
  }

  /** All groups have had a turn; returns whether all is as it was before it. */
  boolean isReached(Collection<Group> waiting) {
    rounds++;
    if (rounds == next) {
      before = state(waiting);
    } else if (rounds == next + 1) {
      next *= 4;
      return before != 0 && state(waiting) == before;
    }
    return false;
  }

  /** Returns a hash of all that work-items can know; 0 if there is too much of it. */
  private long state(Collection<Group> waiting) {
    long bytes = 0;
    for (WatchedObject object : launch.globals()) {
      bytes += object.byteSize;
    }
    for (Group group : waiting) {
      bytes += group.own().byteSize();
    }
    if (bytes > MOST_BYTES) {
      return 0;
    }
    hash = 1;
    for (WatchedObject object : launch.globals()) {
      if (object.races != null) {
        add(object.address, object.byteSize);
      }
    }
    waiting.forEach(this::add);
    return hash | 1;
  }

  private void add(Group group) {
    for (WatchedObject object : group.locals()) {
      add(object.address, object.byteSize);
    }
    add(group.own().address(), group.own().byteSize());
    for (int value : group.ints()) {
      add(value);
    }
    for (long value : group.longs()) {
      add(value);
    }
    for (float value : group.floats()) {
      add(Float.floatToRawIntBits(value));
    }
    for (double value : group.doubles()) {
      add(Double.doubleToRawLongBits(value));
    }
    for (int i = 0; i < group.shape().items(); i++) {
      add((long) group.stops()[i] << 32 | group.regions()[i] << 2 | group.states()[i]);
    }
  }

  private void add(long address, long byteSize) {
    long whole = byteSize & -Long.BYTES;
    for (long at = 0; at < whole; at += Long.BYTES) {
      add(RawMemory.getLong(address + at));
    }
    for (long at = whole; at < byteSize; at++) {
      add(RawMemory.getByte(address + at));
    }
  }

  private void add(long value) {
    hash = (Long.rotateLeft(hash, 5) ^ value) * PRIME;
  }
}
