package dev.barnacle.llvm.view;

import java.util.HashMap;
import java.util.Map;
import org.bytedeco.llvm.global.LLVM;

/** The instructions of LLVM IR, by the names of LLVM's language reference. */
public enum LlvmOpcode {
  RET(LLVM.LLVMRet),
  BR(LLVM.LLVMBr),
  SWITCH(LLVM.LLVMSwitch),
  INDIRECTBR(LLVM.LLVMIndirectBr),
  UNREACHABLE(LLVM.LLVMUnreachable),
  FNEG(LLVM.LLVMFNeg),
  ADD(LLVM.LLVMAdd),
  FADD(LLVM.LLVMFAdd),
  SUB(LLVM.LLVMSub),
  FSUB(LLVM.LLVMFSub),
  MUL(LLVM.LLVMMul),
  FMUL(LLVM.LLVMFMul),
  UDIV(LLVM.LLVMUDiv),
  SDIV(LLVM.LLVMSDiv),
  FDIV(LLVM.LLVMFDiv),
  UREM(LLVM.LLVMURem),
  SREM(LLVM.LLVMSRem),
  FREM(LLVM.LLVMFRem),
  SHL(LLVM.LLVMShl),
  LSHR(LLVM.LLVMLShr),
  ASHR(LLVM.LLVMAShr),
  AND(LLVM.LLVMAnd),
  OR(LLVM.LLVMOr),
  XOR(LLVM.LLVMXor),
  ALLOCA(LLVM.LLVMAlloca),
  LOAD(LLVM.LLVMLoad),
  STORE(LLVM.LLVMStore),
  GETELEMENTPTR(LLVM.LLVMGetElementPtr),
  TRUNC(LLVM.LLVMTrunc),
  ZEXT(LLVM.LLVMZExt),
  SEXT(LLVM.LLVMSExt),
  FPTOUI(LLVM.LLVMFPToUI),
  FPTOSI(LLVM.LLVMFPToSI),
  UITOFP(LLVM.LLVMUIToFP),
  SITOFP(LLVM.LLVMSIToFP),
  FPTRUNC(LLVM.LLVMFPTrunc),
  FPEXT(LLVM.LLVMFPExt),
  PTRTOINT(LLVM.LLVMPtrToInt),
  INTTOPTR(LLVM.LLVMIntToPtr),
  BITCAST(LLVM.LLVMBitCast),
  ADDRSPACECAST(LLVM.LLVMAddrSpaceCast),
  ICMP(LLVM.LLVMICmp),
  FCMP(LLVM.LLVMFCmp),
  PHI(LLVM.LLVMPHI),
  CALL(LLVM.LLVMCall),
  SELECT(LLVM.LLVMSelect),
  VA_ARG(LLVM.LLVMVAArg),
  EXTRACTELEMENT(LLVM.LLVMExtractElement),
  INSERTELEMENT(LLVM.LLVMInsertElement),
  SHUFFLEVECTOR(LLVM.LLVMShuffleVector),
  EXTRACTVALUE(LLVM.LLVMExtractValue),
  INSERTVALUE(LLVM.LLVMInsertValue),
  FREEZE(LLVM.LLVMFreeze),
  FENCE(LLVM.LLVMFence),
  CMPXCHG(LLVM.LLVMAtomicCmpXchg),
  ATOMICRMW(LLVM.LLVMAtomicRMW),
  /** An instruction that no front end for OpenCL C makes (exception handling, callbr). */
  OTHER(-1);

  private static final Map<Integer, LlvmOpcode> BY_NUMBER = new HashMap<>();

  static {
    for (LlvmOpcode opcode : values()) {
      BY_NUMBER.put(opcode.number, opcode);
    }
  }

  private final int number;

  LlvmOpcode(int number) {
    this.number = number;
  }

  static LlvmOpcode of(int number) {
    return BY_NUMBER.getOrDefault(number, OTHER);
  }
}
