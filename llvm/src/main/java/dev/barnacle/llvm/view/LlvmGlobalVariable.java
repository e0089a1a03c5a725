package dev.barnacle.llvm.view;

import java.util.Optional;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;

/** A global variable; as a value it is the variable's address. */
public final class LlvmGlobalVariable extends LlvmGlobal {
  LlvmGlobalVariable(LLVMValueRef ref) {
    super(ref);
  }

  /** The type of what the variable holds. */
  public LlvmType valueType() {
    return new LlvmType(LLVM.LLVMGlobalGetValueType(ref()));
  }

  /** The first value, where the variable is defined here: a constant or another global. */
  public Optional<LlvmValue> initializer() {
    return Optional.ofNullable(LLVM.LLVMGetInitializer(ref())).map(LlvmValue::of);
  }

  /** Returns whether nothing ever writes the variable. */
  public boolean isConstant() {
    return LLVM.LLVMIsGlobalConstant(ref()) != 0;
  }

  /** The variable's alignment in bytes; 0 where it is its type's own. */
  public int alignment() {
    return LLVM.LLVMGetAlignment(ref());
  }

  /** The number of the variable's address space. */
  public int addressSpace() {
    return LLVM.LLVMGetPointerAddressSpace(LLVM.LLVMTypeOf(ref()));
  }
}
