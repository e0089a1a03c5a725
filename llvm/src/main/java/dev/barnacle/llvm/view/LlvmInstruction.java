package dev.barnacle.llvm.view;

import dev.barnacle.llvm.module.LlvmContext;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;

/**
 * An instruction. The accessors below the general ones each belong to the instructions that their
 * description names; asking another instruction is a programming error ({@link
 * IllegalStateException}).
 */
public final class LlvmInstruction extends LlvmValue {
  /** Promises that an integer, pointer or floating-point instruction carries. */
  public enum Flag {
    NUW,
    NSW,
    EXACT,
    DISJOINT,
    NNEG,
    INBOUNDS,
    REASSOC,
    NNAN,
    NINF,
    NSZ,
    ARCP,
    CONTRACT,
    AFN
  }

  private final LlvmOpcode opcode;

  LlvmInstruction(LLVMValueRef ref) {
    super(ref);
    this.opcode = LlvmOpcode.of(LLVM.LLVMGetInstructionOpcode(ref));
  }

  /** Returns the opcode of this instruction. */
  public LlvmOpcode opcode() {
    return opcode;
  }

  /** The block that holds the instruction. */
  public LlvmBlock block() {
    return new LlvmBlock(LLVM.LLVMGetInstructionParent(ref()));
  }

  /** The promises that the instruction carries. */
  public Set<Flag> flags() {
    Set<Flag> flags = EnumSet.noneOf(Flag.class);
    switch (opcode) {
      case ADD, SUB, MUL, SHL, TRUNC -> {
        addIf(flags, Flag.NUW, LLVM.LLVMGetNUW(ref()));
        addIf(flags, Flag.NSW, LLVM.LLVMGetNSW(ref()));
      }
      case UDIV, SDIV, LSHR, ASHR -> addIf(flags, Flag.EXACT, LLVM.LLVMGetExact(ref()));
      case OR -> addIf(flags, Flag.DISJOINT, LLVM.LLVMGetIsDisjoint(ref()));
      case ZEXT, UITOFP -> addIf(flags, Flag.NNEG, LLVM.LLVMGetNNeg(ref()));
      case GETELEMENTPTR -> addIf(flags, Flag.INBOUNDS, LLVM.LLVMIsInBounds(ref()));
      default -> {
        if (LLVM.LLVMCanValueUseFastMathFlags(ref()) != 0) {
          addFastMath(flags, LLVM.LLVMGetFastMathFlags(ref()));
        }
      }
    }
    return flags;
  }

  private static void addFastMath(Set<Flag> flags, int bits) {
    addIf(flags, Flag.REASSOC, bits & LLVM.LLVMFastMathAllowReassoc);
    addIf(flags, Flag.NNAN, bits & LLVM.LLVMFastMathNoNaNs);
    addIf(flags, Flag.NINF, bits & LLVM.LLVMFastMathNoInfs);
    addIf(flags, Flag.NSZ, bits & LLVM.LLVMFastMathNoSignedZeros);
    addIf(flags, Flag.ARCP, bits & LLVM.LLVMFastMathAllowReciprocal);
    addIf(flags, Flag.CONTRACT, bits & LLVM.LLVMFastMathAllowContract);
    addIf(flags, Flag.AFN, bits & LLVM.LLVMFastMathApproxFunc);
  }

  private static void addIf(Set<Flag> flags, Flag flag, int set) {
    if (set != 0) {
      flags.add(flag);
    }
  }

  private void require(boolean fits, String wanted) {
    if (!fits) {
      throw new IllegalStateException(opcode + " is no " + wanted);
    }
  }

  /** icmp: what it asks. */
  public LlvmIntPredicate intPredicate() {
    require(opcode == LlvmOpcode.ICMP, "icmp");
    return LlvmIntPredicate.of(LLVM.LLVMGetICmpPredicate(ref()));
  }

  /** fcmp: what it asks. */
  public LlvmFloatPredicate floatPredicate() {
    require(opcode == LlvmOpcode.FCMP, "fcmp");
    return LlvmFloatPredicate.of(LLVM.LLVMGetFCmpPredicate(ref()));
  }

