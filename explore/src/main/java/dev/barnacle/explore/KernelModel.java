package dev.barnacle.explore;

import java.util.Locale;

/** The memory models that kernels are explored under. */
public enum KernelModel {
  /** OpenCL up to 3.0; the SC axiom binds only where all seq_cst operations have device scope. */
  OPENCL("opencl"),
  /** OpenCL up to 3.0; the SC axiom binds operations with inclusive scopes. */
  OPENCL_SCOPED("opencl-scoped"),
  /** OpenCL 3.1, where inclusive scopes may differ. */
  OPENCL_3_1("opencl-3.1");

  private final String word;

  KernelModel(String word) {
    this.word = word;
  }

  /** Returns the model of a name, as {@code --model} has it; null if there is none. */
  public static @org.jspecify.annotations.Nullable KernelModel named(String name) {
    for (KernelModel model : values()) {
      if (model.word.equals(name.toLowerCase(Locale.ROOT))) {
        return model;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return word;
  }
}
