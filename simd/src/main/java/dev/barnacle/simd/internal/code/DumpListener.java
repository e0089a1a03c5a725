package dev.barnacle.simd.internal.code;

import dev.barnacle.simd.CompileListener;
import java.util.Set;

/** Writes texts to the standard error, for those who work on the engine. */
public record DumpListener(Set<Stage> stages) implements CompileListener {
  @Override
  public boolean wants(Stage stage) {
    return stages.contains(stage);
  }

  @Override
  public void text(String kernel, Stage stage, String text) {
    System.err.println("; " + stage.optionName() + " of kernel " + kernel + "\n" + text);
  }
}
