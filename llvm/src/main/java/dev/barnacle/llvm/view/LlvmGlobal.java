package dev.barnacle.llvm.view;

import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;

/** A thing that a module has a name for: a function or a global variable. */
public abstract sealed class LlvmGlobal extends LlvmValue permits LlvmFunction, LlvmGlobalVariable {
  LlvmGlobal(LLVMValueRef ref) {
    super(ref);
  }

  /** Returns whether no other module can name it. */
  public final boolean isLocalToModule() {
    int linkage = LLVM.LLVMGetLinkage(ref());
    return linkage == LLVM.LLVMInternalLinkage || linkage == LLVM.LLVMPrivateLinkage;
  }

  /** Returns whether other modules may define it as well, all alike. */
  public final boolean isLinkOnce() {
    int linkage = LLVM.LLVMGetLinkage(ref());
    return linkage == LLVM.LLVMLinkOnceAnyLinkage
        || linkage == LLVM.LLVMLinkOnceODRLinkage
        || linkage == LLVM.LLVMWeakAnyLinkage
        || linkage == LLVM.LLVMWeakODRLinkage;
  }
}
