package dev.barnacle.explore.internal.kernel.state;

/**
 * A hash of the state of an execution, of 128 bits. That two of a thousand million states have the
 * same by chance has a probability below 10<sup>-20</sup> (hash compaction; Wolper and Leroy,
 * "Reliable hashing without collision detection", CAV 1993).
 */
public record StateKey(long high, long low) {}
