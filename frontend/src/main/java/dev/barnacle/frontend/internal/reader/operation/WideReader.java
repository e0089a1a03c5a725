package dev.barnacle.frontend.internal.reader.operation;

import static dev.barnacle.frontend.internal.reader.expand.WordArithmetic.ZERO;
import static dev.barnacle.frontend.internal.reader.expand.WordArithmetic.word;

import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.expand.WideArithmetic;
import dev.barnacle.frontend.internal.reader.expand.WideFloats;
import dev.barnacle.frontend.internal.reader.expand.WideInteger;
import dev.barnacle.frontend.internal.reader.expand.WordArithmetic;
import dev.barnacle.frontend.internal.reader.type.IntegerWidths;
import dev.barnacle.frontend.internal.reader.type.TypeReader;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads operations on integers of 65 to 128 bits, which the IR does not have: each becomes two
 * words ({@link WideInteger}).
 *
 * <p>OpenCL C reserves {@code long long} for integers of 128 bits (OpenCL C 3.0, section 6.3.4),
 * and clang has it so: {@code x & 0xffffffffULL} is computed in 128 bits even where only 64 of them
 * are used in the end. What of it nobody uses is not kept.
 */
public final class WideReader {
  /** An integer of 128 bits in one piece: in memory, and as the result of a function. */
  public static final VectorType PAIR = new VectorType(Types.I64, 2);

  private final FunctionContext context;
  private final WordArithmetic words;
  private final WideArithmetic wide;
  private final WideFloats floats;

  public WideReader(FunctionContext context) {
    this.context = context;
    this.words = new WordArithmetic(context.builder(), context::mayGo);
    this.wide = new WideArithmetic(words);
    this.floats = new WideFloats(words, wide);
  }

  /** Returns whether an operation gives such an integer, or works on one. */
  public static boolean concerns(LlvmInstruction source) {
    return switch (source.opcode()) {
      case ADD, SUB, MUL, UDIV, SDIV, UREM, SREM, SHL, LSHR, ASHR, AND, OR, XOR ->
          IntegerWidths.isWide(source.type());
      case TRUNC, ZEXT, SEXT, FPTOUI, FPTOSI, UITOFP, SITOFP, PTRTOINT, INTTOPTR, BITCAST ->
          IntegerWidths.isWide(source.type()) || IntegerWidths.isWide(source.operand(0).type());
      case ICMP -> IntegerWidths.isWide(source.operand(0).type());
      default -> false;
    };
  }

  /** Its value as two words. */
  public WideInteger value(LlvmValue source) {
    return WideInteger.of(context.parts(source));
  }

  /** Its value with the sign above its bits. */
  private WideInteger signed(LlvmValue source) {
    return wide.signExtend(value(source), source.type().integerBits());
  }

  /** Reads an operation that {@link #concerns} such integers. */
  public List<Value> read(LlvmInstruction source) {
    return switch (source.opcode()) {
      case ICMP -> List.of(compare(source));
      case UITOFP ->
          List.of(floats.fromUnsigned(value(source.operand(0)), floatType(source.type())));
      case SITOFP ->
          List.of(floats.fromSigned(signed(source.operand(0)), floatType(source.type())));
      case INTTOPTR ->
          List.of(
              words.cast(
                  Cast.Op.INTTOPTR, value(source.operand(0)).low(), context.type(source.type())));
      case BITCAST -> bitcast(source);
      default ->
          IntegerWidths.isWide(source.type())
              ? wide.zeroExtend(integer(source), source.type().integerBits()).parts()
              : List.of(truncate(value(source.operand(0)).low(), source.type()));
    };
  }

  private FloatType floatType(LlvmType type) {
    return TypeReader.floatType(context.type(type));
  }

  /** The result, above whose bits there may be others. */
  private WideInteger integer(LlvmInstruction source) {
    return switch (source.opcode()) {
      case TRUNC -> value(source.operand(0));
      case ZEXT -> zeroExtend(source.operand(0));
      case SEXT -> signExtend(source.operand(0));
      case FPTOUI -> floats.toUnsigned(context.value(source.operand(0)));
      case FPTOSI -> floats.toSigned(context.value(source.operand(0)));
      case PTRTOINT ->
          new WideInteger(
              words.cast(Cast.Op.PTRTOINT, context.value(source.operand(0)), Types.I64), ZERO);
      default -> binary(source, value(source.operand(0)), value(source.operand(1)));
    };
  }

  private WideInteger binary(LlvmInstruction source, WideInteger left, WideInteger right) {
    return switch (source.opcode()) {
      case ADD -> wide.add(left, right);
      case SUB -> wide.subtract(left, right);
      case MUL -> wide.multiply(left, right);
      case AND -> wide.and(left, right);
      case OR -> wide.or(left, right);
      case XOR -> wide.xor(left, right);
      case SHL -> wide.shiftLeft(left, right.low());
      case LSHR -> wide.shiftRight(left, right.low());
      case ASHR -> wide.shiftRightSigned(signed(source.operand(0)), right.low());
      case UDIV -> division().quotient(left, right);
      case UREM -> division().remainder(left, right);
      case SDIV -> division().signedQuotient(signed(source.operand(0)), signed(source.operand(1)));
      case SREM -> division().signedRemainder(signed(source.operand(0)), signed(source.operand(1)));
      default -> throw UnsupportedException.of("the LLVM instruction '" + source + "'");
    };
  }

