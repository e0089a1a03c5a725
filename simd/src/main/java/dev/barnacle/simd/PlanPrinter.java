package dev.barnacle.simd;

import java.util.function.Consumer;

/** Prints the vectoriser's plan of each kernel: the command line's {@code --print-after=plan}. */
public record PlanPrinter(Consumer<String> sink) implements CompileListener {
  /** The name by which it is asked for, beside those of passes. */
  public static final String NAME = "plan";

  @Override
  public boolean wants(Stage stage) {
    return stage == Stage.PLAN;
  }

  @Override
  public void text(String kernel, Stage stage, String text) {
    sink.accept(text);
  }
}
