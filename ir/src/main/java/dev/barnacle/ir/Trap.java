package dev.barnacle.ir;

import java.util.List;

/** The program says that something is wrong, and ends ({@code __builtin_trap}). */
public final class Trap extends Instruction {
  /** Makes a trap. */
  public Trap() {
    super(Types.VOID, List.of());
  }

  @Override
  public String mnemonic() {
    return "trap";
  }
}