  /** A terminator's targets; of a switch, the default first and then one for each case. */
  public List<LlvmBlock> successors() {
    require(LLVM.LLVMIsATerminatorInst(ref()) != null, "terminator");
    int count = LLVM.LLVMGetNumSuccessors(ref());
    List<LlvmBlock> successors = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      successors.add(new LlvmBlock(LLVM.LLVMGetSuccessor(ref(), i)));
    }
    return successors;
  }

  /** br: whether it has a condition, which is then operand 0. */
  public boolean isConditional() {
    require(opcode == LlvmOpcode.BR, "br");
    return LLVM.LLVMIsConditional(ref()) != 0;
  }

  /** switch: the values of the cases, in the order of {@link #successors} after the default. */
  public List<LlvmConstant> switchCases() {
    require(opcode == LlvmOpcode.SWITCH, "switch");
    List<LlvmConstant> cases = new ArrayList<>();
    for (int i = 2; i < LLVM.LLVMGetNumOperands(ref()); i += 2) {
      cases.add(new LlvmConstant(LLVM.LLVMGetOperand(ref(), i)));
    }
    return cases;
  }

  /** phi: the blocks that control comes from, in the order of the operands. */
  public List<LlvmBlock> incomingBlocks() {
    require(opcode == LlvmOpcode.PHI, "phi");
    int count = LLVM.LLVMCountIncoming(ref());
    List<LlvmBlock> blocks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      blocks.add(new LlvmBlock(LLVM.LLVMGetIncomingBlock(ref(), i)));
    }
    return blocks;
  }

  /** alloca: the type of one of what it reserves; operand 0 says how many. */
  public LlvmType allocatedType() {
    require(opcode == LlvmOpcode.ALLOCA, "alloca");
    return new LlvmType(LLVM.LLVMGetAllocatedType(ref()));
  }

  /** alloca, load, store, atomicrmw, cmpxchg: the alignment in bytes. */
  public int alignment() {
    require(isMemoryAccess() || opcode == LlvmOpcode.ALLOCA, "memory access");
    return LLVM.LLVMGetAlignment(ref());
  }

  /** load, store, atomicrmw, cmpxchg: whether it is volatile. */
  public boolean isVolatile() {
    require(isMemoryAccess(), "memory access");
    return LLVM.LLVMGetVolatile(ref()) != 0;
  }

  private boolean isMemoryAccess() {
    return switch (opcode) {
      case LOAD, STORE, ATOMICRMW, CMPXCHG -> true;
      default -> false;
    };
  }

  /** load, store, atomicrmw, fence: the ordering; of a cmpxchg, the one on success. */
  public LlvmOrdering ordering() {
    require(isMemoryAccess() || opcode == LlvmOpcode.FENCE, "memory access");
    return LlvmOrdering.of(
        opcode == LlvmOpcode.CMPXCHG
            ? LLVM.LLVMGetCmpXchgSuccessOrdering(ref())
            : LLVM.LLVMGetOrdering(ref()));
  }

  /** cmpxchg: the ordering on failure. */
  public LlvmOrdering failureOrdering() {
    require(opcode == LlvmOpcode.CMPXCHG, "cmpxchg");
    return LlvmOrdering.of(LLVM.LLVMGetCmpXchgFailureOrdering(ref()));
  }

  /** cmpxchg: whether it may fail although the values are equal. */
  public boolean isWeak() {
    require(opcode == LlvmOpcode.CMPXCHG, "cmpxchg");
    return LLVM.LLVMGetWeak(ref()) != 0;
  }

  /** atomicrmw: what it does. */
  public LlvmAtomicOperation atomicOperation() {
    require(opcode == LlvmOpcode.ATOMICRMW, "atomicrmw");
    return LlvmAtomicOperation.of(LLVM.LLVMGetAtomicRMWBinOp(ref()));
  }

  /** An atomic instruction: whether its synchronisation scope has this name (empty: the system). */
  public boolean hasSyncScope(LlvmContext context, String name) {
    require(isMemoryAccess() || opcode == LlvmOpcode.FENCE, "memory access");
    return LLVM.LLVMGetAtomicSyncScopeID(ref())
        == LLVM.LLVMGetSyncScopeID(context.ref(), name, name.length());
  }

  /** getelementptr: the type that the indices step over. */
  public LlvmType gepSourceType() {
    require(opcode == LlvmOpcode.GETELEMENTPTR, "getelementptr");
    return new LlvmType(LLVM.LLVMGetGEPSourceElementType(ref()));
  }

  /** call: the function, where it is called by name and not through a pointer. */
  public Optional<LlvmFunction> calledFunction() {
    require(opcode == LlvmOpcode.CALL, "call");
    LlvmValue callee = of(LLVM.LLVMGetCalledValue(ref()));
    return callee instanceof LlvmFunction function ? Optional.of(function) : Optional.empty();
  }

  /** call: whether it is inline assembly. */
  public boolean isAssembly() {
    require(opcode == LlvmOpcode.CALL, "call");
    return LLVM.LLVMGetValueKind(LLVM.LLVMGetCalledValue(ref())) == LLVM.LLVMInlineAsmValueKind;
  }

  /** call: whether it is inline assembly without any instruction, which only the compiler heeds. */
  public boolean isEmptyAssembly() {
    if (!isAssembly()) {
      return false;
    }
    try (SizeTPointer length = new SizeTPointer(1)) {
      LLVM.LLVMGetInlineAsmAsmString(LLVM.LLVMGetCalledValue(ref()), length);
      return length.get() == 0;
    }
  }

  /** call: what is passed, without the callee. */
  public List<LlvmValue> arguments() {
    require(opcode == LlvmOpcode.CALL, "call");
    int count = LLVM.LLVMGetNumArgOperands(ref());
    List<LlvmValue> arguments = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      arguments.add(of(LLVM.LLVMGetOperand(ref(), i)));
    }
    return arguments;
  }

  /** call: the alignment in bytes that an argument (from 0) is promised to have, if any. */
  public Optional<Long> argumentAlignment(int argument) {
    return argumentAttribute(argument, "align").map(LLVM::LLVMGetEnumAttributeValue);
  }

  /** call: the type of what an argument (from 0) points to and is passed by value. */
  public Optional<LlvmType> argumentByValue(int argument) {
    return argumentAttribute(argument, "byval")
        .map(ref -> new LlvmType(LLVM.LLVMGetTypeAttributeValue(ref)));
  }

  private Optional<LLVMAttributeRef> argumentAttribute(int argument, String attribute) {
    require(opcode == LlvmOpcode.CALL, "call");
    int kind = LLVM.LLVMGetEnumAttributeKindForName(attribute, attribute.length());
    return Optional.ofNullable(LLVM.LLVMGetCallSiteEnumAttribute(ref(), argument + 1, kind));
  }

  /** shufflevector: for each element of the result, its index in both operands; -1 for any. */
  public List<Integer> shuffleMask() {
    require(opcode == LlvmOpcode.SHUFFLEVECTOR, "shufflevector");
    int count = LLVM.LLVMGetNumMaskElements(ref());
    int undefined = LLVM.LLVMGetUndefMaskElem();
    List<Integer> mask = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int element = LLVM.LLVMGetMaskValue(ref(), i);
      mask.add(element == undefined ? -1 : element);
    }
    return mask;
  }

  /** extractvalue, insertvalue: the way to the member. */
  public List<Integer> aggregateIndices() {
    require(opcode == LlvmOpcode.EXTRACTVALUE || opcode == LlvmOpcode.INSERTVALUE, "extractvalue");
    int count = LLVM.LLVMGetNumIndices(ref());
    IntPointer indices = LLVM.LLVMGetIndices(ref());
    List<Integer> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(indices.get(i));
    }
    return list;
  }
}
