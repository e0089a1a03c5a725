package dev.barnacle.llvm.view;

import dev.barnacle.llvm.module.LlvmContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.global.LLVM;

/** Reads a module's debug locations; each is built once. */
public final class LlvmDebugInfo {
  /** A scope's file and function. */
  private record Scope(String file, String function) {}

  private final LlvmContext context;
  private final Map<Long, LlvmDebugLocation> locations = new HashMap<>();
  private final Map<Long, Scope> scopes = new HashMap<>();

  LlvmDebugInfo(LlvmContext context) {
    this.context = context;
  }

  /** Returns where the instruction comes from; empty for one without debug information. */
  public Optional<LlvmDebugLocation> location(LlvmInstruction instruction) {
    return Optional.ofNullable(LLVM.LLVMInstructionGetDebugLoc(instruction.ref()))
        .map(this::location);
  }

  /** Returns where the function's definition begins; empty for one without debug information. */
  public Optional<LlvmDebugLocation> location(LlvmFunction function) {
    return Optional.ofNullable(LLVM.LLVMGetSubprogram(function.ref()))
        .map(
            ref -> {
              Scope scope = scope(ref);
              int line = LLVM.LLVMDISubprogramGetLine(ref);
              return new LlvmDebugLocation(
                  scope.file(), line, 0, scope.function(), Optional.empty());
            });
  }

  private LlvmDebugLocation location(LLVMMetadataRef ref) {
    LlvmDebugLocation known = locations.get(ref.address());
    if (known != null) {
      return known;
    }
    Scope scope = scope(LLVM.LLVMDILocationGetScope(ref));
    LlvmDebugLocation location =
        new LlvmDebugLocation(
            scope.file(),
            LLVM.LLVMDILocationGetLine(ref),
            LLVM.LLVMDILocationGetColumn(ref),
            scope.function(),
            Optional.ofNullable(LLVM.LLVMDILocationGetInlinedAt(ref)).map(this::location));
    locations.put(ref.address(), location);
    return location;
  }

  private Scope scope(LLVMMetadataRef ref) {
    Scope known = scopes.get(ref.address());
    if (known != null) {
      return known;
    }
    LLVMMetadataRef file = LLVM.LLVMDIScopeGetFile(ref);
    Scope scope =
        new Scope(file == null ? "" : fileName(file), functionName(LlvmMetadata.of(context, ref)));
    scopes.put(ref.address(), scope);
    return scope;
  }

  private static String fileName(LLVMMetadataRef file) {
    int[] length = new int[1];
    BytePointer name = LLVM.LLVMDIFileGetFilename(file, length);
    return name == null ? "" : LlvmValue.text(name, length[0]);
  }

  /** Walks from a lexical block up to its subprogram: operand 1 is the scope, 2 the name. */
  private static String functionName(LlvmMetadata scope) {
    List<Optional<LlvmMetadata>> operands = scope.operands();
    return switch (scope.nodeKind()) {
      case LLVM.LLVMDISubprogramMetadataKind ->
          operands.get(2).flatMap(LlvmMetadata::string).orElse("");
      case LLVM.LLVMDILexicalBlockMetadataKind, LLVM.LLVMDILexicalBlockFileMetadataKind ->
          operands.get(1).map(LlvmDebugInfo::functionName).orElse("");
      default -> "";
    };
  }
}
