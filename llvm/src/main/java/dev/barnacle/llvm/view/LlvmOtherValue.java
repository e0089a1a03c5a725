package dev.barnacle.llvm.view;

import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** A value of a kind that has no wrapper of its own: metadata, inline assembly, a block's label. */
public final class LlvmOtherValue extends LlvmValue {
  LlvmOtherValue(LLVMValueRef ref) {
    super(ref);
  }
}
