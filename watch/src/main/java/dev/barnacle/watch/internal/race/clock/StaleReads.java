package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.RaceAccess;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.OldReads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lets atomic loads read stores that are not the newest, where the memory model allows it, so that
 * executions are tried that no order of the work-items gives. The idea is that of tsan11 (Lidbury
 * and Donaldson, "Dynamic Race Detection for C++11", POPL 2017) and C11Tester (Luo and Demsky,
 * ASPLOS 2021): what is free is which of a location's stores a load reads from ({@code rf}). Beyond
 * these, a store may come before some in modification order ({@code mo}) that were made earlier.
 *
 * <p>Why such an execution is consistent by Wickerson and Batty, "Taming the complexities of the
 * C11 and OpenCL memory models", technical appendix, Figure 2: all of {@code sb}, {@code rf} and so
 * {@code hb} go forward in the order in which things are run. {@code rb} alone can go back, from a
 * load of an old store to a newer one, and {@code mo}, from a store to those that it comes before.
 *
 * <ul>
 *   <li>O-Coh: the load reads nothing older than what happens before it, or than what a read that
 *       happens before it has read ({@link VisibleStore#hidesOlder}); nor does a store come before
 *       that.
 *   <li>O-Sc: what was stored before a seq_cst operation, or before a seq_cst fence in front of one
 *       that is not, by a seq_cst store or by any store with a seq_cst fence behind it, hides what
 *       is older, so that {@code rb} and {@code mo} go forward between seq_cst operations too, if
 *       their scopes are inclusive.
 *   <li>O-Rmw: read-modify-writes read the newest, and no store comes between one and what it
 *       reads. A compare-and-exchange that fails is a load of its failure order, so it may read an
 *       older value than the newest, if that is not the one that it expects.
 *   <li>No store comes where it would cut off a release sequence that somebody may have
 *       synchronised with.
 * </ul>
 *
 * <p>Loads that are not atomic read the newest; any other value would come of a race. What comes of
 * reading stores that are yet to be made (load buffering) is not tried.
 */
public final class StaleReads implements OldReads {
  /** In a launch; then all loads read the newest, so that those who wait in vain come to rest. */
  private static final int MOST = 1 << 12;

  private final SplittableRandom random;
  private final Map<Who, Old> lastOf = new HashMap<>();
  private @Nullable Old last;
  private long time;
  private int count;

  /** A work-item of a launch. */
  private record Who(long group, int item) {}

  public StaleReads(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A work-item executes a seq_cst fence. */
  void fence(WorkItemClocks me, MemoryScope scope) {
    time++;
    me.lastFences = me.lastFences.with(scope, time);
    VisibleStore.number(scope)
        .ifPresent(
            n -> {
              me.nextFences[n].is(time);
              me.nextFences[n] = new VisibleStore.Moment();
            });
  }

  /** Returns a store of a work-item. */
  VisibleStore store(WorkItemClocks me, PastAccess writer, boolean seqCst) {
    List<VisibleStore.Moment> moments = new ArrayList<>(List.of(me.nextFences));
    if (seqCst) {
      time++;
      VisibleStore.number(writer.mode().scope)
          .ifPresent(
              n -> {
                VisibleStore.Moment now = new VisibleStore.Moment();
                now.is(time);
                moments.set(n, now);
              });
    }
    return new VisibleStore(writer, moments);
  }

  /**
   * An atomic operation that may be elsewhere in modification order than at its end.
   *
   * @param history the stores to its location
   * @param me its work-item
   * @param seqCst whether it is seq_cst
   * @param region the memory that it is in
   * @param before tells of an access whether it happens before it, or is of its work-item
   */
  record Operation(
      StoreHistory history,
      PastAccess access,
      WorkItemClocks me,
      boolean seqCst,
      int region,
      Predicate<PastAccess> before) {}

  /** Returns what seq_cst operations come before an operation that comes now. */
  private VisibleStore.Bounds bounds(Operation now) {
    VisibleStore.Bounds fences = now.me().lastFences;
    VisibleStore.Bounds bounds =
        now.seqCst() ? fences.with(now.access().mode().scope, time) : fences;
    return now.region() == Region.LOCAL.index() ? bounds.widest() : bounds;
  }

  /**
   * Decides what a load reads, or an exchange that is to fail.
   *
   * @param wanted tells which values it may read
   * @return the store; null for the newest
   */
  @Nullable VisibleStore choose(Operation load, LongPredicate wanted) {
    if (count >= MOST || random.nextBoolean()) {
      return null;
    }
    List<VisibleStore> readable =
        load.history().readable(load.access(), load.before(), bounds(load));
    readable.removeIf(store -> !wanted.test(store.value()));
    return chosen(readable, load);
  }

  /**
   * Decides where a store comes in modification order.
   *
   * @return the store that it comes just before; null if it is the newest
   */
  @Nullable VisibleStore chooseNext(Operation store) {
    if (count >= MOST || random.nextInt(4) != 0) {
      return null;
    }
    return chosen(store.history().nextOf(store.access(), store.before(), bounds(store)), store);
  }

  private @Nullable VisibleStore chosen(List<VisibleStore> possible, Operation operation) {
    if (possible.isEmpty()) {
      return null;
    }
    note(operation);
    return possible.get(random.nextInt(possible.size()));
  }

  private void note(Operation operation) {
    count++;
    PastAccess newest = operation.history().newest().writer();
    RaceAccess access = operation.access().toRaceAccess();
    Old old = new Old(access, newest == null ? null : newest.toRaceAccess());
    last = old;
    lastOf.put(new Who(access.group(), access.item()), old);
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public @Nullable Old lastOf(long group, int item) {
    return lastOf.get(new Who(group, item));
  }

  @Override
  public @Nullable Old last() {
    return last;
  }
}
