package dev.barnacle.icd.internal.record;

import dev.barnacle.cl.CommandQueue;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.llvm.clang.RecordLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * {@code Queue} of {@code records.h}, of an in-order queue of the host. The shim keeps a list of
 * them, so that their memory stays; a queue that is made later gets that of one that is gone.
 */
public final class QueueRecord {
  /** Java's part of it. */
  static final RecordLayout LAYOUT = new RecordLayout("Queue");

  private static final int HEAD = LAYOUT.structure(RecordHeader.HEAD, "head");

  /** Java has commands of it that have not ended; atomic. */
  private static final int BUSY = LAYOUT.field("long", "is_busy");

  /** Of its events (CL_QUEUE_PROFILING_ENABLE). */
  private static final int KEEPS_TIMES = LAYOUT.field("long", "keeps_times");

  /** More than the shim's structure has. */
  private static final int SIZE = 256;

  private static final Queue<MemorySegment> FREE = new ConcurrentLinkedQueue<>();

  private final MemorySegment memory;
  private final CommandQueue queue;

  /**
   * Makes one.
   *
   * @param context the handle of its context
   */
  public QueueRecord(long context, CommandQueue queue) {
    this.queue = queue;
    MemorySegment free = FREE.poll();
    memory = free == null ? Arena.global().allocate(SIZE, Long.BYTES) : free;
    long at = memory.address();
    Native.putLong(at + KEEPS_TIMES, queue.options().profiling() ? 1 : 0);
    queue.whenOccupied(busy -> Native.putLong(at + BUSY, busy ? 1 : 0));
    Records.begin(at + HEAD, Records.QUEUE, context);
  }

  /** Returns its address. */
  public long address() {
    return memory.address();
  }

  /** Returns whether Java has commands of it that have not ended. */
  public boolean isBusy() {
    return Native.getLong(memory.address() + BUSY) != 0;
  }

  /** Is told that the queue is gone; its last commands may end when another has the memory. */
  public void free() {
    queue.whenOccupied(_ -> {});
    Native.putLong(memory.address(), 0);
    FREE.add(memory);
  }
}
