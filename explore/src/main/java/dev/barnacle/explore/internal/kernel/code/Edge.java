package dev.barnacle.explore.internal.kernel.code;

import org.jspecify.annotations.Nullable;

/**
 * A jump from one block to another.
 *
 * @param target the number of the operation to go on with
 * @param from the registers or constants that are moved
 * @param to the registers that they are moved to, all at once
 * @param loop the loop whose header the target is; null where it is none
 * @param back whether it leads back to that header from within the loop
 */
@SuppressWarnings("ArrayRecordComponent") // never changed once made
public record Edge(int target, int[] from, int[] to, @Nullable LoopHead loop, boolean back) {}
