package dev.barnacle.ir;

import java.util.List;

/**
 * The second operand where the first is true, else the third; the condition is i1, or a vector of
 * i1 for a choice lane by lane.
 */
public final class Select extends Instruction {
  /** Makes a choice. */
  public Select(Value condition, Value whenTrue, Value whenFalse) {
    super(whenTrue.type(), List.of(condition, whenTrue, whenFalse));
  }

  @Override
  public String mnemonic() {
    return "select";
  }
}
