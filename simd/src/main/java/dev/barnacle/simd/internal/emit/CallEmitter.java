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
    String target = LlvmTypes.type(i.type()) + " @" + HelperFrame.symbol(i.callee());
    String text = "call " + target + "(" + String.join(", ", arguments) + ")";
    if (i.type() instanceof VoidType) {
      frame.out().line(text);
    } else {
      frame.define(i, text);
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
      String slot = frame.out().assign("getelementptr i8, ptr %scratch, i64 " + offset);
      frame.out().line("store " + frame.typed(operand) + ", ptr " + slot + ", align 1");
      offset += type.byteSize();
    }
    if (offset > PrintfCall.MOST_BYTES) {
      throw InstructionEmitter.unsupported(
          i, "a printf with more than " + PrintfCall.MOST_BYTES + " bytes of arguments");
    }
    frame.module().declare("i32 @" + Symbols.PRINTF + "(i64, ptr)");
    frame.define(
        i, "call i32 @" + Symbols.PRINTF + "(i64 " + frame.module().printf(i) + ", ptr %scratch)");
  }
}