  private WideDivision division() {
    return new WideDivision(context, words, wide);
  }

  private WideInteger zeroExtend(LlvmValue operand) {
    return IntegerWidths.isWide(operand.type())
        ? value(operand)
        : new WideInteger(words.resize(context.value(operand), Types.I64), ZERO);
  }

  private WideInteger signExtend(LlvmValue operand) {
    if (IntegerWidths.isWide(operand.type())) {
      return signed(operand);
    }
    Value value = context.value(operand);
    Value low =
        IntegerWidths.isOdd(operand.type())
            ? words.extendSign(value, operand.type().integerBits())
            : words.extendSign(value);
    return new WideInteger(low, words.sign(low));
  }

  private Value truncate(Value low, LlvmType type) {
    Value narrow = words.resize(low, context.type(type));
    return IntegerWidths.isOdd(type)
        ? words.and(
            narrow, new IntConstant((IntType) narrow.type(), (1L << type.integerBits()) - 1))
        : narrow;
  }

  private Value compare(LlvmInstruction source) {
    Compare.Predicate predicate = ArithmeticReader.predicate(source.intPredicate());
    return ArithmeticReader.isSigned(predicate)
        ? wide.compare(predicate, signed(source.operand(0)), signed(source.operand(1)))
        : wide.compare(predicate, value(source.operand(0)), value(source.operand(1)));
  }

  private List<Value> bitcast(LlvmInstruction source) {
    LlvmValue operand = source.operand(0);
    if (!IntegerWidths.isWide(source.type())) {
      Value pair = pair(value(operand));
      Type type = context.type(source.type());
      return List.of(type.equals(PAIR) ? pair : words.cast(Cast.Op.BITCAST, pair, type));
    }
    if (IntegerWidths.isWide(operand.type())) {
      return context.parts(operand);
    }
    Value vector = context.value(operand);
    return words(vector.type().equals(PAIR) ? vector : words.cast(Cast.Op.BITCAST, vector, PAIR));
  }

  /** The two words of an integer in one piece. */
  public List<Value> words(Value pair) {
    return List.of(element(pair, 0), element(pair, 1));
  }

  private Value element(Value pair, int index) {
    return words.add(new ExtractElement(pair, new IntConstant(Types.I32, index)));
  }

  /** An integer in one piece. */
  public Value pair(WideInteger value) {
    Value low = words.add(new InsertElement(new UndefConstant(PAIR), value.low(), lane(0)));
    return words.add(new InsertElement(low, value.high(), lane(1)));
  }

  private static IntConstant lane(int index) {
    return new IntConstant(Types.I32, index);
  }

  /** A number for the case of a switch that a value is, or {@code cases.size()} for none. */
  public Value caseNumber(LlvmValue source, List<LlvmConstant> cases) {
    WideInteger value = value(source);
    Value number = new IntConstant(Types.I32, cases.size());
    for (int i = 0; i < cases.size(); i++) {
      Value same = wide.compare(Compare.Predicate.EQ, value, value(cases.get(i)));
      number = words.select(same, new IntConstant(Types.I32, i), number);
    }
    return number;
  }

  /**
   * Reads a call of an intrinsic function of LLVM whose first argument is such an integer.
   *
   * @param name without what it says of its types
   * @return the parts of its result; null where there is no such function
   */
  public @Nullable List<Value> intrinsic(String name, LlvmInstruction call) {
    WideInteger a = value(call.operand(0));
    int bits = call.operand(0).type().integerBits();
    return switch (name) {
      case "ctpop" -> count(wide.ones(a));
      case "ctlz" -> count(words.subtract(wide.leadingZeros(a), word(2 * Long.SIZE - bits)));
      case "cttz" -> {
        Value zeros = wide.trailingZeros(a);
        Value none = words.compare(Compare.Predicate.UGT, zeros, word(bits));
        yield count(words.select(none, word(bits), zeros));
      }
      case "bswap" -> reverse(Intrinsic.Op.BSWAP, a, bits);
      case "bitreverse" -> reverse(Intrinsic.Op.BITREVERSE, a, bits);
      case "abs" -> wide.zeroExtend(wide.absolute(signed(call.operand(0))), bits).parts();
      case "smin" -> choice(Compare.Predicate.SLT, call);
      case "smax" -> choice(Compare.Predicate.SGT, call);
      case "umin" -> choice(Compare.Predicate.ULT, call);
      case "umax" -> choice(Compare.Predicate.UGT, call);
      default -> null;
    };
  }

  private static List<Value> count(Value count) {
    return new WideInteger(count, ZERO).parts();
  }

  private List<Value> reverse(Intrinsic.Op op, WideInteger a, int bits) {
    WideInteger reversed = wide.reverse(op, a);
    return wide.shiftRight(reversed, word(2 * Long.SIZE - bits)).parts();
  }

  private List<Value> choice(Compare.Predicate predicate, LlvmInstruction call) {
    boolean signed = ArithmeticReader.isSigned(predicate);
    LlvmValue left = call.operand(0);
    LlvmValue right = call.operand(1);
    Value first =
        wide.compare(
            predicate, signed ? signed(left) : value(left), signed ? signed(right) : value(right));
    return wide.select(first, value(left), value(right)).parts();
  }
}
