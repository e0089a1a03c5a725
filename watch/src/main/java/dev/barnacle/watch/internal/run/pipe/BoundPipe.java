package dev.barnacle.watch.internal.run.pipe;

import dev.barnacle.engine.PipeMemory;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.concurrent.atomic.AtomicInteger;

/** A pipe that a kernel is given. */
public final class BoundPipe {
  private static final int NONE = -1;

  private final PipeMemory memory;
  private final WatchedObject object;
  private final AtomicInteger reads = new AtomicInteger(NONE);
  private final AtomicInteger writes = new AtomicInteger(NONE);
  private final AtomicInteger asks = new AtomicInteger(NONE);

  BoundPipe(PipeMemory memory, WatchedObject object) {
    this.memory = memory;
    this.object = object;
  }

  /** Returns its state and its packets. */
  public PipeMemory memory() {
    return memory;
  }

  /** Returns its memory as accesses to packets are checked. */
  public WatchedObject object() {
    return object;
  }

  /** Notes that an end is used at a place. */
  public void uses(PipeMemory.End end, int place) {
    (end == PipeMemory.End.READ ? reads : writes).compareAndSet(NONE, place);
  }

  /** Notes that it is asked at a place how many packets there are. */
  public void asks(int place) {
    asks.compareAndSet(NONE, place);
  }

  /** Returns the first place where an end is used; -1 for none. */
  public int place(PipeMemory.End end) {
    return (end == PipeMemory.End.READ ? reads : writes).get();
  }

  /** Returns a place where what the ends have come to matters; -1 for none. */
  public int anyPlace() {
    int reading = reads.get();
    int writing = writes.get();
    return reading != NONE ? reading : writing != NONE ? writing : asks.get();
  }
}
