package dev.barnacle.llvm.view;

import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.global.LLVM;

/**
 * The layout of types in a module's memory. It lives as long as its module; all answers are in
 * bytes.
 */
public final class LlvmDataLayout {
  private final LLVMTargetDataRef ref;

  LlvmDataLayout(LLVMTargetDataRef ref) {
    this.ref = ref;
  }

  /** From the start of one element of an array of this type to the next. */
  public long allocSize(LlvmType type) {
    return LLVM.LLVMABISizeOfType(ref, type.ref());
  }

  /** Returns the number of bytes that a store of this type may write. */
  public long storeSize(LlvmType type) {
    return LLVM.LLVMStoreSizeOfType(ref, type.ref());
  }

  /** The alignment of the type where nothing else is said. */
  public int alignment(LlvmType type) {
    return LLVM.LLVMABIAlignmentOfType(ref, type.ref());
  }

  /** Returns the offset of a struct's member. */
  public long memberOffset(LlvmType struct, int member) {
    return LLVM.LLVMOffsetOfElement(ref, struct.ref(), member);
  }
}
