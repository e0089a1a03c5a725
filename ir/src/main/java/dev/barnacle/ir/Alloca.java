package dev.barnacle.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Private memory of a work-item for the time of a function call, uninitialised; the result points
 * to it. It stands in the entry block.
 */
public final class Alloca extends Instruction {
  private final long byteSize;
  private final long alignment;
  private @Nullable Declaration declaration;

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

  /** Returns the variable of the source that it is, or a part of; null where it is not known. */
  public @Nullable Declaration declaration() {
    return declaration;
  }

  /** Sets the variable of the source that it is. */
  public void setDeclaration(@Nullable Declaration declaration) {
    this.declaration = declaration;
  }

  @Override
  public String mnemonic() {
    return "alloca";
  }
}
