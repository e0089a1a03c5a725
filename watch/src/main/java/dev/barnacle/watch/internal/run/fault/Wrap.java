package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.ir.Instruction;
import java.math.BigInteger;

/**
 * An operation whose exact result its type cannot hold.
 *
 * @param exact the exact result
 * @param wrapped what became of it
 */
public record Wrap(Instruction at, BigInteger exact, BigInteger wrapped) {}
