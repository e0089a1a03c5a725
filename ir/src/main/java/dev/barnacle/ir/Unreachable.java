package dev.barnacle.ir;

import java.util.List;

/** A place that no defined execution reaches. */
public final class Unreachable extends Terminator {
  /** Makes the end of a block that is never reached. */
  public Unreachable() {
    super(List.of(), List.of());
  }

  @Override
  public String mnemonic() {
    return "unreachable";
  }
}
