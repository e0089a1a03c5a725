package dev.barnacle.frontend.internal.spirv.mangling;

import dev.barnacle.frontend.internal.spirv.module.SpirvType;

/**
 * A parameter's type as OpenCL C has it: SPIR-V's integers have no sign, OpenCL C's functions are
 * told apart by it.
 */
public sealed interface MangledArgument {
  /**
   * A value.
   *
   * @param signed whether an integer has a sign
   */
  record Value(SpirvType type, boolean signed) implements MangledArgument {}

  /** A pointer into the address space of that number. */
  record Pointer(int space, boolean constant, SpirvType pointee, boolean signed)
      implements MangledArgument {}

  /** Returns a value whose integers have a sign. */
  static MangledArgument signed(SpirvType type) {
    return new Value(type, true);
  }

  /** Returns a value whose integers have no sign. */
  static MangledArgument unsigned(SpirvType type) {
    return new Value(type, false);
  }
}
