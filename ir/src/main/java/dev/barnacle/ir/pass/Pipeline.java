package dev.barnacle.ir.pass;

import dev.barnacle.ir.Module;
import dev.barnacle.ir.verify.Verifier;
import java.util.ArrayList;
import java.util.List;

/** Passes that run one after the other. */
public final class Pipeline {
  private final List<Pass> passes;
  private final List<Listener> listeners = new ArrayList<>();
  private boolean verified;

  /** Takes part after each pass. */
  @FunctionalInterface
  public interface Listener {
    /** Is told that {@code pass} has run over {@code module}. */
    void afterPass(Pass pass, Module module);
  }

  /** Makes a pipeline of {@code passes}, in order. */
  public Pipeline(List<Pass> passes) {
    this.passes = List.copyOf(passes);
  }

  /** Returns the passes in order. */
  public List<Pass> passes() {
    return passes;
  }

  /** Verifies the module before the first pass and after each; returns this pipeline. */
  public Pipeline verified() {
    verified = true;
    return this;
  }

  /** Tells {@code listener} after each pass; returns this pipeline. */
  public Pipeline listen(Listener listener) {
    listeners.add(listener);
    return this;
  }

  /**
   * Runs the passes over {@code module}.
   *
   * @throws dev.barnacle.ir.verify.VerificationException if it verifies and the module is broken
   */
  public void run(Module module) {
    verify(module, " before the passes");
    for (Pass pass : passes) {
      pass.run(module);
      listeners.forEach(listener -> listener.afterPass(pass, module));
      verify(module, " after " + pass.name());
    }
  }

  private void verify(Module module, String when) {
    if (verified) {
      Verifier.check(module, when);
    }
  }
}
