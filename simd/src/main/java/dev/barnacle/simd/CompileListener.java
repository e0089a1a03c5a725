package dev.barnacle.simd;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Is told what kernels become on their way to machine code. */
public interface CompileListener {
  /** The texts that a kernel goes through. */
  enum Stage {
    /** The vectoriser's plan: masks, guards and the form of each instruction, region by region. */
    PLAN,
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

  /** Gives a text to those who want to see the stage; it is made where there are any. */
  static void tell(
      List<CompileListener> listeners, String kernel, Stage stage, Supplier<String> text) {
    List<CompileListener> all = listeners.stream().filter(l -> l.wants(stage)).toList();
    if (!all.isEmpty()) {
      String made = text.get();
      all.forEach(l -> l.text(kernel, stage, made));
    }
  }

  /**
   * Takes what the engine made of a kernel for a launch. Calls come from the threads that launch.
   */
  default void explained(KernelExplanation explanation) {}
}
