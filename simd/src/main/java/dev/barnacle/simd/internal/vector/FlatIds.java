package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.emit.InfoText;
import java.util.List;

/**
 * Emits the ids of work-items whose vectors follow the local linear id ({@link
 * Specialization#flat()}): those of the dimensions are computed from it.
 */
public final class FlatIds {
  private final VectorScope scope;

  public FlatIds(VectorScope scope) {
    this.scope = scope;
  }

  /** Emits a local, global or global linear id. */
  public void emit(WorkItemQuery i) {
    scope.set(i, List.of(text(i)));
  }

  private String text(WorkItemQuery i) {
    if (i.kind() == WorkItemQuery.Kind.GLOBAL_LINEAR_ID) {
      return globalLinearId();
    }
    boolean global = i.kind() == WorkItemQuery.Kind.GLOBAL_ID;
    Value dimension = i.operand(0);
    if (dimension instanceof IntConstant constant) {
      return constant.unsigned() > 2 ? zeros() : id((int) constant.unsigned(), global);
    }
    String asked = scope.part(dimension, 0);
    String chosen = zeros();
    for (int d = 2; d >= 0; d--) {
      String same = scope.out().icmp("eq", scope.vectorType(Types.I32), asked, splat32(d));
      chosen = scope.select(same, i64s(), id(d, global), chosen);
    }
    return chosen;
  }

  private String zeros() {
    return "zeroinitializer";
  }

  private String splat32(int number) {
    return scope.constant(Types.I32, number);
  }

  private String op(String name, Type scalar, String a, String b) {
    return scope.out().binary(name, scope.vectorType(scalar), a, b);
  }

  /** Returns the local ids of a dimension, or the global ones, as a vector of i64. */
  private String id(int dimension, boolean global) {
    LlvmText out = scope.out();
    String local = out.zext(scope.vectorType(Types.I32), local(dimension), i64s());
    return global
        ? op("add", Types.I64, local, scope.splat(Types.I64, "%base" + dimension))
        : local;
  }

  private String i64s() {
    return scope.vectorType(Types.I64);
  }

  private String local(int dimension) {
    String linear = linear();
    String above = dimension == 0 ? linear : op("udiv", Types.I32, linear, size(0));
    if (dimension == 2) {
      return op("udiv", Types.I32, above, size(1));
    }
    return op("urem", Types.I32, above, size(dimension));
  }

  private String linear() {
    String first = scope.group().localIdText(scope.region(), 0);
    String steps = scope.vectorConstant(l -> "i32 " + l);
    return op("add", Types.I32, scope.splat(Types.I32, first), steps);
  }

  private String size(int dimension) {
    Specialization shape = scope.module().specialization();
    if (!shape.partial()) {
      return splat32(shape.local(dimension));
    }
    return scope.splat(Types.I32, scope.out().trunc("i64", "%ls" + dimension, "i32"));
  }

  private String globalLinearId() {
    String sum = fromOffset(2);
    for (int d = 1; d >= 0; d--) {
      String scaled = op("mul", Types.I64, sum, scope.splat(Types.I64, "%gs" + d));
      sum = op("add", Types.I64, scaled, fromOffset(d));
    }
    return sum;
  }

  private String fromOffset(int dimension) {
    return op("sub", Types.I64, id(dimension, true), scope.splat(Types.I64, "%off" + dimension));
  }

  /**
   * Returns a local id of one lane, an i64.
   *
   * @param linear the lane's local linear id, an i64
   */
  static String ofLane(LlvmText out, Specialization shape, String linear, int dimension) {
    String above =
        dimension == 0 ? linear : out.binary("udiv", "i64", linear, InfoText.localSize(shape, 0));
    String size = InfoText.localSize(shape, dimension == 2 ? 1 : dimension);
    return out.binary(dimension == 2 ? "udiv" : "urem", "i64", above, size);
  }
}
