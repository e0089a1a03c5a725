package dev.barnacle.ir;

import java.util.List;

/** A non-atomic write to memory. */
public final class Store extends Instruction {
  private final long alignment;
  private final boolean isVolatile;

  /** Makes a write of {@code value}. */
  public Store(Value value, Value pointer, long alignment, boolean isVolatile) {
    super(Types.VOID, List.of(value, pointer));
    this.alignment = alignment;
    this.isVolatile = isVolatile;
  }

  /** Returns what is written. */
  public Value value() {
    return operand(0);
  }

  /** Returns the address. */
  public Value pointer() {
    return operand(1);
  }

  /** Returns the alignment that the address has, in bytes. */
  public long alignment() {
    return alignment;
  }

  /** Tells whether the access is volatile. */
  public boolean isVolatile() {
    return isVolatile;
  }

  @Override
  public String mnemonic() {
    return "store";
  }
}
