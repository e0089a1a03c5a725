package dev.barnacle.ir;

import java.util.List;

/** A vector with one lane replaced. */
public final class InsertElement extends Instruction {
  /** Makes an insertion of {@code element} at {@code index}. */
  public InsertElement(Value vector, Value element, Value index) {
    super(vector.type(), List.of(vector, element, index));
  }

  @Override
  public String mnemonic() {
    return "insert";
  }
}
