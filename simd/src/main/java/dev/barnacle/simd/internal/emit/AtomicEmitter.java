package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Type;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import dev.barnacle.simd.internal.text.LlvmTypes;

/**
 * Emits atomic operations and fences.
 *
 * <p>All work-items of a work-group run on one thread. So atomic operations on local memory are
 * plain ones, and fences of at most work-group scope only keep the compiler from reordering.
 */
public final class AtomicEmitter {
  private final EmitScope scope;

  public AtomicEmitter(EmitScope scope) {
    this.scope = scope;
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
    scope.alias(i, read(i, scope.operand(i.pointer())));
  }

  /** Adds a read at {@code pointer} as the instruction asks for it, and returns its value. */
  public String read(AtomicLoad i, String pointer) {
    Type type = i.type();
    boolean plain = AliasClasses.isOfOneGroup(i.pointer());
    String place = plain ? pointer : pointer + " " + order(i.order());
    return scope
        .out()
        .load(
            plain ? LlvmTypes.type(type) : "atomic " + LlvmTypes.type(type),
            place,
            type.byteSize(),
            scope.aliasTags(i.pointer()));
  }

  void store(AtomicStore i) {
    write(i, scope.operand(i.pointer()), scope.operand(i.value()));
  }

  /** Adds a write of {@code value} at {@code pointer} as the instruction asks for it. */
  public void write(AtomicStore i, String pointer, String value) {
    Type type = i.value().type();
    boolean plain = AliasClasses.isOfOneGroup(i.pointer());
    String place = plain ? pointer : pointer + " " + order(i.order());
    scope
        .out()
        .store(
            plain ? LlvmTypes.type(type) : "atomic " + LlvmTypes.type(type),
            value,
            place,
            type.byteSize(),
            scope.aliasTags(i.pointer()));
  }

  void rmw(AtomicRmw i) {
    scope.alias(i, update(i, scope.operand(i.pointer()), scope.operand(i.value())));
  }

  /** Adds an update by {@code value} at {@code pointer}, and returns the old value. */
  public String update(AtomicRmw i, String pointer, String value) {
    String tags = scope.aliasTags(i.pointer());
    if (AliasClasses.isOfOneGroup(i.pointer())) {
      return plainUpdate(scope, i, pointer, value, tags);
    }
    String operand = LlvmText.typed(LlvmTypes.type(i.type()), value);
    String how = " " + order(i.order()) + ", align " + i.type().byteSize() + tags;
    return scope
        .out()
        .assign("atomicrmw " + i.op().keyword() + " ptr " + pointer + ", " + operand + how);
  }

  /** Adds an update that no other thread can see, followed by {@code tags}. */
  public static String plainUpdate(
      EmitScope scope, AtomicRmw i, String pointer, String value, String tags) {
    String type = LlvmTypes.type(i.type());
    long size = i.type().byteSize();
    String old = scope.out().load(type, pointer, size, tags);
    scope.out().store(type, combine(scope, i, old, value), pointer, size, tags);
    return old;
  }

  /** Adds what one operation makes of the old value and the operand. */
  public static String combine(EmitScope scope, AtomicRmw i, String old, String value) {
    return combine(scope, i.op(), LlvmTypes.type(i.type()), LlvmTypes.suffix(i.type()), old, value);
  }

  /**
   * Adds what an operation makes of old values and operands.
   *
   * @param type the LLVM type of both
   * @param suffix that type in the names of intrinsics
   */
  public static String combine(
      EmitScope scope, AtomicRmw.Op op, String type, String suffix, String old, String value) {
    return switch (op) {
      case XCHG -> value;
      case ADD, SUB, AND, OR, XOR, FADD, FSUB -> scope.out().binary(op.keyword(), type, old, value);
      case MIN, MAX -> scope.call(type, "@llvm.s" + op.keyword() + "." + suffix, old, value);
      case UMIN, UMAX -> scope.call(type, "@llvm." + op.keyword() + "." + suffix, old, value);
      case FMIN -> scope.call(type, "@llvm.minnum." + suffix, old, value);
      case FMAX -> scope.call(type, "@llvm.maxnum." + suffix, old, value);
    };
  }

  void compareExchange(AtomicCompareExchange i) {
    if (i.type().isFloat()) {
      throw new IllegalStateException("compare-and-exchange of a floating-point value");
    }
    String pointer = scope.operand(i.pointer());
    String type = LlvmTypes.type(i.type());
    String expected = scope.operand(i.expected());
    String desired = scope.operand(i.desired());
    LlvmText out = scope.out();
    long size = i.type().byteSize();
    String tags = scope.aliasTags(i.pointer());
    if (AliasClasses.isOfOneGroup(i.pointer())) {
      scope.define(i, o -> o.load(type, pointer, size, tags));
      String old = scope.operand(i);
      String same = out.icmp("eq", type, old, expected);
      out.store(type, out.select(same, type, desired, old), pointer, size, tags);
      return;
    }
    String orders = " " + order(i.order()) + " " + order(i.failureOrder());
    String values = LlvmText.typed(type, expected) + ", " + LlvmText.typed(type, desired);
    String how = orders + ", align " + size + tags;
    String pair = out.assign("cmpxchg ptr " + pointer + ", " + values + how);
    scope.define(i, o -> o.assign("extractvalue { " + type + ", i1 } " + pair + ", 0"));
  }

  void fence(Fence i) {
    if (i.order() == MemoryOrder.RELAXED) {
      return;
    }
    boolean oneThread = i.scope().compareTo(MemoryScope.WORK_GROUP) <= 0;
    String where = oneThread ? "syncscope(\"singlethread\") " : "";
    scope.out().fence(where + order(i.order()));
  }
}
