package dev.barnacle.ir;

import java.util.List;

/** A jump to the first successor when the i1 operand is true, else to the second. */
public final class ConditionalBranch extends Terminator {
  /** Makes a branch. */
  public ConditionalBranch(Value condition, Block whenTrue, Block whenFalse) {
    super(List.of(condition), List.of(whenTrue, whenFalse));
  }

  /** Returns the condition. */
  public Value condition() {
    return operand(0);
  }

  @Override
  public String mnemonic() {
    return "condbr";
  }
}
