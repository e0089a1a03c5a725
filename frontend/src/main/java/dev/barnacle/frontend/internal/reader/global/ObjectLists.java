package dev.barnacle.frontend.internal.reader.global;

import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmOpcode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The lists of the program-scope objects in a module of C++ for OpenCL. They are the functions that
 * LLVM lists as constructors or destructors, and the destructors that constructors register.
 */
public final class ObjectLists {
  private static final String CONSTRUCTORS = "llvm.global_ctors";
  private static final String DESTRUCTORS = "llvm.global_dtors";

  /** Clang's names of functions that construct the program-scope objects of one source. */
  private static final List<String> OF_SOURCE = List.of("_GLOBAL__sub_I_", "_GLOBAL__I_");

  /** Clang's name of a function that constructs one object. */
  private static final String OF_OBJECT = "__cxx_global_var_init";

  private static final String REGISTER = "atexit";

  private record Listed(long priority, LlvmFunction function) {}

  private ObjectLists() {}

  /**
   * Returns whether clang has made it a kernel so that a host could run it to construct objects.
   */
  public static boolean constructsObjects(LlvmFunction function) {
    return OF_SOURCE.stream().anyMatch(function.name()::startsWith);
  }

  /** Returns whether it constructs one program-scope object, not a static one of a function. */
  static boolean constructsObject(String function) {
    return function.startsWith(OF_OBJECT);
  }

  /** Returns the constructors of a module, in the order in which they run. */
  public static List<LlvmFunction> constructors(List<LlvmGlobalVariable> globals) {
    return listed(globals, CONSTRUCTORS);
  }

  /** Returns the functions that clean a module up, in the order in which they run. */
  static List<LlvmFunction> destructors(List<LlvmGlobalVariable> globals) {
    return listed(globals, DESTRUCTORS).reversed();
  }

  /** A list has a priority, a function and what it is about for each; lower ones come first. */
  private static List<LlvmFunction> listed(List<LlvmGlobalVariable> globals, String name) {
    List<Listed> all = new ArrayList<>();
    for (LlvmGlobalVariable variable : globals) {
      if (variable.name().equals(name)
          && variable.initializer().orElse(null) instanceof LlvmConstant list) {
        for (int i = 0; i < list.type().count(); i++) {
          LlvmConstant entry = (LlvmConstant) list.element(i);
          if (entry.element(1) instanceof LlvmFunction function) {
            long priority = ((LlvmConstant) entry.element(0)).integerValue().longValue();
            all.add(new Listed(priority, function));
          }
        }
      }
    }
    return all.stream()
        .sorted(Comparator.comparingLong(Listed::priority))
        .map(Listed::function)
        .toList();
  }

  /** Returns whether a call says that an object has been constructed: {@code atexit}. */
  public static boolean registers(LlvmInstruction call) {
    return call.calledFunction()
        .filter(f -> f.isDeclaration() && f.name().equals(REGISTER))
        .isPresent();
  }

  /**
   * Returns the destructors that functions register, in the order in which they run: those of
   * static objects of functions first, then those of program-scope objects, each in the reverse
   * order of their constructors.
   */
  public static List<LlvmFunction> registered(
      List<LlvmFunction> functions, List<LlvmGlobalVariable> globals) {
    Set<LlvmFunction> reached = new LinkedHashSet<>();
    constructors(globals).forEach(c -> reach(c, reached));
    reached.addAll(functions);
    Set<LlvmFunction> ofFunctions = new LinkedHashSet<>();
    Set<LlvmFunction> ofProgram = new LinkedHashSet<>();
    for (LlvmFunction function : reached) {
      Set<LlvmFunction> to = constructsObject(function.name()) ? ofProgram : ofFunctions;
      for (LlvmInstruction call : calls(function)) {
        if (registers(call) && call.operand(0) instanceof LlvmFunction destructor) {
          to.add(destructor);
        }
      }
    }
    List<LlvmFunction> order = new ArrayList<>(new ArrayList<>(ofFunctions).reversed());
    order.addAll(new ArrayList<>(ofProgram).reversed());
    return order;
  }

  private static void reach(LlvmFunction function, Set<LlvmFunction> reached) {
    if (reached.add(function)) {
      calls(function)
          .forEach(call -> call.calledFunction().ifPresent(callee -> reach(callee, reached)));
    }
  }

  private static List<LlvmInstruction> calls(LlvmFunction function) {
    return function.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .filter(i -> i.opcode() == LlvmOpcode.CALL)
        .toList();
  }
}
