package dev.barnacle.ir;

/**
 * Whatever an instruction can have as an operand. Values are compared by identity, constants by
 * content.
 */
public sealed interface Value permits Constant, Parameter, GlobalVariable, Instruction {
  /** Returns the type. */
  Type type();

  /** Returns whether this is a pointer into an address space. */
  default boolean isIn(AddressSpace space) {
    return type() instanceof PointerType pointer && pointer.space() == space;
  }
}
