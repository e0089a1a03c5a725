package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.HeldThread;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.GroupOutcome;
import dev.barnacle.simd.internal.threads.WorkerArena;
import dev.barnacle.simd.internal.threads.WorkerPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * The work-groups of a launch in which one may wait for another. One that was put aside keeps its
 * arena, and its thread begins another group or goes on with the one that has been aside longest,
 * in turn: so every group begins, and every group that has begun goes on again and again, whichever
 * threads there are.
 *
 * <p>Groups aside take memory. At {@code mostBytes} no more begin; if those that have begun only
 * wait from then on, that is an error.
 */
final class WaitingGroups implements WorkerPool.Work {
  /** Turns of each group, all without progress, after which nothing is to be expected. */
  private static final long MOST_IDLE_TURNS = 64;

  /** The longest time that a thread sleeps which finds no group that goes on. */
  private static final long MOST_SLEEP_NANOS = 200_000;

  /** Runs a group, or lets it go on, in an arena. */
  @FunctionalInterface
  interface Entry {
    void run(long group, MemorySegment arena);
  }

  private record Aside(long group, MemorySegment arena) {}

  private final Entry entry;
  private final LongUnaryOperator arenaBytes;
  private final BooleanSupplier helpAnother;
  private final long mostBytes;
  private final long patience;
  private final Supplier<RuntimeException> exhausted;
  private final Runnable whenHeld = HeldThread.whenHeld();
  private final AtomicBoolean held = new AtomicBoolean();
  private final Queue<Aside> aside = new ConcurrentLinkedQueue<>();
  private final Queue<MemorySegment> free = new ConcurrentLinkedQueue<>();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong groups = new AtomicLong();
  private final AtomicLong idleTurns = new AtomicLong();
  private volatile long moved = System.nanoTime();
  private volatile boolean failed;

  /**
   * Makes them.
   *
   * @param entry runs a group
   * @param arenaBytes of each group
   * @param helpAnother runs a part of another task, which is not to wait for groups that wait;
   *     returns whether there was one
   * @param mostBytes that the arenas of groups aside may have
   * @param patience nanoseconds in which nothing must have happened before that is an error: it may
   *     be the host that groups wait for
   * @param exhausted the error if they need more
   */
  WaitingGroups(
      Entry entry,
      LongUnaryOperator arenaBytes,
      BooleanSupplier helpAnother,
      long mostBytes,
      long patience,
      Supplier<RuntimeException> exhausted) {
    this.entry = entry;
    this.arenaBytes = arenaBytes;
    this.helpAnother = helpAnother;
    this.mostBytes = mostBytes;
    this.patience = patience;
    this.exhausted = exhausted;
  }

  @Override
  public void run(long begin, long end) {
    for (long group = begin; group < end && !failed; group++) {
      long size = arenaBytes.applyAsLong(group);
      while (bytes.get() + size > mostBytes && goOn(true)) {
        // until there is room
      }
      begin(group, size);
      goOn(false);
    }
  }

  @Override
  public void end() {
    while (goOn(false)) {
      // until nobody is aside
    }
  }

  private void begin(long group, long size) {
    MemorySegment arena = free.poll();
    if (arena == null || arena.byteSize() < size) {
      arena = WorkerArena.take(size);
    }
    arena.set(ValueLayout.JAVA_LONG, ArenaLayout.OUTCOME, GroupOutcome.ENDED.code());
    bytes.addAndGet(size);
    groups.incrementAndGet();
    step(group, arena, size);
  }

  /**
   * Lets the group go on that has been aside longest.
   *
   * @param full no other may begin before one ends
   * @return whether there was one
   */
  private boolean goOn(boolean full) {
    Aside next = failed ? null : aside.poll();
    if (next == null) {
      return false;
    }
    if (step(next.group(), next.arena(), arenaBytes.applyAsLong(next.group()))) {
      return true;
    }
    if (full && areStuck()) {
      failed = true;
      throw exhausted.get();
    }
    rest();
    return true;
  }

  /** Runs a group until it ends or is put aside; returns whether it did anything but wait. */
  private boolean step(long group, MemorySegment arena, long size) {
    boolean complete = false;
    try {
      entry.run(group, arena);
      complete = true;
    } finally {
      failed |= !complete;
    }
    long outcome = arena.get(ValueLayout.JAVA_LONG, ArenaLayout.OUTCOME);
    if (outcome == GroupOutcome.ENDED.code()) {
      bytes.addAndGet(-size);
      groups.decrementAndGet();
      if (!WorkerArena.give(arena)) {
        free.add(arena);
      }
    } else {
      aside.add(new Aside(group, arena));
    }
    if (outcome == GroupOutcome.IDLE.code()) {
      idleTurns.incrementAndGet();
      return false;
    }
    idleTurns.set(0);
    moved = System.nanoTime();
    return true;
  }

  private boolean areStuck() {
    return idleTurns.get() > MOST_IDLE_TURNS * groups.get() && System.nanoTime() - moved > patience;
  }

  /** After a turn of all groups in which nobody went on others get the processor. */
  private void rest() {
    long turns = idleTurns.get() / Math.max(1, groups.get());
    if (turns < 8) {
      Thread.onSpinWait();
      return;
    }
    if (held.compareAndSet(false, true)) {
      whenHeld.run();
    }
    if (!helpAnother.getAsBoolean()) {
      LockSupport.parkNanos(Math.min(MOST_SLEEP_NANOS, 1000 * turns));
    }
  }
}
