package dev.barnacle.llvm.module;

import org.bytedeco.llvm.global.LLVM;

/** The visibility of a symbol to other objects at load time. */
public enum Visibility {
  /** Seen by all. */
  DEFAULT(LLVM.LLVMDefaultVisibility),
  /** Seen within its object only. */
  HIDDEN(LLVM.LLVMHiddenVisibility),
  /** Seen by all, and never replaced. */
  PROTECTED(LLVM.LLVMProtectedVisibility);

  private final int code;

  Visibility(int code) {
    this.code = code;
  }

  /** LLVM's number for it. */
  int code() {
    return code;
  }
}
