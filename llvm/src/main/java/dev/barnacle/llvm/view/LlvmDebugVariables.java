package dev.barnacle.llvm.view;

import dev.barnacle.llvm.internal.LlvmCalls;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/** Reads which variables of the source a module's memory is, where debug information says it. */
public final class LlvmDebugVariables {
  private static final Pattern PIECE = Pattern.compile("DW_OP_LLVM_fragment, (\\d+), \\d+");

  /**
   * The operands of variables' nodes that are names and types, and those of functions that are
   * types.
   */
  private static final int VARIABLE_NAME = 1;

  private static final int VARIABLE_TYPE = 3;
  private static final int FUNCTION_TYPE = 4;
  private static final int SIGNATURE_TYPES = 3;

  private final LlvmContext context;

  LlvmDebugVariables(LlvmContext context) {
    this.context = context;
  }

  /** The variable that a global variable is; empty for one without debug information. */
  public Optional<LlvmDebugVariable> of(LlvmGlobalVariable variable) {
    return LlvmMetadata.attached(context, variable.ref(), "dbg").stream()
        .findFirst()
        .flatMap(this::declared);
  }

  private Optional<LlvmDebugVariable> declared(LlvmMetadata node) {
    if (node.nodeKind() != LLVM.LLVMDIGlobalVariableExpressionMetadataKind) {
      return Optional.empty();
    }
    LLVMMetadataRef ref = LLVM.LLVMDIGlobalVariableExpressionGetVariable(node.metadataRef());
    return ref == null
        ? Optional.empty()
        : variable(LlvmMetadata.of(context, ref), 0, Optional.empty());
  }

  private static Optional<LlvmDebugVariable> variable(
      LlvmMetadata node, long start, Optional<LlvmInstruction> declared) {
    List<Optional<LlvmMetadata>> operands = node.operands();
    Optional<String> name = operands.get(VARIABLE_NAME).flatMap(LlvmMetadata::string);
    return operands
        .get(VARIABLE_TYPE)
        .flatMap(LlvmDebugType::of)
        .flatMap(type -> name.map(n -> new LlvmDebugVariable(n, type, start, declared)));
  }

  /**
   * The variables that the allocas of a function are. They are found where the module has calls of
   * {@code llvm.dbg.declare} ({@link LlvmModule#callDeclarations}).
   */
  public Map<LlvmInstruction, LlvmDebugVariable> of(LlvmFunction function) {
    Map<LlvmInstruction, LlvmDebugVariable> variables = new HashMap<>();
    for (LlvmBlock block : function.blocks()) {
      for (LlvmInstruction instruction : block.instructions()) {
        if (isDeclaration(instruction)) {
          declare(instruction, variables);
        }
      }
    }
    return variables;
  }

  private static boolean isDeclaration(LlvmInstruction instruction) {
    return instruction.opcode() == LlvmOpcode.CALL
        && instruction
            .calledFunction()
            .filter(f -> f.name().equals("llvm.dbg.declare"))
            .isPresent();
  }

  private void declare(LlvmInstruction call, Map<LlvmInstruction, LlvmDebugVariable> variables) {
    LlvmValue memory = declared(LLVM.LLVMGetOperand(call.ref(), 0));
    LLVMValueRef node = LLVM.LLVMGetOperand(call.ref(), 1);
    String expression =
        LlvmCalls.takeMessage(LLVM.LLVMPrintValueToString(LLVM.LLVMGetOperand(call.ref(), 2)));
    Matcher piece = PIECE.matcher(expression);
    long start = piece.find() ? Long.parseLong(piece.group(1)) / Byte.SIZE : 0;
    if (memory instanceof LlvmInstruction alloca && alloca.opcode() == LlvmOpcode.ALLOCA) {
      variable(LlvmMetadata.of(context, LLVM.LLVMValueAsMetadata(node)), start, Optional.of(call))
          .ifPresent(v -> variables.putIfAbsent(alloca, v));
    }
  }

  /** The value that metadata refers to; null for none. */
  private static @Nullable LlvmValue declared(LLVMValueRef metadata) {
    return LlvmMetadata.value(metadata).map(LlvmValue::of).orElse(null);
  }

  /**
   * The types of a function's parameters as they are declared; empty where debug information does
   * not say, or a parameter is not of a type that it knows.
   */
  public List<Optional<LlvmDebugType>> parameters(LlvmFunction function) {
    return function
        .subprogram(context)
        .flatMap(f -> operand(f, FUNCTION_TYPE))
        .flatMap(f -> operand(f, SIGNATURE_TYPES))
        .map(LlvmMetadata::operands)
        .filter(types -> types.size() > 1)
        .map(types -> types.subList(1, types.size()))
        .map(types -> types.stream().map(t -> t.flatMap(LlvmDebugType::of)).toList())
        .orElse(List.of());
  }

  private static Optional<LlvmMetadata> operand(LlvmMetadata node, int index) {
    List<Optional<LlvmMetadata>> operands = node.operands();
    return index < operands.size() ? operands.get(index) : Optional.empty();
  }
}
