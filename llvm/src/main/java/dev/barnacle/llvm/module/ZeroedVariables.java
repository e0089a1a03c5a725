package dev.barnacle.llvm.module;

import java.nio.charset.StandardCharsets;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/**
 * Has the variables of functions ({@code alloca}) begin as zeros: where they are made, and where
 * each of their lives begins. Those whose type has no zero, as LLVM's target types, stay as they
 * are.
 */
final class ZeroedVariables implements AutoCloseable {
  private static final String LIFE_BEGINS = "llvm.lifetime.start";

  /** The index of the operand that is the variable. */
  private static final int VARIABLE = 1;

  private final LlvmModule module;
  private final LLVMTargetDataRef layout;
  private final LLVMBuilderRef builder;

  ZeroedVariables(LlvmModule module) {
    this.module = module;
    this.layout = LLVM.LLVMGetModuleDataLayout(module.ref());
    this.builder = LLVM.LLVMCreateBuilderInContext(module.context().ref());
  }

  /** Does so in all functions. */
  void run() {
    for (LLVMValueRef f = LLVM.LLVMGetFirstFunction(module.ref());
        f != null;
        f = LLVM.LLVMGetNextFunction(f)) {
      for (LLVMBasicBlockRef b = LLVM.LLVMGetFirstBasicBlock(f);
          b != null;
          b = LLVM.LLVMGetNextBasicBlock(b)) {
        run(b);
      }
    }
  }

  private void run(LLVMBasicBlockRef block) {
    LLVMValueRef next = LLVM.LLVMGetFirstInstruction(block);
    while (next != null) {
      LLVMValueRef variable = begun(next);
      next = LLVM.LLVMGetNextInstruction(next);
      if (variable != null && next != null) {
        LLVM.LLVMPositionBuilderBefore(builder, next);
        zero(variable);
      }
    }
  }

  /** Returns the variable that is there from an instruction on; null if there is none. */
  private static @Nullable LLVMValueRef begun(LLVMValueRef instruction) {
    int opcode = LLVM.LLVMGetInstructionOpcode(instruction);
    if (opcode == LLVM.LLVMAlloca) {
      return instruction;
    }
    if (opcode != LLVM.LLVMCall || !callee(instruction).startsWith(LIFE_BEGINS)) {
      return null;
    }
    LLVMValueRef variable = LLVM.LLVMGetOperand(instruction, VARIABLE);
    return LLVM.LLVMIsAAllocaInst(variable) == null ? null : variable;
  }

  private static String callee(LLVMValueRef call) {
    LLVMValueRef function = LLVM.LLVMGetCalledValue(call);
    return LLVM.LLVMGetValueName(function).getString(StandardCharsets.UTF_8);
  }

  private void zero(LLVMValueRef variable) {
    LLVMTypeRef type = LLVM.LLVMGetAllocatedType(variable);
    switch (LLVM.LLVMGetTypeKind(type)) {
      case LLVM.LLVMTargetExtTypeKind -> {}
      case LLVM.LLVMArrayTypeKind, LLVM.LLVMStructTypeKind -> {
        LLVMTypeRef size = LLVM.LLVMInt64TypeInContext(module.context().ref());
        LLVM.LLVMBuildMemSet(
            builder,
            variable,
            LLVM.LLVMConstNull(LLVM.LLVMInt8TypeInContext(module.context().ref())),
            LLVM.LLVMConstInt(size, LLVM.LLVMABISizeOfType(layout, type), 0),
            LLVM.LLVMGetAlignment(variable));
      }
      default -> LLVM.LLVMBuildStore(builder, LLVM.LLVMConstNull(type), variable);
    }
  }

  @Override
  public void close() {
    LLVM.LLVMDisposeBuilder(builder);
  }
}
