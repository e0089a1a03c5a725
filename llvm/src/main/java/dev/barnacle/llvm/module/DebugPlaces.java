package dev.barnacle.llvm.module;

import dev.barnacle.llvm.internal.LlvmCalls;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMDIBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/**
 * Says of a module without debug information where its instructions come from: functions and
 * instructions are gone through in the module's order. This takes a fraction of the time that
 * LLVM's reader takes for the same in text.
 */
public final class DebugPlaces implements AutoCloseable {
  private static final String DIRECTORY = ".";

  /** Of {@code Debug Info Version}. */
  private static final int VERSION = 3;

  private final LlvmModule module;
  private final LLVMDIBuilderRef builder;
  private final LLVMMetadataRef unitFile;
  private final LLVMMetadataRef type;
  private final Map<String, LLVMMetadataRef> files = new HashMap<>();
  private final Map<String, LLVMMetadataRef> scopes = new HashMap<>();
  private @Nullable LLVMValueRef function;
  private @Nullable LLVMValueRef instruction;
  private @Nullable LLVMMetadataRef subprogram;
  private String ownPath = "";
  private String path = "";
  private @Nullable LLVMMetadataRef location;
  private @Nullable LLVMMetadataRef scope;
  private int line;
  private int column;

  /**
   * Begins.
   *
   * @param file that the module stands in
   */
  public DebugPlaces(LlvmModule module, String file) {
    this.module = module;
    this.builder = LLVM.LLVMCreateDIBuilder(module.ref());
    this.unitFile = file(file);
    unit();
    try (PointerPointer<LLVMMetadataRef> none = new PointerPointer<>(1)) {
      this.type = LLVM.LLVMDIBuilderCreateSubroutineType(builder, unitFile, none, 0, 0);
    }
  }

  private void unit() {
    try (BytePointer empty = LlvmCalls.utf8("");
        BytePointer flag = LlvmCalls.utf8("Debug Info Version")) {
      LLVMMetadataRef unused =
          LLVM.LLVMDIBuilderCreateCompileUnit(
              builder,
              LLVM.LLVMDWARFSourceLanguageOpenCL,
              unitFile,
              empty,
              0,
              1,
              empty,
              0,
              0,
              empty,
              0,
              LLVM.LLVMDWARFEmissionLineTablesOnly,
              0,
              0,
              0,
              empty,
              0,
              empty,
              0);
      LLVMValueRef version =
          LLVM.LLVMConstInt(LLVM.LLVMInt32TypeInContext(module.context().ref()), VERSION, 0);
      LLVM.LLVMAddModuleFlag(
          module.ref(),
          LLVM.LLVMModuleFlagBehaviorWarning,
          flag,
          flag.capacity() - 1,
          LLVM.LLVMValueAsMetadata(version));
    }
  }

  private LLVMMetadataRef file(String name) {
    return files.computeIfAbsent(
        name,
        n -> {
          try (BytePointer text = LlvmCalls.utf8(n);
              BytePointer directory = LlvmCalls.utf8(DIRECTORY)) {
            return LLVM.LLVMDIBuilderCreateFile(
                builder, text, text.capacity() - 1, directory, DIRECTORY.length());
          }
        });
  }

  /**
   * Goes on to the next function that has a body.
   *
   * @param name in the source
   * @param file that it stands in
   * @param number of its line
   * @throws IllegalStateException if the one before has more instructions, or there is none
   */
  public void function(String name, String file, int number) {
    end();
    LLVMValueRef next =
        function == null
            ? LLVM.LLVMGetFirstFunction(module.ref())
            : LLVM.LLVMGetNextFunction(function);
    while (next != null && LLVM.LLVMIsDeclaration(next) != 0) {
      next = LLVM.LLVMGetNextFunction(next);
    }
    if (next == null) {
      throw new IllegalStateException("there is no function for '" + name + "'");
    }
    function = next;
    instruction = LLVM.LLVMGetFirstInstruction(LLVM.LLVMGetEntryBasicBlock(next));
    LLVMMetadataRef in = file(file);
    ownPath = file;
    try (BytePointer text = LlvmCalls.utf8(name)) {
      long length = text.capacity() - 1;
      subprogram =
          LLVM.LLVMDIBuilderCreateFunction(
              builder, in, text, length, text, 0, in, number, type, 0, 1, number, 0, 1);
    }
    LLVM.LLVMSetSubprogram(next, subprogram);
    scopes.clear();
    location = null;
  }

  /**
   * Goes on to the next instruction of the function.
   *
   * @throws IllegalStateException if there is none
   */
  public void instruction(int atLine, int atColumn, String file) {
    LLVMValueRef at = instruction;
    if (at == null) {
      throw new IllegalStateException("an instruction is missing");
    }
    if (location == null || atLine != line || atColumn != column || !file.equals(path)) {
      if (location == null || !file.equals(path)) {
        scope = scope(file);
      }
      path = file;
      line = atLine;
      column = atColumn;
      location =
          LLVM.LLVMDIBuilderCreateDebugLocation(
              module.context().ref(), atLine, atColumn, scope, null);
    }
    LLVM.LLVMInstructionSetDebugLoc(at, location);
    instruction = next(at);
  }

  private @Nullable LLVMMetadataRef scope(String file) {
    return file.equals(ownPath)
        ? subprogram
        : scopes.computeIfAbsent(
            file, f -> LLVM.LLVMDIBuilderCreateLexicalBlockFile(builder, subprogram, file(f), 0));
  }

  private static @Nullable LLVMValueRef next(LLVMValueRef instruction) {
    LLVMValueRef next = LLVM.LLVMGetNextInstruction(instruction);
    var block = next == null ? LLVM.LLVMGetInstructionParent(instruction) : null;
    while (next == null && block != null) {
      block = LLVM.LLVMGetNextBasicBlock(block);
      next = block == null ? null : LLVM.LLVMGetFirstInstruction(block);
    }
    return next;
  }

  private void end() {
    if (instruction != null) {
      throw new IllegalStateException("an instruction is left");
    }
  }

  /**
   * Finishes.
   *
   * @throws IllegalStateException if the last function has more instructions
   */
  public void finish() {
    end();
    LLVM.LLVMDIBuilderFinalize(builder);
  }

  @Override
  public void close() {
    LLVM.LLVMDisposeDIBuilder(builder);
  }
}
