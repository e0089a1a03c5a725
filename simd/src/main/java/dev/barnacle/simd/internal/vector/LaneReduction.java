package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.simd.internal.emit.AtomicEmitter;
import dev.barnacle.simd.internal.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Combines the values of the lanes of a vector that run, by an associative integer operation. */
public final class LaneReduction {
  private final VectorFrame frame;

  public LaneReduction(VectorFrame frame) {
    this.frame = frame;
  }

  /** Returns {@code values} with the identity in the lanes that don't run. */
  public String active(AtomicRmw.Op op, Type type, String values) {
    if (frame.mask().full()) {
      return values;
    }
    String vector = frame.vectorType(type);
    String head = "select " + frame.vectorType(Types.I1) + " " + frame.mask().text();
    String identity = identities(op, type);
    return frame.out().assign(head + ", " + vector + " " + values + ", " + vector + " " + identity);
  }

  private String identities(AtomicRmw.Op op, Type type) {
    String element = LlvmTypes.type(type) + " " + op.identity((IntType) type);
    return frame.vectorConstant(l -> element);
  }

  /** Returns all lanes' {@link #active} values put together. */
  public String total(AtomicRmw.Op op, Type type, String values) {
    String keyword =
        switch (op.inner()) {
          case MIN -> "smin";
          case MAX -> "smax";
          default -> op.inner().keyword();
        };
    String scalar = LlvmTypes.type(type);
    String vector = frame.vectorType(type);
    String name = "@llvm.vector.reduce." + keyword + "." + frame.vectorSuffix(type);
    frame.module().declare(scalar + " " + name + "(" + vector + ")");
    return frame.out().assign("call " + scalar + " " + name + "(" + vector + " " + values + ")");
  }

  /** Returns what {@code times} equal operands are together; {@code times} is of the same type. */
  public String repeated(AtomicRmw.Op op, Type type, String value, String times) {
    String scalar = LlvmTypes.type(type) + " ";
    LlvmText out = frame.out();
    return switch (op.inner()) {
      case ADD -> out.assign("mul " + scalar + value + ", " + times);
      case XOR -> {
        String odd = out.assign("and " + scalar + times + ", 1");
        yield out.assign("mul " + scalar + value + ", " + odd);
      }
      default -> value;
    };
  }

  /** Returns the number of lanes that run, as a value of {@code type}. */
  public String count(Type type) {
    int lanes = frame.lanes();
    if (frame.mask().full()) {
      return Integer.toString(lanes);
    }
    String bits = bits();
    String name = "@llvm.ctpop.i" + lanes;
    frame.module().declare("i" + lanes + " " + name + "(i" + lanes + ")");
    String count =
        frame.out().assign("call i" + lanes + " " + name + "(i" + lanes + " " + bits + ")");
    return resize(count, type);
  }

  private String resize(String number, Type type) {
    int lanes = frame.lanes();
    int bits = ((IntType) type).bits();
    if (bits == lanes) {
      return number;
    }
    String conversion = bits > lanes ? "zext" : "trunc";
    return frame.out().assign(conversion + " i" + lanes + " " + number + " to i" + bits);
  }

  private String bits() {
    int lanes = frame.lanes();
    return frame
        .out()
        .assign("bitcast <" + lanes + " x i1> " + frame.mask().text() + " to i" + lanes);
  }

  /** Returns in each lane the {@link #active} values up to and with its own put together. */
  public String inclusive(AtomicRmw.Op op, Type type, String values) {
    String scan = values;
    for (int step = 1; step < frame.lanes(); step *= 2) {
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
    String vector = frame.vectorType(type);
    String places =
        IntStream.range(0, frame.lanes())
            .mapToObj(l -> "i32 " + (l < step ? l : frame.lanes() + l - step))
            .collect(Collectors.joining(", "));
    return frame
        .out()
        .assign(
            "shufflevector "
                + (vector + " " + first + ", " + vector + " " + values)
                + (", <" + frame.lanes() + " x i32> <" + places + ">"));
  }

  /** Combines two vectors lane by lane. */
  public String combine(AtomicRmw.Op op, Type type, String left, String right) {
    return AtomicEmitter.combine(
        frame, op, frame.vectorType(type), frame.vectorSuffix(type), left, right);
  }

  /** Returns the value of the last lane that runs. */
  public String last(Type type, String values) {
    return extract(type, values, lastPlace());
  }

  /** Returns the place of the last lane that runs, a typed index. */
  public String lastPlace() {
    String place = "i32 " + (frame.lanes() - 1);
    if (!frame.mask().full()) {
      int lanes = frame.lanes();
      String name = "@llvm.ctlz.i" + lanes;
      frame.module().declare("i" + lanes + " " + name + "(i" + lanes + ", i1)");
      String arguments = "(i" + lanes + " " + bits() + ", i1 false)";
      String zeros = frame.out().assign("call i" + lanes + " " + name + arguments);
      String behind = frame.out().assign("sub i" + lanes + " " + (lanes - 1) + ", " + zeros);
      // Some lane runs; in an index of no lane nothing may go wrong all the same.
      place =
          "i"
              + lanes
              + " "
              + frame.out().assign("and i" + lanes + " " + behind + ", " + (lanes - 1));
    }
    return place;
  }

  /** Returns the value of the lane at {@code place}, a typed index. */
  public String extract(Type type, String values, String place) {
    return frame
        .out()
        .assign("extractelement " + frame.vectorType(type) + " " + values + ", " + place);
  }
}
