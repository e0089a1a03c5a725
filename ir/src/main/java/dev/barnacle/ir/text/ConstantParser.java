package dev.barnacle.ir.text;

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
import dev.barnacle.ir.VectorConstant;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.text.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Parses constants of a known type. */
final class ConstantParser {
  private final Tokens tokens;

  ConstantParser(Tokens tokens) {
    this.tokens = tokens;
  }

  Constant constant(Type type) {
    if (tokens.accept("undef")) {
      return new UndefConstant(type);
    }
    return type instanceof VectorType vector ? vector(vector) : scalar(type);
  }

  private Constant vector(VectorType type) {
    Token start = tokens.peek();
    tokens.expect("[");
    List<Constant> elements = new ArrayList<>();
    do {
      boolean undefined = tokens.accept("undef");
      elements.add(undefined ? new UndefConstant(type.element()) : scalar(type.element()));
    } while (tokens.accept(","));
    tokens.expect("]");
    if (elements.size() != type.lanes()) {
      throw tokens.error(start, "expected " + type.lanes() + " elements for " + type);
    }
    return new VectorConstant(type, elements);
  }

  private Constant scalar(Type type) {
    if (type.equals(Types.I1)) {
      return truth();
    }
    return switch (type) {
      case IntType i -> integer(i);
      case FloatType f -> floating(f);
      case PointerType p -> nothing(p);
      case OpaqueType o -> nothing(o);
      default -> throw tokens.expected("a value of type " + type);
    };
  }

  private Constant truth() {
    if (tokens.accept("true")) {
      return IntConstant.TRUE;
    }
    if (tokens.accept("false")) {
      return IntConstant.FALSE;
    }
    throw tokens.expected("a value of type i1");
  }

  private Constant nothing(Type type) {
    if (!tokens.accept("null")) {
      throw tokens.expected("a value of type " + type);
    }
    return new NullConstant(type);
  }

  private Constant integer(IntType type) {
    Token start = tokens.peek();
    long value = tokens.number("a value of type " + type);
    if (type.normalize(value) != value) {
      throw tokens.error(start, "expected a signed number that fits " + type);
    }
    return new IntConstant(type, value);
  }

  private Constant floating(FloatType type) {
    if (tokens.accept("inf")) {
      return encode(type, Double.POSITIVE_INFINITY);
    }
    if (tokens.accept("-inf")) {
      return encode(type, Double.NEGATIVE_INFINITY);
    }
    if (tokens.accept("nan")) {
      return nan(type);
    }
    Token token = tokens.expect(Kind.NUMBER, "a value of type " + type);
    if (token.text().startsWith("0x")) {
      throw tokens.error(token, "expected a decimal number");
    }
    FloatConstant constant = decimal(type, token.text());
    if (Double.isInfinite(constant.value())) {
      throw tokens.error(token, "expected a number that fits " + type);
    }
    return constant;
  }

  /** Rounds once, from the decimal number to the format (halves: their decimals are exact). */
  private static FloatConstant decimal(FloatType type, String text) {
    return type.bits() == 32
        ? FloatConstant.of(Float.parseFloat(text))
        : encode(type, Double.parseDouble(text));
  }

  private static FloatConstant encode(FloatType type, double value) {
    return switch (type.bits()) {
      case 16 -> new FloatConstant(type, Float.floatToFloat16((float) value) & 0xffffL);
      case 32 -> FloatConstant.of((float) value);
      default -> FloatConstant.of(value);
    };
  }

  private Constant nan(FloatType type) {
    tokens.expect("(");
    Token token = tokens.expect(Kind.NUMBER, "the bits of a NaN");
    tokens.expect(")");
    String text = token.text();
    if (!text.startsWith("0x") || text.length() > 2 + type.bits() / 4) {
      throw tokens.error(token, "expected the bits of a NaN of type " + type);
    }
    FloatConstant constant = new FloatConstant(type, Long.parseUnsignedLong(text.substring(2), 16));
    if (!Double.isNaN(constant.value())) {
      throw tokens.error(token, "expected the bits of a NaN of type " + type);
    }
    return constant;
  }
}
