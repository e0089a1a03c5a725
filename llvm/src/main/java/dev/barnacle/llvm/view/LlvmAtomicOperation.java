package dev.barnacle.llvm.view;

import dev.barnacle.llvm.error.LlvmException;
import org.bytedeco.llvm.global.LLVM;

/** The operation of an atomicrmw, by the names of LLVM's language reference. */
public enum LlvmAtomicOperation {
  XCHG,
  ADD,
  SUB,
  AND,
  NAND,
  OR,
  XOR,
  MAX,
  MIN,
  UMAX,
  UMIN,
  FADD,
  FSUB,
  FMAX,
  FMIN,
  UINC_WRAP,
  UDEC_WRAP,
  USUB_COND,
  USUB_SAT;

  static LlvmAtomicOperation of(int number) {
    return switch (number) {
      case LLVM.LLVMAtomicRMWBinOpXchg -> XCHG;
      case LLVM.LLVMAtomicRMWBinOpAdd -> ADD;
      case LLVM.LLVMAtomicRMWBinOpSub -> SUB;
      case LLVM.LLVMAtomicRMWBinOpAnd -> AND;
      case LLVM.LLVMAtomicRMWBinOpNand -> NAND;
      case LLVM.LLVMAtomicRMWBinOpOr -> OR;
      case LLVM.LLVMAtomicRMWBinOpXor -> XOR;
      case LLVM.LLVMAtomicRMWBinOpMax -> MAX;
      case LLVM.LLVMAtomicRMWBinOpMin -> MIN;
      case LLVM.LLVMAtomicRMWBinOpUMax -> UMAX;
      case LLVM.LLVMAtomicRMWBinOpUMin -> UMIN;
      case LLVM.LLVMAtomicRMWBinOpFAdd -> FADD;
      case LLVM.LLVMAtomicRMWBinOpFSub -> FSUB;
      case LLVM.LLVMAtomicRMWBinOpFMax -> FMAX;
      case LLVM.LLVMAtomicRMWBinOpFMin -> FMIN;
      case LLVM.LLVMAtomicRMWBinOpUIncWrap -> UINC_WRAP;
      case LLVM.LLVMAtomicRMWBinOpUDecWrap -> UDEC_WRAP;
      case LLVM.LLVMAtomicRMWBinOpUSubCond -> USUB_COND;
      case LLVM.LLVMAtomicRMWBinOpUSubSat -> USUB_SAT;
      default -> throw new LlvmException("LLVM has an atomicrmw operation of number " + number);
    };
  }
}
