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
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Constructors and destructors of program-scope objects of C++ for OpenCL become two kernels of one
 * work-item each (OpenCL architecture, 3.2.1.1, program initialization and clean-up kernels):
 * {@link Module#INITIALIZATION} calls what LLVM lists as constructors; {@link Module#CLEAN_UP} the
 * destructor of each object that has been constructed, those of static objects of functions first,
 * then those of program-scope objects, each in the reverse order of their definitions.
 */
public final class GlobalObjects {
  private static final String CONSTRUCTORS = "llvm.global_ctors";

  /** What clang calls the functions that construct the program-scope objects of one source. */
  private static final List<String> OF_SOURCE = List.of("_GLOBAL__sub_I_", "_GLOBAL__I_");

  /** What clang calls the function that constructs one object. */
  private static final String OF_OBJECT = "__cxx_global_var_init";

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

  private record Constructor(long priority, LlvmFunction function) {}

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

  /**
   * Returns whether clang has made it a kernel so that a host could run it to construct objects.
   */
  public static boolean constructsObjects(LlvmFunction function) {
    return OF_SOURCE.stream().anyMatch(function.name()::startsWith);
  }

  /** Adds the kernel that calls the constructors, if there are any. */
  public void addInitialization(List<LlvmGlobalVariable> globals) {
    List<LlvmFunction> constructors = constructors(globals);
    if (!constructors.isEmpty()) {
      IrBuilder builder = new IrBuilder(kernel(Module.INITIALIZATION).newBlock("entry"));
      constructors.forEach(c -> builder.call(functions.read(c)));
      builder.ret();
    }
  }

  /** The list has a priority, a function and what it is about for each; lower ones come first. */
  private static List<LlvmFunction> constructors(List<LlvmGlobalVariable> globals) {
    List<Constructor> all = new ArrayList<>();
    for (LlvmGlobalVariable variable : globals) {
      if (variable.name().equals(CONSTRUCTORS)
          && variable.initializer().orElse(null) instanceof LlvmConstant list) {
        for (int i = 0; i < list.type().count(); i++) {
          LlvmConstant entry = (LlvmConstant) list.element(i);
          if (entry.element(1) instanceof LlvmFunction function) {
            long priority = ((LlvmConstant) entry.element(0)).integerValue().longValue();
            all.add(new Constructor(priority, function));
          }
        }
      }
    }
    return all.stream()
        .sorted(Comparator.comparingLong(Constructor::priority))
        .map(Constructor::function)
        .toList();
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
            function, f -> new Registration(flag(f.name()), caller.startsWith(OF_OBJECT)));
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
  public void addCleanUp() {
    if (registered.isEmpty()) {
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
