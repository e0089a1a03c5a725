package dev.barnacle.ir;

import java.util.List;

/**
 * A read of a counter that rises with time ({@code __builtin_readcyclecounter}): an i64 in the
 * processor's own units.
 */
public final class CycleCounter extends Instruction {
  /** Makes a read. */
  public CycleCounter() {
    super(Types.I64, List.of());
  }

  @Override
  public String mnemonic() {
    return "cycles";
  }
}
