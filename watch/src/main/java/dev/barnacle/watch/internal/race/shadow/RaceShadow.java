package dev.barnacle.watch.internal.race.shadow;

import dev.barnacle.watch.internal.race.access.AccessCollector;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.race.access.Region;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The record of the accesses to one block of memory. Each method looks for a race of the access
 * with those before, reports it to the sink, and remembers the access. Offsets are in bytes and
 * within the block. Shadows of global memory are used by many threads at once, those of local
 * memory by the thread that runs the work-group. The same shadow serves one work-group after the
 * other, with {@link #clear} between them.
 */
public abstract class RaceShadow {
  private final Region region;

  /** For subclasses. */
  protected RaceShadow(Region region) {
    this.region = region;
  }

  /** Returns the memory that this is a part of. */
  public final Region region() {
    return region;
  }

  /**
   * A new work-group begins to use local memory: what was remembered of another one means nothing
   * any more.
   */
  public void clear() {}

  /** A non-atomic read of {@code bytes} bytes. */
  public abstract void read(Accessor who, long offset, int bytes, int place);

  /**
   * Returns how far from an offset on non-atomic reads would change nothing and find no race,
   * whichever work-item of the entered group makes them: others' reads stand for these. That is
   * promised until the accessor's {@link WindowListener} end.
   *
   * @param to where to stop to look
   * @return the end, at most {@code to}; {@code from} where nothing is known
   */
  public long endOfKnown(Accessor who, long from, long to) {
    return from;
  }

  /** A non-atomic write of {@code bytes} bytes. */
  public abstract void write(Accessor who, long offset, int bytes, int place);

  /**
   * An atomic operation; it is called just before the memory is read or written. A compare-and-swap
   * that fails is to be told as an ATOMIC_READ with its failure order.
   */
  public abstract void atomic(Accessor who, long offset, int bytes, int place, AtomicAccess how);

  /**
   * The same of an operation that writes, where what it overwrites is known: later loads may read
   * that.
   *
   * @param before what the bytes held before, in the low bytes
   */
  public void overwrite(
      Accessor who, long offset, int bytes, int place, AtomicAccess how, long before) {
    atomic(who, offset, bytes, place, how);
  }

  /**
   * An atomic store where what it overwrites is known.
   *
   * @param before what the bytes held before, in the low bytes
   * @param value what it stores
   * @return whether it comes before what is in memory in modification order, so that memory stays
   */
  public boolean store(
      Accessor who, long offset, int bytes, int place, AtomicAccess how, long before, long value) {
    overwrite(who, offset, bytes, place, how, before);
    return false;
  }

  /**
   * An atomic load; it is called just before the memory is read.
   *
   * @return the store that it reads instead of what is in memory; null for that
   */
  public @Nullable StoreChoice load(
      Accessor who, long offset, int bytes, int place, AtomicAccess how) {
    atomic(who, offset, bytes, place, how);
    return null;
  }

  /**
   * A compare-and-exchange that may fail because it reads an old store; it is called before it is
   * known whether it fails.
   *
   * @param how what it is if it fails
   * @param unexpected tells of which values it does
   * @return the store that it reads, of which the race detector knows then; null for what is in
   *     memory, of which it is still to be told
   */
  public @Nullable StoreChoice fail(
      Accessor who, long offset, int bytes, int place, AtomicAccess how, LongPredicate unexpected) {
    return null;
  }

  /**
   * Tells of all bytes that have been accessed, by ascending offset; of an access that is ordered
   * before another one of the same bytes only where it does more to others than that. It is called
   * when the launch has ended.
   */
  public abstract void collect(AccessCollector to);
}
