package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Type;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.emit.AtomicEmitter;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.List;

/** Combines the values of the lanes of a vector that run, by an associative integer operation. */
public final class LaneReduction {
  private final VectorScope scope;

  public LaneReduction(VectorScope scope) {
    this.scope = scope;
  }

  /** Returns {@code values} with the identity in the lanes that don't run. */
  public String active(AtomicRmw.Op op, Type type, String values) {
    if (scope.mask().full()) {
      return values;
    }
    return scope.select(scope.mask().text(), scope.vectorType(type), values, identities(op, type));
  }

  private String identities(AtomicRmw.Op op, Type type) {
    return scope.constant(type, op.identity((IntType) type));
  }

  /** Returns all lanes' {@link #active} values put together. */
  public String total(AtomicRmw.Op op, Type type, String values) {
    String keyword =
        switch (op.inner()) {
          case MIN -> "smin";
          case MAX -> "smax";
          default -> op.inner().keyword();
        };
    String name = "@llvm.vector.reduce." + keyword + "." + scope.vectorSuffix(type);
    List<String> types = List.of(scope.vectorType(type));
    return scope.call("", LlvmTypes.type(type), name, types, List.of(values));
  }

  /** Returns what {@code times} equal operands are together; {@code times} is of the same type. */
  public String repeated(AtomicRmw.Op op, Type type, String value, String times) {
    String scalar = LlvmTypes.type(type);
    LlvmText out = scope.out();
    return switch (op.inner()) {
      case ADD -> out.mul(scalar, value, times);
      case XOR -> out.mul(scalar, value, out.and(scalar, times, 1));
      default -> value;
    };
  }

  /** Returns the number of lanes that run, as a value of {@code type}. */
  public String count(Type type) {
    int lanes = scope.lanes();
    if (scope.mask().full()) {
      return Integer.toString(lanes);
    }
    String bits = scope.bits(scope.mask().text());
    return resize(scope.call("i" + lanes, "@llvm.ctpop.i" + lanes, bits), type);
  }

  private String resize(String number, Type type) {
    int lanes = scope.lanes();
    int bits = ((IntType) type).bits();
    if (bits == lanes) {
      return number;
    }
    String conversion = bits > lanes ? "zext" : "trunc";
    return scope.out().cast(conversion, "i" + lanes, number, "i" + bits);
  }

  /** Returns in each lane the {@link #active} values up to and with its own put together. */
  public String inclusive(AtomicRmw.Op op, Type type, String values) {
    String scan = values;
    for (int step = 1; step < scope.lanes(); step *= 2) {
      String before = shifted(identities(op, type), type, scan, step);
      scan = combine(op.inner(), type, before, scan);
    }
    return scan;
  }

  /** Returns {@code scan} moved up by one lane, the identity in the first. */
  public String exclusive(AtomicRmw.Op op, Type type, String scan) {
    return shifted(identities(op, type), type, scan, 1);
  }

  /** Moves values up by {@code step} lanes; the lanes below get what {@code first} has there. */
  public String shifted(String first, Type type, String values, int step) {
    int lanes = scope.lanes();
    return scope
        .out()
        .shuffle(
            scope.vectorType(type), first, values, lanes, l -> l < step ? l : lanes + l - step);
  }

  /** Combines two vectors lane by lane. */
  public String combine(AtomicRmw.Op op, Type type, String left, String right) {
    return AtomicEmitter.combine(
        scope, op, scope.vectorType(type), scope.vectorSuffix(type), left, right);
  }

  /** Returns the value of the last lane that runs. */
  public String last(Type type, String values) {
    return extract(type, values, lastPlace());
  }

  /** Returns the place of the last lane that runs, a typed index. */
  public String lastPlace() {
    int lanes = scope.lanes();
    if (scope.mask().full()) {
      return "i32 " + (lanes - 1);
    }
    String integer = "i" + lanes;
    String bits = scope.bits(scope.mask().text());
    List<String> types = List.of(integer, "i1");
    String zeros = scope.call("", integer, "@llvm.ctlz." + integer, types, List.of(bits, "false"));
    String behind = scope.out().sub(integer, Integer.toString(lanes - 1), zeros);
    // Some lane runs; in an index of no lane nothing may go wrong all the same.
    return integer + " " + scope.out().and(integer, behind, lanes - 1);
  }

  /** Returns the place of the first lane that runs, a typed index. */
  public String firstPlace() {
    int lanes = scope.lanes();
    if (scope.mask().full()) {
      return "i32 0";
    }
    String integer = "i" + lanes;
    String bits = scope.bits(scope.mask().text());
    List<String> types = List.of(integer, "i1");
    String zeros = scope.call("", integer, "@llvm.cttz." + integer, types, List.of(bits, "false"));
    return integer + " " + scope.out().and(integer, zeros, lanes - 1);
  }

  /** Returns the value of the lane at {@code place}, a typed index. */
  public String extract(Type type, String values, String place) {
    return scope.out().extract(scope.vectorType(type), values, place);
  }
}
