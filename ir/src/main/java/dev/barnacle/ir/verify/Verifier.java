package dev.barnacle.ir.verify;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Module;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks that a module has all {@link Invariant}s. Whoever makes or changes IR leaves it so that it
 * verifies; engines rely on that.
 */
public final class Verifier {
  private Verifier() {}

  /** Returns every broken invariant of {@code module}; none when it is correct. */
  public static List<VerifierError> verify(Module module) {
    VerifierErrors errors = new VerifierErrors();
    Set<Function> functions = new HashSet<>(module.functions()); // may have variables read
    symbols(module, errors);
    VariableChecks variables = new VariableChecks(module, errors);
    module.globals().forEach(variables::check);
    Set<GlobalVariable> globals = new HashSet<>(module.globals());
    for (Function function : module.functions()) {
      new SignatureChecks(function, errors).check();
      new FunctionChecks(function, functions, globals, errors).check();
    }
    new RecursionCheck(module, errors).check();
    return errors.all();
  }

  /**
   * Throws when {@code module} breaks an invariant.
   *
   * @throws VerificationException with all broken invariants
   */
  public static void check(Module module) {
    check(module, "");
  }

  /**
   * Throws when {@code module} breaks an invariant.
   *
   * @param when what the message says of when it was checked, such as {@code " after a pass"}
   * @throws VerificationException with all broken invariants
   */
  public static void check(Module module, String when) {
    List<VerifierError> errors = verify(module);
    if (!errors.isEmpty()) {
      throw new VerificationException(module, when, errors);
    }
  }

  private static void symbols(Module module, VerifierErrors errors) {
    Set<String> names = new HashSet<>();
    for (GlobalVariable variable : module.globals()) {
      if (!names.add(variable.name())) {
        errors.add(Invariant.UNIQUE_SYMBOL, variable.toString(), "second symbol of this name");
      }
    }
    for (Function function : module.functions()) {
      if (!names.add(function.name())) {
        errors.add(Invariant.UNIQUE_SYMBOL, function, "second symbol of this name");
      }
    }
  }
}
