package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import dev.barnacle.simd.internal.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;

/**
 * Emits atomic operations and fences.
 *
 * <p>All work-items of a work-group run on one thread. So atomic operations on local memory are
 * plain ones, and fences of at most work-group scope only keep the compiler from reordering.
 */
public final class AtomicEmitter {
  private final Frame frame;

  public AtomicEmitter(Frame frame) {
    this.frame = frame;
  }

  static String order(MemoryOrder order) {
    return switch (order) {
      case RELAXED -> "monotonic";
      case CONSUME, ACQUIRE -> "acquire";
      case RELEASE -> "release";
      case ACQ_REL -> "acq_rel";
      case SEQ_CST -> "seq_cst";
    };
  }

  /** Returns what follows an access of {@code type}. */
  private String tail(Type type, Value pointer) {
    return ", align " + type.byteSize() + frame.aliasTags(pointer);
  }

  void load(AtomicLoad i) {
    frame.alias(i, read(i, frame.operand(i.pointer())));
  }

  /** Adds a read at {@code pointer} as the instruction asks for it, and returns its value. */
  public String read(AtomicLoad i, String pointer) {
    String text = LlvmTypes.type(i.type()) + ", ptr " + pointer;
    return frame
        .out()
        .assign(
            AliasClasses.isOfOneGroup(i.pointer())
                ? "load " + text + tail(i.type(), i.pointer())
                : "load atomic " + text + " " + order(i.order()) + tail(i.type(), i.pointer()));
  }

  void store(AtomicStore i) {
    write(i, frame.operand(i.pointer()), frame.operand(i.value()));
  }

  /** Adds a write of {@code value} at {@code pointer} as the instruction asks for it. */
  public void write(AtomicStore i, String pointer, String value) {
    Type type = i.value().type();
    String text = LlvmTypes.type(type) + " " + value + ", ptr " + pointer;
    frame
        .out()
        .line(
            AliasClasses.isOfOneGroup(i.pointer())
                ? "store " + text + tail(type, i.pointer())
                : "store atomic " + text + " " + order(i.order()) + tail(type, i.pointer()));
  }

  void rmw(AtomicRmw i) {
    frame.alias(i, update(i, frame.operand(i.pointer()), frame.operand(i.value())));
  }

  /** Adds an update by {@code value} at {@code pointer}, and returns the old value. */
  public String update(AtomicRmw i, String pointer, String value) {
    String type = LlvmTypes.type(i.type());
    LlvmText out = frame.out();
    if (AliasClasses.isOfOneGroup(i.pointer())) {
      return plainUpdate(frame, i, pointer, value, frame.aliasTags(i.pointer()));
    }
    String operands = " ptr " + pointer + ", " + type + " " + value;
    return out.assign(
        "atomicrmw "
            + i.op().keyword()
            + operands
            + " "
            + order(i.order())
            + tail(i.type(), i.pointer()));
  }

  /** Adds an update that no other thread can see, followed by {@code tags}. */
  public static String plainUpdate(
      Frame frame, AtomicRmw i, String pointer, String value, String tags) {
    String type = LlvmTypes.type(i.type());
    String tail = ", ptr " + pointer + ", align " + i.type().byteSize() + tags;
    String old = frame.out().assign("load " + type + tail);
    frame.out().line("store " + type + " " + combine(frame, i, old, value) + tail);
    return old;
  }

  /** Adds what one operation makes of the old value and the operand. */
  public static String combine(Frame frame, AtomicRmw i, String old, String value) {
    return combine(frame, i.op(), LlvmTypes.type(i.type()), LlvmTypes.suffix(i.type()), old, value);
  }

  /**
   * Adds what an operation makes of old values and operands.
   *
   * @param type the LLVM type of both
   * @param suffix that type in the names of intrinsics
   */
  public static String combine(
      Frame frame, AtomicRmw.Op op, String type, String suffix, String old, String value) {
    return switch (op) {
      case XCHG -> value;
      case ADD, SUB, AND, OR, XOR, FADD, FSUB ->
          frame.out().assign(op.keyword() + " " + type + " " + old + ", " + value);
      case MIN, MAX -> call(frame, type, "@llvm.s" + op.keyword() + "." + suffix, old, value);
      case UMIN, UMAX -> call(frame, type, "@llvm." + op.keyword() + "." + suffix, old, value);
      case FMIN -> call(frame, type, "@llvm.minnum." + suffix, old, value);
      case FMAX -> call(frame, type, "@llvm.maxnum." + suffix, old, value);
    };
  }

  private static String call(Frame frame, String type, String name, String left, String right) {
    frame.module().declare(type + " " + name + "(" + type + ", " + type + ")");
    String arguments = "(" + type + " " + left + ", " + type + " " + right + ")";
    return frame.out().assign("call " + type + " " + name + arguments);
  }

  void compareExchange(AtomicCompareExchange i) {
    if (i.type().isFloat()) {
      throw new IllegalStateException("compare-and-exchange of a floating-point value");
    }
    String pointer = frame.operand(i.pointer());
    String type = LlvmTypes.type(i.type());
    String expected = frame.operand(i.expected());
    String desired = frame.operand(i.desired());
    LlvmText out = frame.out();
    if (AliasClasses.isOfOneGroup(i.pointer())) {
      frame.define(i, "load " + type + ", ptr " + pointer + tail(i.type(), i.pointer()));
      String old = frame.operand(i);
      String same = out.assign("icmp eq " + type + " " + old + ", " + expected);
      String kept =
          out.assign("select i1 " + same + ", " + type + " " + desired + ", " + type + " " + old);
      out.line("store " + type + " " + kept + ", ptr " + pointer + tail(i.type(), i.pointer()));
      return;
    }
    String orders =
        " " + order(i.order()) + " " + order(i.failureOrder()) + tail(i.type(), i.pointer());
    String values = type + " " + expected + ", " + type + " " + desired;
    String pair = out.assign("cmpxchg ptr " + pointer + ", " + values + orders);
    frame.define(i, "extractvalue { " + type + ", i1 } " + pair + ", 0");
  }

  void fence(Fence i) {
    if (i.order() == MemoryOrder.RELAXED) {
      return;
    }
    boolean oneThread = i.scope().compareTo(MemoryScope.WORK_GROUP) <= 0;
    String scope = oneThread ? "syncscope(\"singlethread\") " : "";
    frame.out().line("fence " + scope + order(i.order()));
  }
}
