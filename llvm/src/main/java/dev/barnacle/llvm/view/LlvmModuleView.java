package dev.barnacle.llvm.view;

import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;

/** The readable contents of a module. Everything reached from here lives as long as the module. */
public final class LlvmModuleView {
  private final LlvmModule module;
  private final LlvmDataLayout dataLayout;
  private final LlvmDebugInfo debugInfo;
  private final LlvmDebugVariables debugVariables;

  private LlvmModuleView(LlvmModule module) {
    this.module = module;
    this.dataLayout = new LlvmDataLayout(LLVM.LLVMGetModuleDataLayout(module.ref()));
    this.debugInfo = new LlvmDebugInfo(module.context());
    this.debugVariables = new LlvmDebugVariables(module.context());
  }

  /** A view of this module. */
  public static LlvmModuleView of(LlvmModule module) {
    return new LlvmModuleView(module);
  }

  /** The module's context. */
  public LlvmContext context() {
    return module.context();
  }

  /** Returns the layout of types in the module's memory. */
  public LlvmDataLayout dataLayout() {
    return dataLayout;
  }

  /** Returns the places in the source that instructions come from. */
  public LlvmDebugInfo debugInfo() {
    return debugInfo;
  }

  /** Returns the variables of the source. */
  public LlvmDebugVariables debugVariables() {
    return debugVariables;
  }

  /** The module's functions, declared and defined, in order. */
  public List<LlvmFunction> functions() {
    List<LlvmFunction> functions = new ArrayList<>();
    LLVMValueRef function = LLVM.LLVMGetFirstFunction(module.ref());
    while (function != null) {
      functions.add(new LlvmFunction(function));
      function = LLVM.LLVMGetNextFunction(function);
    }
    return functions;
  }

  /** The module's global variables, in order. */
  public List<LlvmGlobalVariable> globals() {
    List<LlvmGlobalVariable> globals = new ArrayList<>();
    LLVMValueRef global = LLVM.LLVMGetFirstGlobal(module.ref());
    while (global != null) {
      globals.add(new LlvmGlobalVariable(global));
      global = LLVM.LLVMGetNextGlobal(global);
    }
    return globals;
  }
}
