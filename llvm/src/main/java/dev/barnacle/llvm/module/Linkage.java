package dev.barnacle.llvm.module;

import org.bytedeco.llvm.global.LLVM;

/**
 * The visibility of a symbol to other modules at link time, by the names of LLVM's language
 * reference.
 */
public enum Linkage {
  /** Visible, and defined exactly once. */
  EXTERNAL(LLVM.LLVMExternalLinkage),
  /** Visible for inlining only; the definition is elsewhere. */
  AVAILABLE_EXTERNALLY(LLVM.LLVMAvailableExternallyLinkage),
  /** Merged by name, dropped if unused. */
  LINK_ONCE(LLVM.LLVMLinkOnceAnyLinkage),
  /** Merged by name, all definitions being the same, dropped if unused. */
  LINK_ONCE_ODR(LLVM.LLVMLinkOnceODRLinkage),
  /** Merged by name, kept if unused. */
  WEAK(LLVM.LLVMWeakAnyLinkage),
  /** Merged by name, all definitions being the same, kept if unused. */
  WEAK_ODR(LLVM.LLVMWeakODRLinkage),
  /** Arrays that are concatenated. */
  APPENDING(LLVM.LLVMAppendingLinkage),
  /** Seen in its module only. */
  INTERNAL(LLVM.LLVMInternalLinkage),
  /** Seen in its module only, and absent from the symbol table. */
  PRIVATE(LLVM.LLVMPrivateLinkage),
  /** Null unless somebody defines it. */
  EXTERN_WEAK(LLVM.LLVMExternalWeakLinkage),
  /** C's tentative definition. */
  COMMON(LLVM.LLVMCommonLinkage);

  private final int code;

  Linkage(int code) {
    this.code = code;
  }

  /** LLVM's number for it. */
  int code() {
    return code;
  }
}
