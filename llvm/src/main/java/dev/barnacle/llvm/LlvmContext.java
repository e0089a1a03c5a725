package dev.barnacle.llvm;

import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.global.LLVM;

/**
 * An LLVM context: the owner of types, constants and metadata that its modules share.
 *
 * <p>Threads: a context and everything made from it belong to one thread at a time. Use one context
 * per thread or lock outside. Modules must be closed before their context.
 */
public final class LlvmContext implements AutoCloseable {
  private final LLVMContextRef ref;
  private boolean closed;

  private LlvmContext(LLVMContextRef ref) {
    this.ref = ref;
  }

  /** Makes an empty context. */
  public static LlvmContext create() {
    Llvm.load();
    return new LlvmContext(LLVM.LLVMContextCreate());
  }

  /** The native context, for the other wrappers of this package. */
  LLVMContextRef ref() {
    if (closed) {
      throw new IllegalStateException("the LLVM context is closed");
    }
    return ref;
  }

  /** Frees the context. Doing it twice has no effect. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      LLVM.LLVMContextDispose(ref);
    }
  }
}
