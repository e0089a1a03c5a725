package dev.barnacle.ir;

/** The types that have names of their own. */
public final class Types {
  /** The type of instructions without a result. */
  public static final VoidType VOID = new VoidType();

  /** The truth values. */
  public static final IntType I1 = new IntType(1);

  /** 8-bit integers. */
  public static final IntType I8 = new IntType(8);

  /** 16-bit integers. */
  public static final IntType I16 = new IntType(16);

  /** 32-bit integers. */
  public static final IntType I32 = new IntType(32);

  /** 64-bit integers, also the type of {@code size_t} and of byte offsets. */
  public static final IntType I64 = new IntType(64);

  /** IEEE 754 binary16, OpenCL's {@code half}. */
  public static final FloatType F16 = new FloatType(16);

  /** IEEE 754 binary32, OpenCL's {@code float}. */
  public static final FloatType F32 = new FloatType(32);

  /** IEEE 754 binary64, OpenCL's {@code double}. */
  public static final FloatType F64 = new FloatType(64);

  private Types() {}
}
