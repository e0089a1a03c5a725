package dev.barnacle.llvm.view;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;

/** A basic block. Two wrappers are equal when they stand for the same block. */
public final class LlvmBlock {
  private final LLVMBasicBlockRef ref;

  LlvmBlock(LLVMBasicBlockRef ref) {
    this.ref = ref;
  }

  /** The block's name; empty for one without. */
  public String name() {
    return LLVM.LLVMGetBasicBlockName(ref).getString();
  }

  /** The block's instructions; the last is the terminator. */
  public List<LlvmInstruction> instructions() {
    List<LlvmInstruction> instructions = new ArrayList<>();
    LLVMValueRef instruction = LLVM.LLVMGetFirstInstruction(ref);
    while (instruction != null) {
      instructions.add(new LlvmInstruction(instruction));
      instruction = LLVM.LLVMGetNextInstruction(instruction);
    }
    return instructions;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LlvmBlock block && block.ref.address() == ref.address();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(ref.address());
  }
}
