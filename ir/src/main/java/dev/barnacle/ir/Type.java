package dev.barnacle.ir;

/** The type of a {@link Value}. */
public sealed interface Type
    permits VoidType, IntType, FloatType, PointerType, VectorType, OpaqueType {
  /**
   * Returns the bytes that a value takes in memory; a three-component vector takes as many as one
   * of four.
   */
  long byteSize();

  /** Returns the lanes of a vector, 1 for any other type. */
  default int lanes() {
    return 1;
  }

  /** Returns the element type of a vector, the type itself for any other. */
  default Type scalar() {
    return this;
  }

  /**
   * Returns this type for {@code lanes} lanes: itself for one lane, else a vector of its scalar
   * type.
   */
  default Type withLanes(int lanes) {
    return lanes == 1 ? scalar() : new VectorType(scalar(), lanes);
  }

  /** Returns whether this is an integer or a vector of integers. */
  default boolean isInteger() {
    return scalar() instanceof IntType;
  }

  /** Returns whether this is a floating-point type or a vector of one. */
  default boolean isFloat() {
    return scalar() instanceof FloatType;
  }

  /** Returns whether this is a pointer or a vector of pointers. */
  default boolean isPointer() {
    return scalar() instanceof PointerType;
  }
}
