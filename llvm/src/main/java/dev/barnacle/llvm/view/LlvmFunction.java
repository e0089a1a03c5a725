package dev.barnacle.llvm.view;

import dev.barnacle.llvm.module.LlvmContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;

/** A function, declared or defined. */
public final class LlvmFunction extends LlvmGlobal {
  /** The calling convention {@code spir_kernel}. */
  public static final int SPIR_KERNEL = 76;

  LlvmFunction(LLVMValueRef ref) {
    super(ref);
  }

  /** The type of the function: what it takes and returns. */
  public LlvmType functionType() {
    return new LlvmType(LLVM.LLVMGlobalGetValueType(ref()));
  }

  /** Returns whether the function has no body. */
  public boolean isDeclaration() {
    return LLVM.LLVMIsDeclaration(ref()) != 0;
  }

  /** Returns whether LLVM itself defines the function. */
  public boolean isIntrinsic() {
    return LLVM.LLVMGetIntrinsicID(ref()) != 0;
  }

  /** The number of the function's calling convention. */
  public int callingConvention() {
    return LLVM.LLVMGetFunctionCallConv(ref());
  }

  /** The function's parameters, in order. */
  public List<LlvmArgument> parameters() {
    int count = LLVM.LLVMCountParams(ref());
    List<LlvmArgument> parameters = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      parameters.add(new LlvmArgument(LLVM.LLVMGetParam(ref(), i)));
    }
    return parameters;
  }

  /** The function's blocks; the first is the entry. */
  public List<LlvmBlock> blocks() {
    List<LlvmBlock> blocks = new ArrayList<>();
    LLVMBasicBlockRef block = LLVM.LLVMGetFirstBasicBlock(ref());
    while (block != null) {
      blocks.add(new LlvmBlock(block));
      block = LLVM.LLVMGetNextBasicBlock(block);
    }
    return blocks;
  }

  /**
   * Returns whether the function itself has an attribute of this name, such as {@code noinline}.
   */
  public boolean hasAttribute(String attribute) {
    int kind = LLVM.LLVMGetEnumAttributeKindForName(attribute, attribute.length());
    return LLVM.LLVMGetEnumAttributeAtIndex(ref(), LLVM.LLVMAttributeFunctionIndex, kind) != null;
  }

  /** Returns whether the parameter at this index (from 0) has an attribute of this name. */
  public boolean hasParameterAttribute(int parameter, String attribute) {
    return parameterAttribute(parameter, attribute).isPresent();
  }

  /** The type that goes with a parameter's attribute, such as {@code byval} or {@code sret}. */
  public Optional<LlvmType> parameterAttributeType(int parameter, String attribute) {
    return parameterAttribute(parameter, attribute)
        .map(ref -> new LlvmType(LLVM.LLVMGetTypeAttributeValue(ref)));
  }

  /** The number that goes with a parameter's attribute, such as {@code align}. */
  public Optional<Long> parameterAttributeNumber(int parameter, String attribute) {
    return parameterAttribute(parameter, attribute).map(LLVM::LLVMGetEnumAttributeValue);
  }

  private Optional<LLVMAttributeRef> parameterAttribute(int parameter, String attribute) {
    int kind = LLVM.LLVMGetEnumAttributeKindForName(attribute, attribute.length());
    return Optional.ofNullable(LLVM.LLVMGetEnumAttributeAtIndex(ref(), parameter + 1, kind));
  }

  /** The metadata nodes attached to the function under this name, in order. */
  public List<LlvmMetadata> metadata(LlvmContext context, String name) {
    return LlvmMetadata.attached(context, ref(), name);
  }

  /** The debug information of the function itself, where it has any. */
  public Optional<LlvmMetadata> subprogram(LlvmContext context) {
    return Optional.ofNullable(LLVM.LLVMGetSubprogram(ref()))
        .map(ref -> LlvmMetadata.of(context, ref));
  }
}
