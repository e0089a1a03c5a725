package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Type;
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

  void load(AtomicLoad i) {
    frame.alias(i, read(i, frame.operand(i.pointer())));
  }

  /** Adds a read at {@code pointer} as the instruction asks for it, and returns its value. */
  public String read(AtomicLoad i, String pointer) {
    Type type = i.type();
    boolean plain = AliasClasses.isOfOneGroup(i.pointer());
    String place = plain ? pointer : pointer + " " + order(i.order());
    return frame
        .out()
        .load(
            plain ? LlvmTypes.type(type) : "atomic " + LlvmTypes.type(type),
            place,
            type.byteSize(),
            frame.aliasTags(i.pointer()));
  }

  void store(AtomicStore i) {
    write(i, frame.operand(i.pointer()), frame.operand(i.value()));
  }

  /** Adds a write of {@code value} at {@code pointer} as the instruction asks for it. */
  public void write(AtomicStore i, String pointer, String value) {
    Type type = i.value().type();
    boolean plain = AliasClasses.isOfOneGroup(i.pointer());
    String place = plain ? pointer : pointer + " " + order(i.order());
    frame
        .out()
        .store(
            plain ? LlvmTypes.type(type) : "atomic " + LlvmTypes.type(type),
            value,
            place,
            type.byteSize(),
            frame.aliasTags(i.pointer()));
  }

  void rmw(AtomicRmw i) {
    frame.alias(i, update(i, frame.operand(i.pointer()), frame.operand(i.value())));
  }

  /** Adds an update by {@code value} at {@code pointer}, and returns the old value. */
  public String update(AtomicRmw i, String pointer, String value) {
    String tags = frame.aliasTags(i.pointer());
    if (AliasClasses.isOfOneGroup(i.pointer())) {
      return plainUpdate(frame, i, pointer, value, tags);
    }
    String operand = LlvmText.typed(LlvmTypes.type(i.type()), value);
    String how = " " + order(i.order()) + ", align " + i.type().byteSize() + tags;
    return frame
        .out()
        .assign("atomicrmw " + i.op().keyword() + " ptr " + pointer + ", " + operand + how);
  }

  /** Adds an update that no other thread can see, followed by {@code tags}. */
  public static String plainUpdate(
      Frame frame, AtomicRmw i, String pointer, String value, String tags) {
    String type = LlvmTypes.type(i.type());
    long size = i.type().byteSize();
    String old = frame.out().load(type, pointer, size, tags);
    frame.out().store(type, combine(frame, i, old, value), pointer, size, tags);
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
      case ADD, SUB, AND, OR, XOR, FADD, FSUB -> frame.out().binary(op.keyword(), type, old, value);
      case MIN, MAX -> frame.call(type, "@llvm.s" + op.keyword() + "." + suffix, old, value);
      case UMIN, UMAX -> frame.call(type, "@llvm." + op.keyword() + "." + suffix, old, value);
      case FMIN -> frame.call(type, "@llvm.minnum." + suffix, old, value);
      case FMAX -> frame.call(type, "@llvm.maxnum." + suffix, old, value);
    };
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
    long size = i.type().byteSize();
    String tags = frame.aliasTags(i.pointer());
    if (AliasClasses.isOfOneGroup(i.pointer())) {
      frame.define(i, o -> o.load(type, pointer, size, tags));
      String old = frame.operand(i);
      String same = out.icmp("eq", type, old, expected);
      out.store(type, out.select(same, type, desired, old), pointer, size, tags);
      return;
    }
    String orders = " " + order(i.order()) + " " + order(i.failureOrder());
    String values = LlvmText.typed(type, expected) + ", " + LlvmText.typed(type, desired);
    String how = orders + ", align " + size + tags;
    String pair = out.assign("cmpxchg ptr " + pointer + ", " + values + how);
    frame.define(i, o -> o.assign("extractvalue { " + type + ", i1 } " + pair + ", 0"));
  }

  void fence(Fence i) {
    if (i.order() == MemoryOrder.RELAXED) {
      return;
    }
    boolean oneThread = i.scope().compareTo(MemoryScope.WORK_GROUP) <= 0;
    String scope = oneThread ? "syncscope(\"singlethread\") " : "";
    frame.out().fence(scope + order(i.order()));
  }
}
