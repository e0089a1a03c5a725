package dev.barnacle.watch.internal.race.access;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;

/**
 * The access of an atomic operation to memory.
 *
 * @param kind ATOMIC_READ, ATOMIC_WRITE or ATOMIC_UPDATE
 */
public record AtomicAccess(AccessKind kind, MemoryOrder order, MemoryScope scope) {}
