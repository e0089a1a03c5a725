package dev.barnacle.watch.internal.race;

import dev.barnacle.ir.MemoryScope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lets atomic loads read stores that are not the newest, where the memory model allows it, so that
 * executions are tried that no order of the work-items gives. The idea is that of tsan11 (Lidbury
 * and Donaldson, "Dynamic Race Detection for C++11", POPL 2017) and C11Tester (Luo and Demsky,
 * ASPLOS 2021): the modification order of a location is the order in which its stores are made,
 * what is free is which of them a load reads from ({@code rf}).
 *
 * <p>Why such an execution is consistent by 004, Figure 2: all of {@code sb}, {@code mo}, {@code
 * rf} and so {@code hb} go forward in the order in which things are run. {@code rb} alone can go
 * back, from a load of an old store to a newer one.
 *
 * <ul>
 *   <li>O-Coh: the load reads nothing older than what happens before it, or than what a read that
 *       happens before it has read ({@link Store#hidesOlder}).
 *   <li>O-Sc: what was stored before a seq_cst load, or before a seq_cst fence in front of a load,
 *       by a seq_cst store or by any store with a seq_cst fence behind it, hides what is older, so
 *       that {@code rb} goes forward between seq_cst operations too. Only those whose scopes are
 *       too narrow for work-items of different work-groups don't: that forbids more than the model,
 *       which looks at sub-groups too, and at whether scopes are the same.
 *   <li>O-Rmw: read-modify-writes, and exchanges that fail, read the newest.
 * </ul>
 *
 * <p>Loads that are not atomic read the newest; any other value would come of a race. What no order
 * of stores but that in which they are made shows, and what comes of reading stores that are yet to
 * be made (load buffering), is not tried.
 */
public final class StaleReads {
  /** In a launch; then all loads read the newest, so that those who wait in vain come to rest. */
  private static final int MOST = 1 << 12;

  private final SplittableRandom random;
  private final Map<Who, Touch> lastOf = new HashMap<>();
  private @Nullable Touch last;
  private long time;
  private int count;

  /** A work-item of a launch. */
  private record Who(long group, int item) {}

  StaleReads(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A work-item executes a seq_cst fence. */
  void fence(ItemOrder me, MemoryScope scope) {
    time++;
    me.lastFences = now(me, scope);
    me.nextFence.is(time);
    me.nextFence = new Store.Moment();
    if (isWide(scope)) {
      me.nextWideFence.is(time);
      me.nextWideFence = new Store.Moment();
    }
  }

  /** Returns a store of a work-item. */
  Store store(ItemOrder me, PastAccess writer, boolean seqCst) {
    if (!seqCst) {
      return new Store(writer, me.nextFence, me.nextWideFence);
    }
    Store.Moment now = new Store.Moment();
    now.is(++time);
    return new Store(writer, now, isWide(writer.manner().scope) ? now : me.nextWideFence);
  }

  /** Returns what a seq_cst operation that comes now has before it. */
  private Store.Bounds now(ItemOrder me, @Nullable MemoryScope scope) {
    return new Store.Bounds(time, isWide(scope) ? time : me.lastFences.others());
  }

  private static boolean isWide(@Nullable MemoryScope scope) {
    return scope == MemoryScope.DEVICE || scope == MemoryScope.ALL_SVM_DEVICES;
  }

  /**
   * Decides what a load reads.
   *
   * @param seqCst whether it is seq_cst
   * @param before tells of an access whether it happens before the load, or is of its work-item
   * @return the store; null for the newest
   */
  @Nullable Store choose(
      StoreHistory history,
      PastAccess load,
      ItemOrder me,
      boolean seqCst,
      Predicate<PastAccess> before) {
    if (count >= MOST || random.nextBoolean()) {
      return null;
    }
    List<Store> readable =
        history.readable(load, before, seqCst ? now(me, load.manner().scope) : me.lastFences);
    if (readable.isEmpty()) {
      return null;
    }
    count++;
    last = load.touch();
    lastOf.put(new Who(last.group(), last.item()), last);
    return readable.get(random.nextInt(readable.size()));
  }

  /** Returns how many loads have read an old store so far. */
  public int count() {
    return count;
  }

  /** Returns a work-item's last load that has read an old store; null where none has. */
  public @Nullable Touch lastOf(long group, int item) {
    return lastOf.get(new Who(group, item));
  }

  /** Returns the last load that has read an old store; null where none has. */
  public @Nullable Touch last() {
    return last;
  }
}
