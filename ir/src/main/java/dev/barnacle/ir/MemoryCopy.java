package dev.barnacle.ir;

import java.util.List;

/** A non-atomic copy of bytes; the size is an i64 value. */
public final class MemoryCopy extends Instruction {
  private final long targetAlignment;
  private final long sourceAlignment;
  private final boolean overlapping;

  /**
   * Makes a copy.
   *
   * @param overlapping the ranges may overlap (memmove)
   */
  public MemoryCopy(
      Value target,
      Value source,
      Value size,
      long targetAlignment,
      long sourceAlignment,
      boolean overlapping) {
    super(Types.VOID, List.of(target, source, size));
    this.targetAlignment = targetAlignment;
    this.sourceAlignment = sourceAlignment;
    this.overlapping = overlapping;
  }

  /** Returns the alignment of the target address, in bytes. */
  public long targetAlignment() {
    return targetAlignment;
  }

  /** Returns the alignment of the source address, in bytes. */
  public long sourceAlignment() {
    return sourceAlignment;
  }

  /** Returns whether the ranges may overlap. */
  public boolean overlapping() {
    return overlapping;
  }

  @Override
  public String mnemonic() {
    return overlapping ? "memmove" : "memcpy";
  }
}
