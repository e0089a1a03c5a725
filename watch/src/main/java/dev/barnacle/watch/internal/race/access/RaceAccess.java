package dev.barnacle.watch.internal.race.access;

/**
 * One of the two accesses of a race.
 *
 * @param group linear number of the work-group
 * @param item local linear id of the work-item
 * @param interval barriers that the work-group had passed
 * @param place number of the instruction, as the code generator counts them
 * @param kind what it does
 */
public record RaceAccess(long group, int item, int interval, int place, AccessKind kind) {}
