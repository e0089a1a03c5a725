package dev.barnacle.simd;

import java.util.Locale;

/** Is told what kernels become on their way to machine code. */
public interface CompileListener {
  /** The texts that a kernel goes through. */
  enum Stage {
    /** LLVM IR as the engine emits it. */
    LLVM,
    /** The same after LLVM's optimisation. */
    OPTIMIZED,
    /** The processor's assembly language. */
    ASM;

    /** Returns the name that options use, such as {@code llvm}. */
    public String optionName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns whether {@link #text} is to be called for that stage; a text costs time to make. */
  boolean wants(Stage stage);

  /**
   * Takes the text of a kernel, specialised for a launch. Calls come from the threads that launch,
   * or from others while these wait. A kernel for which LLVM does not end in time has the texts of
   * each way that was tried.
   *
   * @param kernel the kernel's name
   */
  default void text(String kernel, Stage stage, String text) {}

  /**
   * Takes what the engine made of a kernel for a launch. Calls come from the threads that launch.
   */
  default void explained(KernelExplanation explanation) {}
}
