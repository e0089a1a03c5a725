package dev.barnacle.ir;

/**
 * A vector of integers, floats or pointers.
 *
 * @param element the scalar type of each lane
 * @param lanes how many, at least 2 (OpenCL C has 2, 3, 4, 8 and 16; shuffles may make others)
 */
public record VectorType(Type element, int lanes) implements Type {
  public VectorType {
    if (lanes < 2) {
      throw new IllegalArgumentException("no vector of " + lanes + " lanes");
    }
    if (element instanceof VectorType
        || element instanceof VoidType
        || element instanceof OpaqueType) {
      throw new IllegalArgumentException("no vector of " + element);
    }
  }

  @Override
  public long byteSize() {
    if (element.equals(Types.I1)) {
      return Math.max(1, (lanes + 7) / 8);
    }
    return element.byteSize() * (lanes == 3 ? 4 : lanes);
  }

  @Override
  public Type scalar() {
    return element;
  }

  @Override
  public String toString() {
    return "<" + lanes + " x " + element + ">";
  }
}
