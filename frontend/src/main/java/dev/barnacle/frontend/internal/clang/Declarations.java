package dev.barnacle.frontend.internal.clang;

import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GlobalVariable.Initializer;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrPrinter;
import java.util.List;

/**
 * The parts of a program that are needed at once: its kernels as they are declared, and its
 * variables.
 */
final class Declarations {
  /** The length up to which declarations are quicker to read than the program itself. */
  private static final int MOST_CHARACTERS = 256 << 10;

  /** The reader's names of variables without one, which it numbers as it finds them. */
  private static final String NUMBERED = ".global";

  private Declarations() {}

  /** Returns them as text; empty if the program is better read at once. */
  static String print(Module module) {
    List<GlobalVariable> variables = module.programVariables();
    long bytes = variables.stream().mapToLong(Declarations::initialBytes).sum();
    if (2 * bytes > MOST_CHARACTERS
        || variables.stream().anyMatch(g -> g.name().startsWith(NUMBERED))) {
      return "";
    }
    String text = IrPrinter.printDeclarations(module, variables);
    return text.length() > MOST_CHARACTERS ? "" : text;
  }

  private static long initialBytes(GlobalVariable variable) {
    Initializer initializer = variable.initializer();
    return initializer == null ? 0 : initializer.bytes().length;
  }
}
