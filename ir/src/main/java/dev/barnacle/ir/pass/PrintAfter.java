package dev.barnacle.ir.pass;

import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrPrinter;
import java.util.List;
import java.util.function.Consumer;

/** Prints the module after passes: the command line's {@code --print-after[=NAME]}. */
public final class PrintAfter implements Pipeline.Listener {
  private final String name;
  private final Consumer<String> out;

  private PrintAfter(String name, Consumer<String> out) {
    this.name = name;
    this.out = out;
  }

  /** Prints after each pass. */
  public static PrintAfter each(Consumer<String> out) {
    return new PrintAfter("", out);
  }

  /**
   * Prints after the pass {@code name}.
   *
   * @throws IllegalArgumentException if the pipeline has no pass of that name; the message lists
   *     those it has
   */
  public static PrintAfter pass(String name, Pipeline pipeline, Consumer<String> out) {
    List<String> names = pipeline.passes().stream().map(Pass::name).distinct().toList();
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          "no pass " + name + "; there are: " + String.join(", ", names));
    }
    return new PrintAfter(name, out);
  }

  @Override
  public void afterPass(Pass pass, Module module) {
    if (name.isEmpty() || name.equals(pass.name())) {
      out.accept("; after " + pass.name() + "\n" + IrPrinter.print(module));
    }
  }
}
