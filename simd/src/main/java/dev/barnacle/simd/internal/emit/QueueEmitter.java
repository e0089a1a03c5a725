package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.QueueOperation;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.QueueCall;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.text.LlvmTypes;

/**
 * Emits operations on queues of the device: the operands are packed into a block as {@link
 * QueueCall} has them, and one call goes back into Java.
 */
final class QueueEmitter {
  private final EmitScope scope;

  QueueEmitter(EmitScope scope) {
    this.scope = scope;
  }

  void emit(QueueOperation i) {
    LlvmText out = scope.out();
    for (int k = 0; k < i.operands().size(); k++) {
      Value operand = i.operand(k);
      String slot = out.gep("%scratch", 8L * k);
      out.store(LlvmTypes.type(operand.type()), scope.operand(operand), slot, 8);
    }
    scope.module().declare("i32 @" + Symbols.QUEUE + "(i64, ptr)");
    String number = "i64 " + QueueCall.number(i.op(), scope.module().block(i.kernel()));
    String function = "@" + Symbols.QUEUE;
    switch (i.op()) {
      case DEFAULT_QUEUE, CREATE_USER_EVENT -> {
        String unused = out.call("i32", function, number, "ptr %scratch");
        scope.define(i, o -> o.load("i64", "%scratch", 8));
      }
      case IS_VALID_EVENT -> {
        String valid = out.call("i32", function, number, "ptr %scratch");
        scope.define(i, o -> o.trunc("i32", valid, "i1"));
      }
      case SET_USER_EVENT_STATUS, RETAIN_EVENT, RELEASE_EVENT, CAPTURE_PROFILING_INFO -> {
        String unused = out.call("i32", function, number, "ptr %scratch");
      }
      case ENQUEUE_KERNEL,
          ENQUEUE_MARKER,
          WORK_GROUP_SIZE,
          PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
          SUB_GROUP_COUNT,
          MAX_SUB_GROUP_SIZE ->
          scope.define(i, o -> o.call("i32", function, number, "ptr %scratch"));
    }
  }
}
