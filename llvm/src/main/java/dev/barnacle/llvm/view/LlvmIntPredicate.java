package dev.barnacle.llvm.view;

import org.bytedeco.llvm.global.LLVM;

/** The condition of an icmp, by the names of LLVM's language reference. */
public enum LlvmIntPredicate {
  EQ,
  NE,
  UGT,
  UGE,
  ULT,
  ULE,
  SGT,
  SGE,
  SLT,
  SLE;

  static LlvmIntPredicate of(int number) {
    return values()[number - LLVM.LLVMIntEQ];
  }
}
