package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.internal.LlvmCalls;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMOrcErrorReporterFunction;

/**
 * Collects what ORC would print on stderr, by the thread on which it happens, which is the one that
 * asked for a symbol.
 */
final class JitErrors extends LLVMOrcErrorReporterFunction {
  static final JitErrors INSTANCE = new JitErrors();

  private static final ThreadLocal<List<String>> MESSAGES = ThreadLocal.withInitial(ArrayList::new);

  @Override
  public void call(Pointer context, LLVMErrorRef error) {
    MESSAGES.get().add(LlvmCalls.takeError(error));
  }

  /** This thread's messages, and forgets them. */
  static List<String> take() {
    List<String> taken = List.copyOf(MESSAGES.get());
    MESSAGES.remove();
    return taken;
  }
}
