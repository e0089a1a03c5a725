package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.Call;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VoidType;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.PrintfCall;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.emit.Frame.WorkItemId;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.List;

/** Emits calls of helper functions, and {@code printf}. */
final class CallEmitter {
  private final Frame frame;

  CallEmitter(Frame frame) {
    this.frame = frame;
  }

  void call(Call i) {
    List<String> arguments = new ArrayList<>();
    i.operands().forEach(o -> arguments.add(frame.typed(o)));
    arguments.add("ptr %info");
    arguments.add("ptr %arena");
    for (WorkItemId id : List.of(WorkItemId.LOCAL_ID, WorkItemId.GROUP_ID, WorkItemId.LOCAL_SIZE)) {
      for (int d = 0; d < 3; d++) {
        arguments.add("i64 " + frame.workItem(id, d));
      }
    }
    String type = LlvmTypes.type(i.type());
    String function = "@" + HelperFrame.symbol(i.callee());
    if (i.type() instanceof VoidType) {
      frame.out().call(type, function, arguments);
    } else {
      frame.define(i, o -> o.call(type, function, arguments));
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
      String slot = frame.out().gep("%scratch", offset);
      frame.out().store(LlvmTypes.type(type), frame.operand(operand), slot, 1);
      offset += type.byteSize();
    }
    if (offset > PrintfCall.MOST_BYTES) {
      throw InstructionEmitter.unsupported(
          i, "a printf with more than " + PrintfCall.MOST_BYTES + " bytes of arguments");
    }
    frame.module().declare("i32 @" + Symbols.PRINTF + "(i64, ptr)");
    String number = "i64 " + frame.module().printf(i);
    frame.define(i, o -> o.call("i32", "@" + Symbols.PRINTF, number, "ptr %scratch"));
  }
}
