package dev.barnacle.llvm.view;

import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** A function's parameter, as a value inside the function. */
public final class LlvmArgument extends LlvmValue {
  LlvmArgument(LLVMValueRef ref) {
    super(ref);
  }
}
