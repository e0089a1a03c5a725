package dev.barnacle.ir;

/** The type of a {@link Value}. */
public sealed interface Type
    permits VoidType, IntType, FloatType, PointerType, VectorType, OpaqueType {
  /** The type of instructions without a result. */
  VoidType VOID = new VoidType();

  /** The truth values. */
  IntType I1 = new IntType(1);

  /** 8-bit integers. */
  IntType I8 = new IntType(8);

  /** 16-bit integers. */
  IntType I16 = new IntType(16);

  /** 32-bit integers. */
  IntType I32 = new IntType(32);

  /** 64-bit integers, also the type of {@code size_t} and of byte offsets. */
  IntType I64 = new IntType(64);

  /** IEEE 754 binary16, OpenCL's {@code half}. */
  FloatType F16 = new FloatType(16);

  /** IEEE 754 binary32, OpenCL's {@code float}. */
  FloatType F32 = new FloatType(32);

  /** IEEE 754 binary64, OpenCL's {@code double}. */
  FloatType F64 = new FloatType(64);

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

  /** Tells whether this is an integer or a vector of integers. */
  default boolean isInteger() {
    return scalar() instanceof IntType;
  }

  /** Tells whether this is a floating-point type or a vector of one. */
  default boolean isFloat() {
    return scalar() instanceof FloatType;
  }

  /** Tells whether this is a pointer or a vector of pointers. */
  default boolean isPointer() {
    return scalar() instanceof PointerType;
  }
}
