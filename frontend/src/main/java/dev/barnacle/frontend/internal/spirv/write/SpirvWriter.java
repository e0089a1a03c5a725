package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClVersion;
import dev.barnacle.frontend.internal.reader.global.ObjectLists;
import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.mangling.BuiltinName;
import dev.barnacle.frontend.internal.spirv.write.Surroundings.Linkage;
import dev.barnacle.ir.Module;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmModuleView;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes a program that clang has compiled for spir64, not optimised and without the OpenCL C
 * library, as SPIR-V.
 *
 * <p>SPIR-V's pointers have types, LLVM's have none: {@link Pointees} finds which fit, and casts
 * stand where one does not. Built-in functions are known by the names that clang mangles ({@link
 * BuiltinName}); each family of them ({@link BuiltinCall.Family}) writes SPIR-V's instructions. A
 * built-in function that SPIR-V has no instruction for is imported by its name.
 */
public final class SpirvWriter {
  private static final int KERNEL = 6;
  private static final int INITIALIZER = 33;
  private static final int FINALIZER = 34;

  private final Surroundings module;
  private final ModuleText text;

  private SpirvWriter(LlvmModuleView view, int version, boolean lines) {
    this.text = new ModuleText(version);
    this.module = new Surroundings(view, text, lines);
  }

