package dev.barnacle.simd.kernels;

import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.KernelExplanation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the texts of one stage, if any, and the explanations. */
final class CompileWatcher implements CompileListener {
  private final @Nullable Stage stage;
  private final List<String> texts = new ArrayList<>();
  private final List<KernelExplanation> explanations = new ArrayList<>();

  CompileWatcher(@Nullable Stage stage) {
    this.stage = stage;
  }

  List<String> texts() {
    return texts;
  }

  List<KernelExplanation> explanations() {
    return explanations;
  }

  @Override
  public boolean wants(Stage wanted) {
    return wanted == stage;
  }

  @Override
  public void text(String kernel, Stage from, String text) {
    texts.add(text);
  }

  @Override
  public void explained(KernelExplanation explanation) {
    explanations.add(explanation);
  }
}
