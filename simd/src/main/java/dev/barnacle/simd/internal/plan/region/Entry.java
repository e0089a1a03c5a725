package dev.barnacle.simd.internal.plan.region;

/**
 * The way into a piece or a loop.
 *
 * @param mask the lanes that come in
 * @param collected the mask comes from the slot to which the edges that lead here have added their
 *     lanes; else it is known already
 * @param guarded the step is jumped over where no lane runs it
 */
public record Entry(LaneMask mask, boolean collected, boolean guarded) {}
