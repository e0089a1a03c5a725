package dev.barnacle.ir;

import java.util.List;

/**
 * Private memory of a work-item for the time of a function call, uninitialised; the result points
 * to it. It stands in the entry block.
 */
public final class Alloca extends Instruction {
  private final long byteSize;
  private final long alignment;

  /** Makes an allocation of {@code byteSize} bytes. */
  public Alloca(long byteSize, long alignment) {
    super(new PointerType(AddressSpace.PRIVATE), List.of());
    this.byteSize = byteSize;
    this.alignment = alignment;
  }

  /** Returns the size in bytes. */
  public long byteSize() {
    return byteSize;
  }

  /** Returns the alignment in bytes, a power of two. */
  public long alignment() {
    return alignment;
  }

  @Override
  public String mnemonic() {
    return "alloca";
  }
}
