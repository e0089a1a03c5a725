package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.analysis.Loops;
import org.jspecify.annotations.Nullable;

/**
 * An edge that lanes take at the end of a piece.
 *
 * @param number its place among the edges of the terminator, one for each block that it leads to
 * @param target the block that it leads to, in the kernel
 * @param exits the outermost loop that all lanes leave by a jump; null where there is no jump
 * @param first no lane's value that came on another edge waits in the slots of the target's phis
 * @param stays the uneven loop that the lanes stay in for another iteration; null if none
 * @param collector the node whose mask the lanes are added to; null if none
 */
public record PlannedEdge(
    int number,
    Block target,
    Loops.@Nullable Loop exits,
    boolean first,
    Loops.@Nullable Loop stays,
    @Nullable Block collector) {}
