package dev.barnacle.llvm.module;

import org.bytedeco.llvm.global.LLVM;

/** The effort of the code generator. */
public enum OptLevel {
  /** {@code -O0}: fast to compile. */
  NONE(LLVM.LLVMCodeGenLevelNone),
  /** {@code -O1}. */
  LESS(LLVM.LLVMCodeGenLevelLess),
  /** {@code -O2}. */
  DEFAULT(LLVM.LLVMCodeGenLevelDefault),
  /** {@code -O3}. */
  AGGRESSIVE(LLVM.LLVMCodeGenLevelAggressive);

  private final int code;

  OptLevel(int code) {
    this.code = code;
  }

  /** LLVM's number for it. */
  int code() {
    return code;
  }
}
