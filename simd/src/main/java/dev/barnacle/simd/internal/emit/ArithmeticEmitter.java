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
import dev.barnacle.simd.internal.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Emits arithmetic, comparisons, conversions and what rearranges vectors. */
public final class ArithmeticEmitter {
  private final Frame frame;

  ArithmeticEmitter(Frame frame) {
    this.frame = frame;
  }

  /** Returns the flags as LLVM writes them, each followed by a blank. */
  public static String flags(Set<FastMath> fastMath) {
    return fastMath.stream().sorted().map(f -> f.keyword() + " ").collect(Collectors.joining());
  }

  void binary(Binary i) {
    Value left = i.operand(0);
    Value right = i.operand(1);
    String type = LlvmTypes.type(i.type());
    String a = frame.operand(left);
    String b = frame.operand(right);
    switch (i.op()) {
      case UDIV, SDIV, UREM, SREM -> b = safeDivisor(i, a, b);
      default -> {}
    }
    frame.define(i, i.op().keyword() + " " + binaryFlags(i) + type + " " + a + ", " + b);
  }

  private static String binaryFlags(Binary i) {
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
    LlvmText out = frame.out();
    Type type = i.type();
    String text = LlvmTypes.type(type);
    String bad = out.assign("icmp eq " + text + " " + divisor + ", " + LlvmTypes.splat(type, "0"));
    if (i.op() == Binary.Op.SDIV || i.op() == Binary.Op.SREM) {
      String least = LlvmTypes.splat(type, Long.toString(leastOf((IntType) type.scalar())));
      String isLeast = out.assign("icmp eq " + text + " " + dividend + ", " + least);
      String minusOne =
          out.assign("icmp eq " + text + " " + divisor + ", " + LlvmTypes.splat(type, "-1"));
      String truth = LlvmTypes.type(dev.barnacle.ir.Types.I1.withLanes(type.lanes()));
      String overflow = out.assign("and " + truth + " " + isLeast + ", " + minusOne);
      bad = out.assign("or " + truth + " " + bad + ", " + overflow);
    }
    String truth = LlvmTypes.type(dev.barnacle.ir.Types.I1.withLanes(type.lanes()));
    String one = LlvmTypes.splat(type, "1");
    return out.assign(
        "select " + truth + " " + bad + ", " + text + " " + one + ", " + text + " " + divisor);
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
    frame.define(i, i.op().keyword() + " " + flags(i.fastMath()) + frame.typed(i.operand(0)));
  }

  void compare(Compare i) {
    String kind = i.predicate().isFloat() ? "fcmp " + flags(i.fastMath()) : "icmp ";
    String operands = frame.typed(i.operand(0)) + ", " + frame.operand(i.operand(1));
    frame.define(i, kind + i.predicate().keyword() + " " + operands);
  }

  void cast(Cast i) {
    Value operand = i.operand(0);
    String to = " to " + LlvmTypes.type(i.type());
    switch (i.op()) {
      case ADDRSPACECAST -> frame.alias(i, frame.operand(operand));
      case FPTOSI, FPTOUI -> {
        String raw = frame.out().assign(i.op().keyword() + " " + frame.typed(operand) + to);
        // Out of range, OpenCL C's result is some value; LLVM's is poison.
        frame.define(i, "freeze " + LlvmTypes.type(i.type()) + " " + raw);
      }
      default -> frame.define(i, i.op().keyword() + " " + frame.typed(operand) + to);
    }
  }

  void select(Select i) {
    frame.define(i, "select " + typedAll(i.operands()));
  }

  void extract(ExtractElement i) {
    frame.define(i, "extractelement " + typedAll(i.operands()));
  }

  void insert(InsertElement i) {
    frame.define(i, "insertelement " + typedAll(i.operands()));
  }

  void shuffle(Shuffle i) {
    String mask =
        i.mask().stream()
            .map(m -> m < 0 ? "i32 undef" : "i32 " + m)
            .collect(Collectors.joining(", "));
    String vectors = "shufflevector " + typedAll(i.operands());
    if (i.mask().size() == 1) {
      throw new IllegalStateException("a shuffle has at least two lanes");
    }
    frame.define(i, vectors + ", <" + i.mask().size() + " x i32> <" + mask + ">");
  }

  private String typedAll(List<Value> operands) {
    return operands.stream().map(frame::typed).collect(Collectors.joining(", "));
  }
}
