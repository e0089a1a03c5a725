package dev.barnacle.ir;

import java.util.List;

/** A pointer moved by an i64 number of bytes. */
public final class PointerAdd extends Instruction {
  private final boolean inBounds;

  /**
   * Makes a pointer addition.
   *
   * @param inBounds the result is undefined when it leaves the object
   */
  public PointerAdd(Value pointer, Value offset, boolean inBounds) {
    super(pointer.type(), List.of(pointer, offset));
    this.inBounds = inBounds;
  }

  /** Tells that the result is undefined when it leaves the object. */
  public boolean inBounds() {
    return inBounds;
  }

  @Override
  public String mnemonic() {
    return "ptradd";
  }
}
