package dev.barnacle.llvm.view;

import dev.barnacle.llvm.error.LlvmException;
import org.bytedeco.llvm.global.LLVM;

/** The orderings of LLVM's atomic instructions. */
public enum LlvmOrdering {
  NOT_ATOMIC,
  UNORDERED,
  MONOTONIC,
  ACQUIRE,
  RELEASE,
  ACQUIRE_RELEASE,
  SEQUENTIALLY_CONSISTENT;

  static LlvmOrdering of(int number) {
    return switch (number) {
      case LLVM.LLVMAtomicOrderingNotAtomic -> NOT_ATOMIC;
      case LLVM.LLVMAtomicOrderingUnordered -> UNORDERED;
      case LLVM.LLVMAtomicOrderingMonotonic -> MONOTONIC;
      case LLVM.LLVMAtomicOrderingAcquire -> ACQUIRE;
      case LLVM.LLVMAtomicOrderingRelease -> RELEASE;
      case LLVM.LLVMAtomicOrderingAcquireRelease -> ACQUIRE_RELEASE;
      case LLVM.LLVMAtomicOrderingSequentiallyConsistent -> SEQUENTIALLY_CONSISTENT;
      default -> throw new LlvmException("LLVM has an atomic ordering of number " + number);
    };
  }
}
