package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.Llvm;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.internal.FatalErrors;
import dev.barnacle.llvm.internal.LlvmCalls;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.ToLongFunction;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMOrcExecutionSessionRef;
import org.bytedeco.llvm.LLVM.LLVMOrcJITDylibRef;
import org.bytedeco.llvm.LLVM.LLVMOrcLLJITBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMOrcLLJITRef;
import org.bytedeco.llvm.LLVM.LLVMOrcResourceTrackerRef;
import org.bytedeco.llvm.global.LLVM;

/**
 * Links object code by LLVM (ORC LLJIT). Each object is a name space of its own.
 *
 * <p>Threads: all methods may be called from any thread at any time.
 */
final class OrcJit implements AutoCloseable {
  private static final AtomicLong NAMES = new AtomicLong();

  private final LLVMOrcLLJITRef ref;
  private final LLVMOrcExecutionSessionRef session;
  private final ToLongFunction<String> outside;
  private final Deque<JitNamespace> spare = new ArrayDeque<>();
  private final List<JitNamespace> all = new ArrayList<>();

  /** Held for reading while native code works on this JIT, for writing to close it. */
  private final ReentrantReadWriteLock life = new ReentrantReadWriteLock();

  private boolean closed;

  private OrcJit(LLVMOrcLLJITRef ref, ToLongFunction<String> outside) {
    this.outside = outside;
    this.ref = ref;
    this.session = LLVM.LLVMOrcLLJITGetExecutionSession(ref);
    LLVM.LLVMOrcExecutionSessionSetErrorReporter(session, JitErrors.INSTANCE, null);
  }

  /**
   * Makes a JIT for this process.
   *
   * @param outside finds what objects do not define; 0 for nothing
   */
  static OrcJit create(ToLongFunction<String> outside) {
    Llvm.loadNativeTarget();
    LLVMOrcLLJITRef jit = new LLVMOrcLLJITRef();
    LLVMOrcLLJITBuilderRef builder = LLVM.LLVMOrcCreateLLJITBuilder();
    LLVMErrorRef error = FatalErrors.guard(() -> LLVM.LLVMOrcCreateLLJIT(jit, builder));
    LlvmCalls.check(error, "making a JIT");
    return new OrcJit(jit, outside);
  }

  /** Returns the address of what objects do not define; 0 for nothing. */
  long outside(String name) {
    return outside.applyAsLong(name);
  }

  /**
   * Adds an object file. It is linked when an address in it is first asked for.
   *
   * @throws LlvmException if the bytes are not such an object
   */
  OrcCode addObject(String name, byte[] object, Map<String, MemorySegment> imports) {
    life.readLock().lock();
    try {
      ensureOpen();
      JitNamespace space = takeNamespace();
      space.imports(imports);
      LLVMOrcResourceTrackerRef tracker = LLVM.LLVMOrcJITDylibCreateResourceTracker(space.dylib());
      LLVMErrorRef error =
          FatalErrors.guard(
              () ->
                  LLVM.LLVMOrcLLJITAddObjectFileWithRT(
                      ref, tracker, LlvmCalls.bufferOf(object, name)));
      OrcCode code = new OrcCode(this, space, tracker, name);
      if (error != null && !error.isNull()) {
        String message = LlvmCalls.takeError(error);
        code.free();
        throw new LlvmException(message);
      }
      return code;
    } finally {
      life.readLock().unlock();
    }
  }

  private JitNamespace takeNamespace() {
    synchronized (spare) {
      JitNamespace space = spare.poll();
      if (space != null) {
        return space;
      }
    }
    String name = "barnacle" + NAMES.incrementAndGet();
    LLVMOrcJITDylibRef dylib;
    try (BytePointer cName = LlvmCalls.utf8(name)) {
      dylib = LLVM.LLVMOrcExecutionSessionCreateBareJITDylib(session, cName);
    }
    JitNamespace space = new JitNamespace(this, dylib);
    synchronized (spare) {
      all.add(space);
    }
    return space;
  }

  /** Takes code out again and keeps its name space for the next. */
  void remove(JitNamespace space, LLVMOrcResourceTrackerRef tracker) {
    life.readLock().lock();
    try {
      if (closed) {
        return;
      }
      LLVMErrorRef error = LLVM.LLVMOrcResourceTrackerRemove(tracker);
      LLVM.LLVMOrcReleaseResourceTracker(tracker);
      LlvmCalls.check(error, "removing code");
      LlvmCalls.check(LLVM.LLVMOrcJITDylibClear(space.dylib()), "removing code");
      space.imports(Map.of());
      synchronized (spare) {
        spare.push(space);
      }
    } finally {
      life.readLock().unlock();
    }
  }

  /** Finds a symbol of a name space, linking its object if that has not been done. */
  long lookup(JitNamespace space, String symbol, String owner) {
    life.readLock().lock();
    try {
      ensureOpen();
      return FatalErrors.guard(
          () -> space.lookup(mangled(symbol), "finding " + symbol + " in " + owner));
    } finally {
      life.readLock().unlock();
    }
  }

  /** The name as object files spell it (macOS puts an underscore before it). */
  private String mangled(String symbol) {
    byte prefix = LLVM.LLVMOrcLLJITGetGlobalPrefix(ref);
    return prefix == 0 ? symbol : (char) prefix + symbol;
  }

  /** The name as the source spells it. */
  String demangled(String symbol) {
    byte prefix = LLVM.LLVMOrcLLJITGetGlobalPrefix(ref);
    return prefix != 0 && !symbol.isEmpty() && symbol.charAt(0) == (char) prefix
        ? symbol.substring(1)
        : symbol;
  }

  LLVMOrcExecutionSessionRef session() {
    return session;
  }

  private void ensureOpen() {
    if (closed) {
      throw new IllegalStateException("the JIT is closed");
    }
  }

  /** Frees all code that was added; none of it may be running. Doing it twice has no effect. */
  @Override
  public void close() {
    life.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        LLVMErrorRef error = LLVM.LLVMOrcDisposeLLJIT(ref);
        all.forEach(JitNamespace::forget);
        LlvmCalls.check(error, "closing the JIT");
      }
    } finally {
      life.writeLock().unlock();
    }
  }
}
