package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.Call;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VoidType;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.PrintfCall;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.emit.EmitScope.WorkItemId;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.List;

/** Emits calls of helper functions, and {@code printf}. */
final class CallEmitter {
  private final EmitScope scope;

  CallEmitter(EmitScope scope) {
    this.scope = scope;
  }

  void call(Call i) {
    List<String> arguments = new ArrayList<>();
    i.operands().forEach(o -> arguments.add(scope.typed(o)));
    arguments.add("ptr %info");
    arguments.add("ptr %arena");
    for (WorkItemId id : List.of(WorkItemId.LOCAL_ID, WorkItemId.GROUP_ID, WorkItemId.LOCAL_SIZE)) {
      for (int d = 0; d < 3; d++) {
        arguments.add("i64 " + scope.workItem(id, d));
      }
    }
    String type = LlvmTypes.type(i.type());
    String function = "@" + HelperScope.symbol(i.callee());
    if (i.type() instanceof VoidType) {
      scope.out().call(type, function, arguments);
    } else {
      scope.define(i, o -> o.call(type, function, arguments));
    }
  }

  /**
   * Packs the arguments into a block, each at a multiple of its alignment, and calls back into
   * Java.
   */
  void printf(Printf i) {
    long offset = 0;
    for (Value operand : i.operands()) {
      Type type = operand.type();
      offset = ArenaLayout.alignUp(offset, LlvmTypes.alignment(type));
      String slot = scope.out().gep("%scratch", offset);
      scope.out().store(LlvmTypes.type(type), scope.operand(operand), slot, 1);
      offset += type.byteSize();
    }
    if (offset > PrintfCall.MOST_BYTES) {
      throw InstructionEmitter.unsupported(
          i, "a printf with more than " + PrintfCall.MOST_BYTES + " bytes of arguments");
    }
    scope.module().declare("i32 @" + Symbols.PRINTF + "(i64, ptr)");
    String number = "i64 " + scope.module().printf(i);
    scope.define(i, o -> o.call("i32", "@" + Symbols.PRINTF, number, "ptr %scratch"));
  }
}
