package dev.barnacle.llvm.view;

import org.bytedeco.llvm.global.LLVM;

/**
 * The condition of an fcmp, by the names of LLVM's language reference (O…: ordered, false with a
 * NaN; U…: unordered, true with a NaN).
 */
public enum LlvmFloatPredicate {
  FALSE,
  OEQ,
  OGT,
  OGE,
  OLT,
  OLE,
  ONE,
  ORD,
  UNO,
  UEQ,
  UGT,
  UGE,
  ULT,
  ULE,
  UNE,
  TRUE;

  static LlvmFloatPredicate of(int number) {
    return values()[number - LLVM.LLVMRealPredicateFalse];
  }
}
