package dev.barnacle.ir;

import java.util.List;

/** The end of a function, with its result if it has one. */
public final class Return extends Terminator {
  /** Makes a return without a result. */
  public Return() {
    super(List.of(), List.of());
  }

  /** Makes a return of {@code value}. */
  public Return(Value value) {
    super(List.of(value), List.of());
  }

  @Override
  public String mnemonic() {
    return "ret";
  }
}
