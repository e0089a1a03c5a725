package dev.barnacle.simd.internal;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;

/**
 * Emits atomic operations and fences.
 *
 * <p>All work-items of a work-group run on one thread. So atomic operations on local memory are
 * plain ones, and fences of at most work-group scope only keep the compiler from reordering.
 */
final class AtomicEmitter {
  private final Frame frame;

  AtomicEmitter(Frame frame) {
    this.frame = frame;
  }

  static String order(MemoryOrder order) {
    return switch (order) {
      case RELAXED -> "monotonic";
      case ACQUIRE -> "acquire";
      case RELEASE -> "release";
      case ACQ_REL -> "acq_rel";
      case SEQ_CST -> "seq_cst";
    };
  }

  private static boolean isLocal(Value pointer) {
    return pointer.type() instanceof PointerType type
        && (type.space() == AddressSpace.LOCAL || type.space() == AddressSpace.PRIVATE);
  }

  private static String align(Type type) {
    return ", align " + type.byteSize();
  }

  void load(AtomicLoad i) {
    String type = LlvmTypes.type(i.type());
    String pointer = frame.operand(i.pointer());
    if (isLocal(i.pointer())) {
      frame.define(i, "load " + type + ", ptr " + pointer + align(i.type()));
      return;
    }
    frame.define(
        i, "load atomic " + type + ", ptr " + pointer + " " + order(i.order()) + align(i.type()));
  }

  void store(AtomicStore i) {
    String value = frame.typed(i.value());
    String pointer = frame.operand(i.pointer());
    Type type = i.value().type();
    if (isLocal(i.pointer())) {
      frame.out().line("store " + value + ", ptr " + pointer + align(type));
      return;
    }
    frame
        .out()
        .line("store atomic " + value + ", ptr " + pointer + " " + order(i.order()) + align(type));
  }

  void rmw(AtomicRmw i) {
    String pointer = frame.operand(i.pointer());
    String value = frame.typed(i.value());
    if (isLocal(i.pointer())) {
      plainRmw(i, pointer);
      return;
    }
    String op = i.op().keyword();
    frame.define(
        i,
        "atomicrmw "
            + op
            + " ptr "
            + pointer
            + ", "
            + value
            + " "
            + order(i.order())
            + align(i.type()));
  }

  private void plainRmw(AtomicRmw i, String pointer) {
    String type = LlvmTypes.type(i.type());
    String value = frame.operand(i.value());
    frame.define(i, "load " + type + ", ptr " + pointer + align(i.type()));
    String changed = combine(i, type, frame.operand(i), value);
    frame.out().line("store " + type + " " + changed + ", ptr " + pointer + align(i.type()));
  }

  private String combine(AtomicRmw i, String type, String old, String value) {
    LlvmText out = frame.out();
    return switch (i.op()) {
      case XCHG -> value;
      case ADD, SUB, AND, OR, XOR, FADD, FSUB ->
          out.assign(i.op().keyword() + " " + type + " " + old + ", " + value);
      case MIN, MAX, UMIN, UMAX -> {
        String name = (i.op().keyword().startsWith("u") ? "" : "s") + i.op().keyword();
        yield call(type, "@llvm." + name + "." + LlvmTypes.suffix(i.type()), old, value);
      }
      case FMIN -> call(type, "@llvm.minnum." + LlvmTypes.suffix(i.type()), old, value);
      case FMAX -> call(type, "@llvm.maxnum." + LlvmTypes.suffix(i.type()), old, value);
    };
  }

  private String call(String type, String name, String left, String right) {
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
    if (isLocal(i.pointer())) {
      frame.define(i, "load " + type + ", ptr " + pointer + align(i.type()));
      String old = frame.operand(i);
      String same = out.assign("icmp eq " + type + " " + old + ", " + expected);
      String kept =
          out.assign("select i1 " + same + ", " + type + " " + desired + ", " + type + " " + old);
      out.line("store " + type + " " + kept + ", ptr " + pointer + align(i.type()));
      return;
    }
    String orders = " " + order(i.order()) + " " + order(i.failureOrder()) + align(i.type());
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
