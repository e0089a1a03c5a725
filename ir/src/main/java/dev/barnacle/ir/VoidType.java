package dev.barnacle.ir;

/** The type of an instruction that has no result. */
public record VoidType() implements Type {
  @Override
  public long byteSize() {
    return 0;
  }

  @Override
  public String toString() {
    return "void";
  }
}
