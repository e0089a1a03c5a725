package dev.barnacle.frontend.internal.reader.global;

import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Types;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Constructors and destructors of program-scope objects of C++ for OpenCL become two kernels of one
 * work-item each (OpenCL architecture, 3.2.1.1, program initialization and clean-up kernels):
 * {@link Module#INITIALIZATION} calls what LLVM lists as constructors; {@link Module#CLEAN_UP} the
 * destructor of each object that has been constructed, those of static objects of functions first,
 * then those of program-scope objects, each in the reverse order of their definitions; at last what
 * LLVM lists as destructors, as SPIR-V's finalizers are.
 */
public final class GlobalObjects {
  private final Module module;
  private final Map<String, Function> declared;
  private final ModuleFunctions functions;

  /** Functions that destroy an object, and what says whether they are to be called. */
  private final Map<LlvmFunction, Registration> registered = new LinkedHashMap<>();

  /**
   * A destructor that a constructed object has.
   *
   * @param flag is 1 once the object has been constructed
   * @param ofProgram whether it is of a program-scope object, not of a static one of a function
   */
  private record Registration(GlobalVariable flag, boolean ofProgram) {}

  /**
   * Makes what reads those of a module.
   *
   * @param declared kernels that are in the module already, without blocks, by their names
   */
  public GlobalObjects(Module module, Map<String, Function> declared, ModuleFunctions functions) {
    this.module = module;
    this.declared = declared;
    this.functions = functions;
  }

  /** Adds the kernel that calls the constructors, if there are any. */
  public void addInitialization(List<LlvmGlobalVariable> globals) {
    List<LlvmFunction> constructors = ObjectLists.constructors(globals);
    if (!constructors.isEmpty()) {
      IrBuilder builder = new IrBuilder(kernel(Module.INITIALIZATION).newBlock("entry"));
      constructors.forEach(c -> builder.call(functions.read(c)));
      builder.ret();
    }
  }

  private Function kernel(String name) {
    Function known = declared.get(name);
    if (known != null) {
      return known;
    }
    Function made = new Function(name, Types.VOID, List.of(), new KernelInfo(List.of()), null);
    module.functions().add(made);
    return made;
  }

  /**
   * Reads {@code atexit(destructor)}, which says that an object has been constructed.
   *
   * @param caller the name of the function that constructs it
   */
  public void register(LlvmValue destructor, String caller, IrBuilder builder) {
    if (!(destructor instanceof LlvmFunction function)) {
      throw UnsupportedException.of("the destructor '" + destructor.name() + "'");
    }
    Registration registration =
        registered.computeIfAbsent(
            function, f -> new Registration(flag(f.name()), ObjectLists.constructsObject(caller)));
    builder.store(new IntConstant(Types.I8, 1), registration.flag());
  }

  private GlobalVariable flag(String destructor) {
    String name = destructor + ".constructed";
    return module
        .global(name)
        .orElseGet(
            () -> {
              GlobalVariable flag =
                  new GlobalVariable(
                      name,
                      AddressSpace.GLOBAL,
                      1,
                      1,
                      new GlobalVariable.Initializer(new byte[0], List.of()));
              module.globals().add(flag);
              return flag;
            });
  }

  /** Adds the kernel that calls the destructors, if there are any; all else has been read. */
  public void addCleanUp(List<LlvmGlobalVariable> globals) {
    List<LlvmFunction> listed = ObjectLists.destructors(globals);
    if (registered.isEmpty() && listed.isEmpty()) {
      return;
    }
    Function kernel = kernel(Module.CLEAN_UP);
    IrBuilder builder = new IrBuilder(kernel.newBlock("entry"));
    List<LlvmFunction> order = new ArrayList<>(registered.keySet()).reversed();
    for (boolean ofProgram : new boolean[] {false, true}) {
      for (LlvmFunction destructor : order) {
        Registration registration = Objects.requireNonNull(registered.get(destructor));
        if (registration.ofProgram() == ofProgram) {
          addDestruction(kernel, builder, functions.read(destructor), registration.flag());
        }
      }
    }
    listed.forEach(d -> builder.call(functions.read(d)));
    builder.ret();
  }

  private static void addDestruction(
      Function kernel, IrBuilder builder, Function destructor, GlobalVariable flag) {
    Block destroy = kernel.newBlock("destroy");
    Block next = kernel.newBlock("next");
    builder.setLocation(destructor.location());
    builder.branch(
        builder.compare(
            Compare.Predicate.NE, builder.load(Types.I8, flag), new IntConstant(Types.I8, 0)),
        destroy,
        next);
    builder.setBlock(destroy);
    builder.call(destructor);
    builder.branch(next);
    builder.setBlock(next);
  }
}
