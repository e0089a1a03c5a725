package dev.barnacle.llvm.view;

import java.math.BigInteger;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;

/** A constant other than a function or a global variable. */
public final class LlvmConstant extends LlvmValue {
  /** The kinds of constants. */
  public enum Kind {
    INTEGER,
    FLOAT,
    NULL_POINTER,
    /** All bytes zero, of an aggregate, vector or target extension type. */
    ZERO,
    UNDEF,
    POISON,
    /** An array, a struct or a vector, with {@link #element}s. */
    AGGREGATE,
    /** An operation over constants; see {@link #opcode}. */
    EXPRESSION,
    OTHER
  }

  LlvmConstant(LLVMValueRef ref) {
    super(ref);
  }

  /** Returns the kind of this constant. */
  public Kind kind() {
    return switch (LLVM.LLVMGetValueKind(ref())) {
      case LLVM.LLVMConstantIntValueKind ->
          type().kind() == LlvmType.Kind.VECTOR ? Kind.AGGREGATE : Kind.INTEGER;
      case LLVM.LLVMConstantFPValueKind ->
          type().kind() == LlvmType.Kind.VECTOR ? Kind.AGGREGATE : Kind.FLOAT;
      case LLVM.LLVMConstantPointerNullValueKind -> Kind.NULL_POINTER;
      case LLVM.LLVMConstantAggregateZeroValueKind, LLVM.LLVMConstantTargetNoneValueKind ->
          Kind.ZERO;
      case LLVM.LLVMUndefValueValueKind -> Kind.UNDEF;
      case LLVM.LLVMPoisonValueValueKind -> Kind.POISON;
      case LLVM.LLVMConstantArrayValueKind,
          LLVM.LLVMConstantStructValueKind,
          LLVM.LLVMConstantVectorValueKind,
          LLVM.LLVMConstantDataArrayValueKind,
          LLVM.LLVMConstantDataVectorValueKind ->
          Kind.AGGREGATE;
      case LLVM.LLVMConstantExprValueKind -> Kind.EXPRESSION;
      default -> Kind.OTHER;
    };
  }

  /** An integer constant's value, as a signed number. */
  public BigInteger integerValue() {
    if (kind() != Kind.INTEGER) {
      throw new IllegalStateException(this + " is no integer constant");
    }
    int bits = type().integerBits();
    return bits <= Long.SIZE
        ? BigInteger.valueOf(LLVM.LLVMConstIntGetSExtValue(ref()))
        : wideValue(bits);
  }

  /** LLVM's C interface gives numbers of more than 64 bits only as text: {@code i128 -5}. */
  private BigInteger wideValue(int bits) {
    String text = toString();
    BigInteger value = new BigInteger(text.substring(text.indexOf(' ') + 1));
    return value.testBit(bits - 1) && value.signum() > 0
        ? value.subtract(BigInteger.ONE.shiftLeft(bits))
        : value;
  }

  /** The bit pattern (IEEE 754) of a half, float or double constant, in the low bits. */
  public long floatBits() {
    if (kind() != Kind.FLOAT) {
      throw new IllegalStateException(this + " is no floating-point constant");
    }
    int bits =
        switch (type().kind()) {
          case HALF, BFLOAT -> Short.SIZE;
          case FLOAT -> Float.SIZE;
          case DOUBLE -> Double.SIZE;
          default -> throw new IllegalStateException(this + " is wider than a double");
        };
    LLVMTypeRef integer = LLVM.LLVMIntTypeInContext(LLVM.LLVMGetTypeContext(type().ref()), bits);
    return LLVM.LLVMConstIntGetZExtValue(LLVM.LLVMConstBitCast(ref(), integer));
  }

  /**
   * An element of an array, a struct or a vector constant of any kind, zero and undef included. An
   * array of addresses may hold global variables, which are no {@link LlvmConstant}.
   */
  public LlvmValue element(int index) {
    LLVMValueRef element = LLVM.LLVMGetAggregateElement(ref(), index);
    if (element == null) {
      throw new IndexOutOfBoundsException("element " + index + " of " + this);
    }
    return of(element);
  }

  /** The operation of an {@link Kind#EXPRESSION}. */
  public LlvmOpcode opcode() {
    if (kind() != Kind.EXPRESSION) {
      throw new IllegalStateException(this + " is no constant expression");
    }
    return LlvmOpcode.of(LLVM.LLVMGetConstOpcode(ref()));
  }

  /** The type that the indices of a getelementptr expression step over. */
  public LlvmType gepSourceType() {
    if (opcode() != LlvmOpcode.GETELEMENTPTR) {
      throw new IllegalStateException(this + " is no getelementptr");
    }
    return new LlvmType(LLVM.LLVMGetGEPSourceElementType(ref()));
  }
}
