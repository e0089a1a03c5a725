package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Instruction;

/** An instruction and the form that its code has. */
public record Operation(Instruction instruction, Form form) {}
