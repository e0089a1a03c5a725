package dev.barnacle.watch.internal.race.shadow;

import dev.barnacle.watch.internal.race.access.NearMiss;
import dev.barnacle.watch.internal.race.access.RaceAccess;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Two accesses that no happens-before orders (axiom O-Dr of the OpenCL memory model).
 *
 * @param where the memory
 * @param offset first byte that both touch, from the start of the memory
 * @param bytes how many bytes from there both touch
 * @param earlier the access that ran first
 * @param later the access that has just been found to race with it
 * @param flagsBetween where both are of one work-group: the flags of the barriers that it passed
 *     between the two, or'ed, as {@code cl_mem_fence_flags}; otherwise 0
 * @param nearMiss finds a synchronisation that fell just short of ordering them, if one is known;
 *     to be asked before the work-items go on
 */
public record Race(
    RaceShadow where,
    long offset,
    int bytes,
    RaceAccess earlier,
    RaceAccess later,
    int flagsBetween,
    Supplier<@Nullable NearMiss> nearMiss) {
  /** Returns the same with its near miss, which may be asked for at any time. */
  public Race settled() {
    NearMiss near = near();
    return new Race(where, offset, bytes, earlier, later, flagsBetween, () -> near);
  }

  /** Returns a synchronisation that fell just short of ordering them; null if none is known. */
  public @Nullable NearMiss near() {
    return nearMiss.get();
  }

  /** Returns whether both accesses are of one work-group. */
  public boolean sameGroup() {
    return earlier.group() == later.group();
  }

  /** Returns how many barriers their work-group passed between the two; 0 for different groups. */
  public int barriersBetween() {
    return sameGroup() ? later.interval() - earlier.interval() : 0;
  }
}
