package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import dev.barnacle.frontend.internal.spirv.module.TypeLayout;
import java.util.List;

/** Lowers what belongs to no other family: undefined values, hints, clocks. */
final class MiscellaneousLowering implements Lowering {
  private final FunctionCode code;

  MiscellaneousLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    switch (i.name()) {
      case Opcode.UNDEF -> code.setText(i.result(), "undef");
      case Opcode.COPY_OBJECT, Opcode.EXPECT_KHR -> {
        // It stands for its operand (FunctionLowering).
      }
      case Opcode.ASSUME_TRUE_KHR -> {
        // What is true anyway needs no code.
      }
      case Opcode.SIZE_OF -> size(i);
      case Opcode.READ_CLOCK_KHR -> clock();
      default -> {
        return false;
      }
    }
    return true;
  }

  private void size(SpirvInstruction i) {
    if (!(code.type(i.operand(0)) instanceof SpirvType.Pointer pointer)) {
      throw i.invalid("its operand is no pointer");
    }
    code.setText(i.result(), Long.toString(TypeLayout.size(pointer.pointee().get())));
  }

  private void clock() {
    SpirvType type = code.resultType();
    String count = code.intrinsic("llvm.readcyclecounter", "i64", List.of());
    if (type.llvm().equals("i64")) {
      code.define(count);
    } else {
      code.define("bitcast i64 " + code.temporary(count) + " to " + type.llvm());
    }
  }
}
