package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.Llvm;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.internal.FatalErrors;
import dev.barnacle.llvm.internal.LlvmCalls;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.module.TargetMachine;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMOrcExecutionSessionRef;
import org.bytedeco.llvm.LLVM.LLVMOrcJITDylibRef;
import org.bytedeco.llvm.LLVM.LLVMOrcLLJITBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMOrcLLJITRef;
import org.bytedeco.llvm.LLVM.LLVMOrcResourceTrackerRef;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/**
 * Links object code into this process and finds the addresses in it (LLVM's ORC LLJIT).
 *
 * <p>Each object added is a name space of its own, a {@link JitCode}: two may define the same
 * names. What an object leaves undefined is looked for, in order, in the symbols given with the
 * object, in those of {@link #define}, and in the C library, libm and the compiler's run-time
 * library.
 *
 * <p>Threads: all methods may be called from any thread at any time. Code is compiled on the thread
 * that adds it (compile in parallel with a context and a {@link TargetMachine} per thread).
 */
public final class Jit implements AutoCloseable {
  private static final AtomicLong NAMES = new AtomicLong();

  private final LLVMOrcLLJITRef ref;
  private final LLVMOrcExecutionSessionRef session;
  private final ConcurrentHashMap<String, Long> symbols = new ConcurrentHashMap<>();
  private final Deque<JitNamespace> spare = new ArrayDeque<>();
  private final List<JitNamespace> all = new ArrayList<>();

  /** Held for reading while native code works on this JIT, for writing to close it. */
  private final ReentrantReadWriteLock life = new ReentrantReadWriteLock();

  private boolean closed;

  private Jit(LLVMOrcLLJITRef ref) {
    this.ref = ref;
    this.session = LLVM.LLVMOrcLLJITGetExecutionSession(ref);
    LLVM.LLVMOrcExecutionSessionSetErrorReporter(session, JitErrors.INSTANCE, null);
  }

  /** Makes a JIT for this process. */
  public static Jit create() {
    Llvm.loadNativeTarget();
    LLVMOrcLLJITRef jit = new LLVMOrcLLJITRef();
    LLVMOrcLLJITBuilderRef builder = LLVM.LLVMOrcCreateLLJITBuilder();
    LLVMErrorRef error = FatalErrors.guard(() -> LLVM.LLVMOrcCreateLLJIT(jit, builder));
    LlvmCalls.check(error, "making a JIT");
    return new Jit(jit);
  }

  /**
   * Makes {@code address} known by {@code name} to all objects that are linked from now on; a later
   * definition of the same name replaces it.
   */
  public void define(String name, MemorySegment address) {
    symbols.put(name, address.address());
  }

  /** The address that {@link #define} gave this name, or null. */
  @Nullable Long defined(String name) {
    return symbols.get(name);
  }

  /**
   * Compiles a module for {@code target} and adds it; the module is of no further use. Same as
   * {@link #addObject} of {@link TargetMachine#emitObject}.
   *
   * @throws LlvmException if the module cannot be compiled
   */
  public JitCode add(LlvmModule module, TargetMachine target, Map<String, MemorySegment> imports) {
    return addObject("module", target.emitObject(module), imports);
  }

  /**
   * Adds an object file of this machine's format that was compiled as position-independent code. It
   * is linked when an address in it is first asked for.
   *
   * @param name what messages call it
   * @param object the file's bytes
   * @param imports symbols that the object uses, by name; they win over those of {@link #define}
   * @throws LlvmException if the bytes are not such an object
   */
  public JitCode addObject(String name, byte[] object, Map<String, MemorySegment> imports) {
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
      JitCode code = new JitCode(this, space, tracker, name);
      if (error != null && !error.isNull()) {
        String message = LlvmCalls.takeError(error);
        code.close();
        throw new LlvmException("adding " + name + ": " + message);
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
