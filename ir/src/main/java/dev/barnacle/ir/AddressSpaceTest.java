package dev.barnacle.ir;

import java.util.List;

/** A test whether a generic pointer points into an address space; the result is i1. */
public final class AddressSpaceTest extends Instruction {
  private final AddressSpace space;

  /** Makes a test for {@code space}: PRIVATE, LOCAL or GLOBAL. */
  public AddressSpaceTest(Value pointer, AddressSpace space) {
    super(Types.I1, List.of(pointer));
    this.space = space;
  }

  /** Returns the address space that is asked for. */
  public AddressSpace space() {
    return space;
  }

  @Override
  public String mnemonic() {
    return "isspace";
  }
}
