package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.FastMath;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Emits arithmetic, comparisons, conversions and what rearranges vectors. */
public final class ArithmeticEmitter {
  private final EmitScope scope;

  ArithmeticEmitter(EmitScope scope) {
    this.scope = scope;
  }

  /** Returns the flags as LLVM writes them, each followed by a blank. */
  public static String flags(Set<FastMath> fastMath) {
    return fastMath.stream().sorted().map(f -> f.keyword() + " ").collect(Collectors.joining());
  }

  void binary(Binary i) {
    Value left = i.operand(0);
    Value right = i.operand(1);
    String type = LlvmTypes.type(i.type());
    String a = scope.operand(left);
    String b = scope.operand(right);
    String second =
        switch (i.op()) {
          case UDIV, SDIV, UREM, SREM -> safeDivisor(i, a, b);
          default -> b;
        };
    scope.define(i, o -> o.binary(i.op().keyword(), flags(i) + type, a, second));
  }

  /** Returns the flags of an operation as LLVM writes them, each followed by a blank. */
  public static String flags(Binary i) {
    if (i.op().isFloat()) {
      return flags(i.fastMath());
    }
    return (i.noUnsignedWrap() ? "nuw " : "") + (i.noSignedWrap() ? "nsw " : "");
  }

  /**
   * Returns a divisor with which the processor does not trap: 1 where the division is undefined.
   */
  private String safeDivisor(Binary i, String dividend, String divisor) {
    if (isSafe(i.operand(1))) {
      return divisor;
    }
    LlvmText out = scope.out();
    Type type = i.type();
    String text = LlvmTypes.type(type);
    String bad = out.icmp("eq", text, divisor, LlvmTypes.splat(type, "0"));
    if (i.op() == Binary.Op.SDIV || i.op() == Binary.Op.SREM) {
      String least = LlvmTypes.splat(type, Long.toString(leastOf((IntType) type.scalar())));
      String isLeast = out.icmp("eq", text, dividend, least);
      String minusOne = out.icmp("eq", text, divisor, LlvmTypes.splat(type, "-1"));
      String truth = LlvmTypes.type(dev.barnacle.ir.Types.I1.withLanes(type.lanes()));
      String overflow = out.and(truth, isLeast, minusOne);
      bad = out.or(truth, bad, overflow);
    }
    String truth = LlvmTypes.type(dev.barnacle.ir.Types.I1.withLanes(type.lanes()));
    String one = LlvmTypes.splat(type, "1");
    return out.select(truth, bad, text, one, divisor);
  }

  private static long leastOf(IntType type) {
    return type.bits() == 64 ? Long.MIN_VALUE : -(1L << (type.bits() - 1));
  }

  private static boolean isSafe(Value divisor) {
    return switch (divisor) {
      case IntConstant c -> c.value() != 0 && c.value() != -1;
      case VectorConstant v -> v.elements().stream().allMatch(ArithmeticEmitter::isSafeElement);
      default -> false;
    };
  }

  private static boolean isSafeElement(Constant element) {
    return element instanceof IntConstant c && c.value() != 0 && c.value() != -1;
  }

  void unary(Unary i) {
    String type = flags(i.fastMath()) + LlvmTypes.type(i.type());
    String operand = scope.operand(i.operand(0));
    scope.define(i, o -> o.unary(i.op().keyword(), type, operand));
  }

  void compare(Compare i) {
    String type = LlvmTypes.type(i.operand(0).type());
    String a = scope.operand(i.operand(0));
    String b = scope.operand(i.operand(1));
    scope.define(i, o -> compare(o, i, type, a, b));
  }

  /** Adds a comparison of operands of an LLVM type. */
  public static String compare(LlvmText out, Compare i, String type, String a, String b) {
    String predicate = i.predicate().keyword();
    return i.predicate().isFloat()
        ? out.fcmp(flags(i.fastMath()) + predicate, type, a, b)
        : out.icmp(predicate, type, a, b);
  }

  void cast(Cast i) {
    String operand = scope.operand(i.operand(0));
    String from = LlvmTypes.type(i.operand(0).type());
    String to = LlvmTypes.type(i.type());
    switch (i.op()) {
      case ADDRSPACECAST -> scope.alias(i, operand);
      case FPTOSI, FPTOUI -> {
        String raw = scope.out().cast(i.op().keyword(), from, operand, to);
        // Out of range, OpenCL C's result is some value; LLVM's is poison.
        scope.define(i, o -> o.freeze(to, raw));
      }
      default -> scope.define(i, o -> o.cast(i.op().keyword(), from, operand, to));
    }
  }

  void select(Select i) {
    String truths = LlvmTypes.type(i.operand(0).type());
    String type = LlvmTypes.type(i.type());
    String condition = scope.operand(i.operand(0));
    String a = scope.operand(i.operand(1));
    String b = scope.operand(i.operand(2));
    scope.define(i, o -> o.select(truths, condition, type, a, b));
  }

  void extract(ExtractElement i) {
    String type = LlvmTypes.type(i.operand(0).type());
    String vector = scope.operand(i.operand(0));
    String index = scope.typed(i.operand(1));
    scope.define(i, o -> o.extract(type, vector, index));
  }

  void insert(InsertElement i) {
    String type = LlvmTypes.type(i.type());
    String vector = scope.operand(i.operand(0));
    String elementType = LlvmTypes.type(i.operand(1).type());
    String element = scope.operand(i.operand(1));
    String index = scope.typed(i.operand(2));
    scope.define(i, o -> o.insert(type, vector, elementType, element, index));
  }

  void shuffle(Shuffle i) {
    if (i.mask().size() == 1) {
      throw new IllegalStateException("a shuffle has at least two lanes");
    }
    List<String> order = i.mask().stream().map(m -> m < 0 ? "undef" : m.toString()).toList();
    String vectors = scope.typed(i.operand(0)) + ", " + scope.typed(i.operand(1));
    scope.define(i, o -> o.shuffle(vectors, order));
  }
}
