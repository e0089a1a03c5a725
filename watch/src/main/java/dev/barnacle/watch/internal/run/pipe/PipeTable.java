package dev.barnacle.watch.internal.run.pipe;

import dev.barnacle.engine.PipeMemory;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.fault.PipeFault;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The pipes of a launch and the reservations that are under way, by their ids. Threads share it. No
 * two reservations of a process have the same id, so that ids of other launches are told apart.
 */
public final class PipeTable {
  /** The id of no reservation: the library's NO_RESERVATION. */
  public static final long NO_RESERVATION = 0;

  private static final AtomicLong LAST_ID = new AtomicLong();

  private final long before = LAST_ID.get();
  private final Map<Long, BoundPipe> pipes = new HashMap<>();
  private final Map<Long, Reservation> open = new ConcurrentHashMap<>();

  /** Adds a pipe by the pointer that the kernel is given. */
  public void add(long pointer, PipeMemory memory, WatchedObject object) {
    pipes.put(pointer, new BoundPipe(memory, object));
  }

  /** Returns the pipe of a pointer. */
  public BoundPipe pipe(long pointer) {
    BoundPipe pipe = pipes.get(pointer);
    if (pipe == null) {
      throw new IllegalStateException("no pipe has the pointer " + Long.toHexString(pointer));
    }
    return pipe;
  }

  /** Returns all pipes. */
  public Collection<BoundPipe> all() {
    return pipes.values();
  }

  /** Adds a reservation; returns its id. */
  public long open(Reservation reservation) {
    long id = LAST_ID.incrementAndGet();
    open.put(id, reservation);
    return id;
  }

  /** Returns the reservation that is under way with an id; null where none is. */
  public @Nullable Reservation get(long id) {
    return open.get(id);
  }

  /** Ends the reservation of an id; returns it, or null where none is under way. */
  public @Nullable Reservation commit(long id) {
    return open.remove(id);
  }

  /**
   * Returns whether an id may be that of a reservation which this launch has made and committed.
   */
  public boolean isCommitted(long id) {
    return id > before && id <= LAST_ID.get();
  }

  /**
   * The launch has come to its end: tells of the reservations that are still under way, the first
   * one first.
   */
  public void end(Faults faults) {
    for (Reservation each : new TreeMap<>(open).values()) {
      faults.add(
          new PipeFault.Uncommitted(
              new PipeFault.Use(
                  List.of(each.access()), each.pipe().object(), each.end() == PipeMemory.End.WRITE),
              Integer.toUnsignedLong(each.count())));
    }
  }
}
