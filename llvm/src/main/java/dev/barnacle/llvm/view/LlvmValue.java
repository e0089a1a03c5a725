package dev.barnacle.llvm.view;

import dev.barnacle.llvm.internal.LlvmCalls;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;

/**
 * A value of LLVM IR, for reading. Two wrappers are equal when they stand for the same value.
 * Values live as long as their module.
 */
public abstract sealed class LlvmValue
    permits LlvmArgument, LlvmConstant, LlvmGlobal, LlvmInstruction, LlvmOtherValue {
  private final LLVMValueRef ref;

  LlvmValue(LLVMValueRef ref) {
    this.ref = ref;
  }

  /** Wraps a native value in the class of its kind. */
  static LlvmValue of(LLVMValueRef ref) {
    return switch (LLVM.LLVMGetValueKind(ref)) {
      case LLVM.LLVMArgumentValueKind -> new LlvmArgument(ref);
      case LLVM.LLVMFunctionValueKind -> new LlvmFunction(ref);
      case LLVM.LLVMGlobalVariableValueKind -> new LlvmGlobalVariable(ref);
      case LLVM.LLVMInstructionValueKind -> new LlvmInstruction(ref);
      default -> LLVM.LLVMIsConstant(ref) != 0 ? new LlvmConstant(ref) : new LlvmOtherValue(ref);
    };
  }

  LLVMValueRef ref() {
    return ref;
  }

  /** The value's type. */
  public final LlvmType type() {
    return new LlvmType(LLVM.LLVMTypeOf(ref));
  }

  /** The value's name; empty for one without. */
  public final String name() {
    try (SizeTPointer length = new SizeTPointer(1)) {
      BytePointer name = LLVM.LLVMGetValueName2(ref, length);
      return name == null ? "" : text(name, length.get());
    }
  }

  /** Copies {@code length} bytes of UTF-8. */
  static String text(BytePointer bytes, long length) {
    byte[] copy = new byte[Math.toIntExact(length)];
    bytes.get(copy);
    return new String(copy, StandardCharsets.UTF_8);
  }

  /** The values that this one is made of: an instruction's operands, a constant's parts. */
  public final List<LlvmValue> operands() {
    int count = LLVM.LLVMGetNumOperands(ref);
    List<LlvmValue> operands = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      operands.add(of(LLVM.LLVMGetOperand(ref, i)));
    }
    return operands;
  }

  /** The operand at this index. */
  public final LlvmValue operand(int index) {
    if (index < 0 || index >= LLVM.LLVMGetNumOperands(ref)) {
      throw new IndexOutOfBoundsException("operand " + index + " of " + this);
    }
    return of(LLVM.LLVMGetOperand(ref, index));
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof LlvmValue value && value.ref.address() == ref.address();
  }

  @Override
  public final int hashCode() {
    return Long.hashCode(ref.address());
  }

  /** The value as LLVM prints it. */
  @Override
  public final String toString() {
    return LlvmCalls.takeMessage(LLVM.LLVMPrintValueToString(ref)).strip();
  }
}
