package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;

/** Writes the instructions of one family as LLVM's. */
interface Lowering {
  /** Writes an instruction if it is one of the family; returns whether it is. */
  boolean lower(SpirvInstruction instruction);
}
