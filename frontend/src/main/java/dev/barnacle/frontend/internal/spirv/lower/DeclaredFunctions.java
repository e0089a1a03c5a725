package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The functions that are called: those that are defined elsewhere, and the reader's own. */
final class DeclaredFunctions {
  private final Map<String, String> declarations = new LinkedHashMap<>();
  private final Map<String, List<String>> definitions = new LinkedHashMap<>();

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

  /** Adds a function of the reader's own, once. */
  void define(String name, List<String> lines) {
    definitions.putIfAbsent(name, List.copyOf(lines));
  }

  void print(LlvmOutput out) {
    declarations.values().forEach(out::line);
    definitions.values().forEach(lines -> lines.forEach(out::line));
  }
}
