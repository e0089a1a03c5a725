package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.emit.InfoText;
import dev.barnacle.simd.internal.text.LlvmText;
import java.util.List;

/**
 * The ids of work-items whose vectors follow the local linear id ({@link Specialization#flat()}):
 * those of the dimensions are computed from it.
 */
public final class FlatIds {
  private final VectorFrame frame;

  public FlatIds(VectorFrame frame) {
    this.frame = frame;
  }

  /** Returns whether the query is for an id that has to be computed. */
  public boolean handles(WorkItemQuery i) {
    return frame.localLinearId() != null
        && switch (i.kind()) {
          case LOCAL_ID, GLOBAL_ID, GLOBAL_LINEAR_ID -> true;
          default -> false;
        };
  }

  /** Emits a local, global or global linear id. */
  public void emit(WorkItemQuery i) {
    frame.set(i, List.of(text(i)));
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
    String asked = frame.part(dimension, 0);
    String chosen = zeros();
    for (int d = 2; d >= 0; d--) {
      String same = frame.out().icmp("eq", frame.vectorType(Types.I32), asked, splat32(d));
      chosen = frame.select(same, i64s(), id(d, global), chosen);
    }
    return chosen;
  }

  private String zeros() {
    return "zeroinitializer";
  }

  private String splat32(int number) {
    return frame.constant(Types.I32, number);
  }

  private String op(String name, Type scalar, String a, String b) {
    return frame.out().binary(name, frame.vectorType(scalar), a, b);
  }

  /** Returns the local ids of a dimension, or the global ones, as a vector of i64. */
  private String id(int dimension, boolean global) {
    LlvmText out = frame.out();
    String local = out.zext(frame.vectorType(Types.I32), local(dimension), i64s());
    return global
        ? op("add", Types.I64, local, frame.splat(Types.I64, "%base" + dimension))
        : local;
  }

  private String i64s() {
    return frame.vectorType(Types.I64);
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
    String first = frame.group().localIdText(frame.region(), 0);
    String steps = frame.vectorConstant(l -> "i32 " + l);
    return op("add", Types.I32, frame.splat(Types.I32, first), steps);
  }

  private String size(int dimension) {
    Specialization shape = frame.module().specialization();
    if (!shape.partial()) {
      return splat32(shape.local(dimension));
    }
    return frame.splat(Types.I32, frame.out().trunc("i64", "%ls" + dimension, "i32"));
  }

  private String globalLinearId() {
    String sum = fromOffset(2);
    for (int d = 1; d >= 0; d--) {
      String scaled = op("mul", Types.I64, sum, frame.splat(Types.I64, "%gs" + d));
      sum = op("add", Types.I64, scaled, fromOffset(d));
    }
    return sum;
  }

  private String fromOffset(int dimension) {
    return op("sub", Types.I64, id(dimension, true), frame.splat(Types.I64, "%off" + dimension));
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
