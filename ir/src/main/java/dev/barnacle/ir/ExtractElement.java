package dev.barnacle.ir;

import java.util.List;

/** One lane of a vector; the index is an integer value, out of range the result is undefined. */
public final class ExtractElement extends Instruction {
  /** Makes an extraction. */
  public ExtractElement(Value vector, Value index) {
    super(vector.type().scalar(), List.of(vector, index));
  }

  @Override
  public String mnemonic() {
    return "extract";
  }
}
