package dev.barnacle.frontend.internal.reader.type;

import dev.barnacle.ir.Constant;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.OpaqueType;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.VoidType;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** LLVM's constants, other than addresses and constant expressions, as the IR's. */
public final class ConstantReader {
  private final TypeReader types;

  public ConstantReader(TypeReader types) {
    this.types = types;
  }

  /** The constant in the IR; it must be a scalar or a vector, and no expression. */
  public Constant read(LlvmConstant constant) {
    LlvmType type = constant.type();
    return switch (constant.kind()) {
      case INTEGER -> integer(constant, type);
      case FLOAT -> new FloatConstant(TypeReader.floatType(types.type(type)), constant.floatBits());
      case NULL_POINTER, ZERO -> zero(types.type(type));
      case UNDEF, POISON -> new UndefConstant(types.type(type));
      case AGGREGATE -> vector(constant, type);
      case EXPRESSION, OTHER -> throw UnsupportedException.of("the constant '" + constant + "'");
    };
  }

  private IntConstant integer(LlvmConstant constant, LlvmType type) {
    IntType container = (IntType) types.type(type);
    BigInteger value = constant.integerValue();
    if (IntegerWidths.isOdd(type)) {
      value = value.and(BigInteger.ONE.shiftLeft(type.integerBits()).subtract(BigInteger.ONE));
    }
    return new IntConstant(container, value.longValue());
  }

  /** The words of a constant of 65 to 128 bits, the lower one first. */
  public List<Value> readWide(LlvmConstant constant) {
    return switch (constant.kind()) {
      case INTEGER -> {
        int bits = constant.type().integerBits();
        BigInteger all = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        BigInteger value = constant.integerValue().and(all);
        yield List.of(
            new IntConstant(Types.I64, value.longValue()),
            new IntConstant(Types.I64, value.shiftRight(Long.SIZE).longValue()));
      }
      case UNDEF, POISON -> List.of(new UndefConstant(Types.I64), new UndefConstant(Types.I64));
      default -> throw UnsupportedException.of("the constant '" + constant + "'");
    };
  }

  private Constant vector(LlvmConstant constant, LlvmType type) {
    if (type.kind() != LlvmType.Kind.VECTOR) {
      throw UnsupportedException.of("the constant '" + constant + "'");
    }
    List<Constant> elements = new ArrayList<>();
    for (int i = 0; i < type.count(); i++) {
      elements.add(element(constant.element(i)));
    }
    return types.type(type) instanceof VectorType vector
        ? new VectorConstant(vector, elements)
        : elements.getFirst();
  }

  private Constant element(LlvmValue element) {
    if (element instanceof LlvmConstant constant) {
      return read(constant);
    }
    throw UnsupportedException.of("a constant vector that holds addresses");
  }

  /** The constant whose bytes are all zero. */
  static Constant zero(Type type) {
    return switch (type) {
      case IntType integer -> new IntConstant(integer, 0);
      case FloatType floating -> new FloatConstant(floating, 0);
      case PointerType pointer -> new NullConstant(pointer);
      case OpaqueType opaque -> new NullConstant(opaque);
      case VectorType vector ->
          new VectorConstant(vector, Collections.nCopies(vector.lanes(), zero(vector.element())));
      case VoidType nothing -> throw new IllegalArgumentException("no value of type " + nothing);
    };
  }

  /** The integer {@code value} in each lane of {@code type}, an integer or a vector of integers. */
  public static Constant integer(Type type, long value) {
    if (!(type.scalar() instanceof IntType scalar)) {
      throw new IllegalArgumentException(type + " is no integer type");
    }
    return splat(type, new IntConstant(scalar, value));
  }

  /** {@code element} in each lane of {@code type}. */
  public static Constant splat(Type type, Constant element) {
    return type instanceof VectorType vector
        ? VectorConstant.splat(element, vector.lanes())
        : element;
  }
}
