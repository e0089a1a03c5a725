package dev.barnacle.ir;

import java.util.List;

/** A non-atomic read of memory. */
public final class Load extends Instruction {
  private final long alignment;
  private final boolean isVolatile;

  /** Makes a read of a value of {@code type}. */
  public Load(Type type, Value pointer, long alignment, boolean isVolatile) {
    super(type, List.of(pointer));
    this.alignment = alignment;
    this.isVolatile = isVolatile;
  }

  /** Returns the address. */
  public Value pointer() {
    return operand(0);
  }

  /** Returns the alignment that the address has, in bytes. */
  public long alignment() {
    return alignment;
  }

  /** Returns whether the access is volatile. */
  public boolean isVolatile() {
    return isVolatile;
  }

  @Override
  public String mnemonic() {
    return "load";
  }
}