  /**
   * A module that was written.
   *
   * @param bytes little-endian words
   * @param imported the mangled names of built-in functions that it imports
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
  public record Written(byte[] bytes, List<String> imported) {
    /** Makes a copy of the list. */
    public Written {
      imported = List.copyOf(imported);
    }
  }

  /**
   * Writes a program.
   *
   * @param source what its source is called
   * @param language the version of its language
   * @param version of SPIR-V, as in a module's header; 0 for the lowest that has what it uses
   * @param lines whether instructions say where they come from ({@code OpLine})
   * @throws FrontendException if something has no form in SPIR-V, or not in that version
   */
  public static Written write(
      LlvmModule program, String source, OpenClVersion language, int version, boolean lines)
      throws FrontendException {
    try {
      SpirvWriter writer = new SpirvWriter(LlvmModuleView.of(program), version, lines);
      int number = language.number();
      writer.text.source(source, language.isCxx(), number < 1000 ? number * 1000 : number);
      return writer.write();
    } catch (WriteException e) {
      throw new FrontendException(List.of(e.diagnostic(source)));
    }
  }

  private Written write() {
    text.capability("Addresses");
    text.capability("Kernel");
    text.capability("Linkage");
    for (LlvmGlobalVariable variable : module.module.globals()) {
      if (!variable.isLocalToModule() && !variable.name().startsWith("llvm.")) {
        int unused = module.variable(variable);
      }
    }
    List<LlvmFunction> kernels = new ArrayList<>();
    List<Integer> entries = new ArrayList<>();
    for (LlvmFunction function : module.module.functions()) {
      if (function.isDeclaration()) {
        continue;
      }
      if (KernelWriter.isKernel(function, module.context())) {
        int id = text.id();
        new FunctionWriter(module, function).write(id);
        kernels.add(function);
        entries.add(id);
      } else {
        define(function);
      }
    }
    int initializer = initializer();
    int finalizer = finalizer();
    calledKernels(kernels);
    imports();
    boolean contracts = text.has("FPFastMathModeINTEL");
    for (int i = 0; i < kernels.size(); i++) {
      new KernelWriter(module, kernels.get(i)).write(entries.get(i), contracts);
    }
    entry(initializer, Module.INITIALIZATION, INITIALIZER);
    entry(finalizer, Module.CLEAN_UP, FINALIZER);
    return new Written(text.bytes(), module.imported());
  }

  /** Writes the function that constructs the program-scope objects; 0 where there are none. */
  private int initializer() {
    List<LlvmFunction> constructors = ObjectLists.constructors(module.module.globals());
    if (constructors.isEmpty()) {
      return 0;
    }
    int id = begin();
    constructors.forEach(this::call);
    end();
    return id;
  }

  /** Writes the function that destroys what has been constructed; 0 where there is nothing. */
  private int finalizer() {
    List<LlvmFunction> destructors =
        ObjectLists.registered(module.module.functions(), module.module.globals());
    if (destructors.isEmpty()) {
      return 0;
    }
    int id = begin();
    for (LlvmFunction destructor : destructors) {
      WordBuffer out = text.functions;
      WrittenType number = module.types.integer(8);
      int flag = text.id();
      int constructed = text.id();
      int destroy = text.id();
      int next = text.id();
      out.op(Opcode.LOAD, number.id(), flag, module.flag(destructor));
      int zero = module.constants.integer(8, 0);
      out.op(Opcode.I_NOT_EQUAL, module.types.bool().id(), constructed, flag, zero);
      out.op(Opcode.BRANCH_CONDITIONAL, constructed, destroy, next);
      out.op(Opcode.LABEL, destroy);
      call(destructor);
      out.op(Opcode.BRANCH, next);
      out.op(Opcode.LABEL, next);
    }
    end();
    return id;
  }

  /** Begins a function without parameters and result. */
  private int begin() {
    int id = text.id();
    WrittenType nothing = module.types.voidType();
    WrittenType type = module.types.function(nothing, List.of());
    text.functions.op(Opcode.FUNCTION, nothing.id(), id, 0, type.id());
    text.functions.op(Opcode.LABEL, text.id());
    return id;
  }

  private void call(LlvmFunction function) {
    int id = module.types.voidType().id();
    text.functions.op(Opcode.FUNCTION_CALL, id, text.id(), module.function(function));
  }

  private void end() {
    text.functions.op(Opcode.RETURN);
    text.functions.op(Opcode.FUNCTION_END);
  }

  /** Writes the entry point of a function that runs before or after the program's kernels. */
  private void entry(int id, String name, int mode) {
    if (id != 0) {
      text.need(0x00010100, "an object of the program's scope with a constructor");
      int[] head = WordBuffer.withString(name, KERNEL, id);
      text.entryPoints.op(Opcode.ENTRY_POINT, WordBuffer.joined(head, module.interfaceIds()));
      text.modes.op(Opcode.EXECUTION_MODE, id, mode);
    }
  }

  private void define(LlvmFunction function) {
    int id = module.function(function);
    new FunctionWriter(module, function).write(id);
    if (!function.isLocalToModule() && !QueueFunctions.isKernelOfBlock(function)) {
      module.linkage(
          id, function.name(), function.isLinkOnce() ? Linkage.LINK_ONCE_ODR : Linkage.EXPORT);
    }
  }

  /** Nothing calls an entry point: kernels that others call are functions as well. */
  private void calledKernels(List<LlvmFunction> kernels) {
    Set<LlvmFunction> done = new LinkedHashSet<>();
    boolean again = true;
    while (again) {
      again = false;
      for (LlvmFunction kernel : kernels) {
        if (module.isKnown(kernel) && done.add(kernel)) {
          new FunctionWriter(module, kernel).write(module.function(kernel));
          again = true;
        }
      }
    }
  }

  private void imports() {
    for (LlvmFunction function : module.module.functions()) {
      if (!function.isDeclaration() || !module.isKnown(function)) {
        continue;
      }
      int id = module.function(function);
      WrittenType result = module.resultOf(function);
      List<WrittenType> types = FunctionWriter.parameters(module, function);
      WrittenType type = module.types.function(result, types);
      text.declarations.op(Opcode.FUNCTION, result.id(), id, 0, type.id());
      for (WrittenType parameter : types) {
        text.declarations.op(Opcode.FUNCTION_PARAMETER, parameter.id(), text.id());
      }
      text.declarations.op(Opcode.FUNCTION_END);
      text.name(id, function.name());
      module.linkage(id, function.name(), Linkage.IMPORT);
    }
  }
}
