package dev.barnacle.ir;

import java.util.List;

/** A non-atomic fill of bytes with an i8 value; the size is an i64 value. */
public final class MemoryFill extends Instruction {
  private final long alignment;

  /** Makes a fill. */
  public MemoryFill(Value target, Value value, Value size, long alignment) {
    super(Types.VOID, List.of(target, value, size));
    this.alignment = alignment;
  }

  /** Returns the alignment of the target address, in bytes. */
  public long alignment() {
    return alignment;
  }

  @Override
  public String mnemonic() {
    return "memset";
  }
}
