package dev.barnacle.explore.internal.kernel.words;

import dev.barnacle.engine.fault.FaultKind;

/**
 * Something that a memory model flags.
 *
 * @param check the name of the model's check
 */
public record Flag(FaultKind kind, String check) {}
