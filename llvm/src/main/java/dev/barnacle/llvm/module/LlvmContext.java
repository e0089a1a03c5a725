package dev.barnacle.llvm.module;

import dev.barnacle.llvm.Llvm;
import dev.barnacle.llvm.error.LlvmDiagnostic;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.error.LlvmFatalException;
import dev.barnacle.llvm.internal.CallbackHandle;
import dev.barnacle.llvm.internal.FatalErrors;
import dev.barnacle.llvm.internal.LlvmCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMDiagnosticHandler;
import org.bytedeco.llvm.LLVM.LLVMDiagnosticInfoRef;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/**
 * An LLVM context: the owner of types, constants and metadata that its modules share.
 *
 * <p>Threads: a context and everything made from it belong to one thread at a time. Use one context
 * per thread or lock outside. Closing a context closes the modules in it that are still open.
 */
public final class LlvmContext implements AutoCloseable {
  private static final ConcurrentHashMap<Long, LlvmContext> BY_ID = new ConcurrentHashMap<>();
  private static final AtomicLong IDS = new AtomicLong();

  private final long id = IDS.incrementAndGet();
  private final LLVMContextRef ref;
  private final List<LlvmModule> modules = new ArrayList<>();
  private final List<LlvmDiagnostic> diagnostics = new ArrayList<>();
  private boolean closed;
  private boolean lost;

  private LlvmContext(LLVMContextRef ref) {
    this.ref = ref;
  }

  /** Makes an empty context. */
  public static LlvmContext create() {
    Llvm.load();
    LlvmContext context = new LlvmContext(LLVM.LLVMContextCreate());
    BY_ID.put(context.id, context);
    LLVM.LLVMContextSetDiagnosticHandler(
        context.ref, DiagnosticHandler.INSTANCE, new CallbackHandle(context.id));
    return context;
  }

  /** The native context, for the other wrappers of this package. */
  public LLVMContextRef ref() {
    if (closed || lost) {
      throw new IllegalStateException(
          lost ? "the LLVM context was lost in a fatal error" : "the LLVM context is closed");
    }
    return ref;
  }

  /**
   * Returns LLVM's messages about this context's modules since the last call, oldest first, and
   * forgets them.
   */
  public List<LlvmDiagnostic> takeDiagnostics() {
    List<LlvmDiagnostic> taken = List.copyOf(diagnostics);
    diagnostics.clear();
    return taken;
  }

  void adopt(LlvmModule module) {
    modules.add(module);
  }

  void forget(LlvmModule module) {
    modules.remove(module);
  }

  /** True after a fatal error: native objects of this context must not be touched any more. */
  boolean isLost() {
    return lost;
  }

  /**
   * Runs native work on this context where LLVM may give up; the result is {@code body}'s.
   *
   * @throws LlvmFatalException if LLVM gave up: this context is lost then
   * @throws LlvmException if LLVM reported a diagnostic of severity error
   */
  <T extends @Nullable Object> T guard(String what, Supplier<T> body) {
    int before = diagnostics.size();
    T result;
    try {
      result = FatalErrors.guard(body);
    } catch (LlvmFatalException e) {
      lost = true;
      BY_ID.remove(id);
      throw e;
    }
    throwErrors(what, before);
    return result;
  }

  private void throwErrors(String what, int from) {
    List<LlvmDiagnostic> recent = diagnostics.subList(from, diagnostics.size());
    List<String> errors =
        recent.stream()
            .filter(d -> d.severity() == LlvmDiagnostic.Severity.ERROR)
            .map(LlvmDiagnostic::message)
            .toList();
    if (!errors.isEmpty()) {
      recent.clear();
      throw new LlvmException(what + ": " + String.join("; ", errors));
    }
  }

  /**
   * The messages of the errors reported since the list had {@code from} entries, taken out of it;
   * for operations that say only that they failed.
   */
  String takeErrorsSince(int from) {
    List<LlvmDiagnostic> recent = diagnostics.subList(from, diagnostics.size());
    String text = String.join("; ", recent.stream().map(LlvmDiagnostic::message).toList());
    recent.clear();
    return text;
  }

  int diagnosticCount() {
    return diagnostics.size();
  }

  /** Frees the context and its modules. Doing it twice has no effect. */
  @Override
  public void close() {
    if (closed || lost) {
      return;
    }
    for (LlvmModule module : List.copyOf(modules)) {
      module.close();
    }
    closed = true;
    BY_ID.remove(id);
    LLVM.LLVMContextDispose(ref);
  }

  /** Without a handler LLVM prints errors and ends the process. */
  private static final class DiagnosticHandler extends LLVMDiagnosticHandler {
    static final DiagnosticHandler INSTANCE = new DiagnosticHandler();

    @Override
    public void call(LLVMDiagnosticInfoRef info, Pointer contextId) {
      LlvmContext context = BY_ID.get(contextId.address());
      if (context != null) {
        String message = LlvmCalls.takeMessage(LLVM.LLVMGetDiagInfoDescription(info));
        context.diagnostics.add(
            new LlvmDiagnostic(severity(LLVM.LLVMGetDiagInfoSeverity(info)), message));
      }
    }

    private static LlvmDiagnostic.Severity severity(int code) {
      return switch (code) {
        case LLVM.LLVMDSError -> LlvmDiagnostic.Severity.ERROR;
        case LLVM.LLVMDSWarning -> LlvmDiagnostic.Severity.WARNING;
        case LLVM.LLVMDSRemark -> LlvmDiagnostic.Severity.REMARK;
        case LLVM.LLVMDSNote -> LlvmDiagnostic.Severity.NOTE;
        default -> throw new IllegalArgumentException("LLVM diagnostic severity " + code);
      };
    }
  }
}
