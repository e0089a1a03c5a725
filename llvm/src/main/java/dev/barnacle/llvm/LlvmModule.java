package dev.barnacle.llvm;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.global.LLVM;

/** A module of LLVM IR in a {@link LlvmContext}. Belongs to its context's thread. */
public final class LlvmModule implements AutoCloseable {
  private final LlvmContext context;
  private final LLVMModuleRef ref;
  private boolean closed;

  private LlvmModule(LlvmContext context, LLVMModuleRef ref) {
    this.context = context;
    this.ref = ref;
  }

  /** Makes an empty module. */
  public static LlvmModule create(LlvmContext context, String name) {
    try (BytePointer cName = new BytePointer(name)) {
      return new LlvmModule(context, LLVM.LLVMModuleCreateWithNameInContext(cName, context.ref()));
    }
  }

  /** The context that this module lives in. */
  public LlvmContext context() {
    return context;
  }

  /** The native module, for the other wrappers of this package. */
  LLVMModuleRef ref() {
    if (closed) {
      throw new IllegalStateException("the LLVM module is closed");
    }
    return ref;
  }

  /** Frees the module. Doing it twice has no effect. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      LLVM.LLVMDisposeModule(ref);
    }
  }
}
