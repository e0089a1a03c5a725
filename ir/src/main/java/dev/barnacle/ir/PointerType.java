package dev.barnacle.ir;

/**
 * An opaque pointer of 64 bits into an address space.
 *
 * @param space where it points
 */
public record PointerType(AddressSpace space) implements Type {
  @Override
  public long byteSize() {
    return 8;
  }

  @Override
  public String toString() {
    return "ptr(" + space.keyword() + ")";
  }
}
