package dev.barnacle.watch.internal.run.pipe;

import dev.barnacle.engine.PipeMemory;
import dev.barnacle.watch.internal.run.fault.Fault;

/**
 * A reservation that is not committed.
 *
 * @param first the position of its first packet
 * @param count its packets, an unsigned number
 * @param access who made it and where
 */
public record Reservation(
    BoundPipe pipe, PipeMemory.End end, long first, int count, Fault.Access access) {}
