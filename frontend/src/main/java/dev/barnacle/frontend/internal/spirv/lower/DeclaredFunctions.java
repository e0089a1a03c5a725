package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.LinkedHashMap;
import java.util.Map;

/** The functions that are called and defined elsewhere. */
final class DeclaredFunctions {
  private final Map<String, String> declarations = new LinkedHashMap<>();

  /**
   * Declares a function.
   *
   * @param name as LLVM's assembly writes it behind {@code @}
   * @param convention its calling convention with a blank behind it, or nothing
   */
  void add(String name, String convention, String result, String parameters, SpirvInstruction by) {
    String line = "declare " + convention + result + " @" + name + "(" + parameters + ")";
    String known = declarations.putIfAbsent(name, line);
    if (known != null && !known.equals(line)) {
      throw by.invalid("the function " + name + " is used with different types");
    }
  }

  void print(LlvmOutput out) {
    declarations.values().forEach(out::line);
  }
}
