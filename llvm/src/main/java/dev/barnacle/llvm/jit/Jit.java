package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.link.ObjectImage;
import dev.barnacle.llvm.link.UnknownObjectException;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.module.TargetMachine;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Links object code into this process and finds the addresses in it. That takes no LLVM: it is done
 * by a linker of our own ({@link ObjectImage}). What that does not know, and other systems than
 * Linux, are left to LLVM's, which is loaded then ({@link OrcJit}).
 *
 * <p>Each object added is a name space of its own, a {@link JitCode}: two may define the same
 * names. What an object leaves undefined is looked for, in order, in the symbols given with the
 * object, in those of {@link #define}, in the library, and in the C library, libm and the
 * compiler's run-time library.
 *
 * <p>Threads: all methods may be called from any thread at any time. Code is compiled on the thread
 * that adds it (compile in parallel with a context and a {@link TargetMachine} per thread).
 */
public final class Jit implements AutoCloseable {
  private static final AtomicLong BY_LLVM = new AtomicLong();

  private final boolean own;
  private final ToLongFunction<String> library;
  private final Map<String, LongSupplier> symbols = new ConcurrentHashMap<>();
  private final Set<JitCode> all = ConcurrentHashMap.newKeySet();
  private @Nullable OrcJit orc;
  private boolean closed;

  private Jit(boolean own, ToLongFunction<String> library) {
    this.own = own;
    this.library = library;
  }

  /** Makes a JIT for this process. */
  public static Jit create() {
    return create(_ -> 0);
  }

  /**
   * Makes a JIT for this process.
   *
   * @param library returns the addresses of functions that code may call, by name; 0 for others
   */
  public static Jit create(ToLongFunction<String> library) {
    return new Jit(CodeMemory.isAvailable(), library);
  }

  /** Makes one that has LLVM link all objects: what others are compared with. */
  public static Jit createByLlvm(ToLongFunction<String> library) {
    return new Jit(false, library);
  }

  /** Returns how many objects LLVM has linked in this process. */
  public static long linkedByLlvm() {
    return BY_LLVM.get();
  }

  /**
   * Makes {@code address} known by {@code name} to all objects that are linked from now on; a later
   * definition of the same name replaces it.
   */
  public void define(String name, MemorySegment address) {
    long number = address.address();
    symbols.put(name, () -> number);
  }

  /** Does the same with an address that is asked for when an object is linked that needs it. */
  public void define(String name, LongSupplier address) {
    symbols.put(name, address);
  }

  /** Returns the address of what all objects may use; 0 if there is nothing of the name. */
  long find(String name) {
    LongSupplier defined = symbols.get(name);
    if (defined != null) {
      return defined.getAsLong();
    }
    long address = library.applyAsLong(name);
    return address != 0 ? address : ProcessSymbols.find(name);
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
   * @param object the file's bytes, which are kept
   * @param imports symbols that the object uses, by name; they win over those of {@link #define}
   * @throws LlvmException if the bytes are not such an object
   */
  public JitCode addObject(String name, byte[] object, Map<String, MemorySegment> imports) {
    ensureOpen();
    JitCode code = new JitCode(this, name, object, imports);
    try {
      code.prepare();
    } catch (LlvmException e) {
      throw new LlvmException("adding " + name + ": " + e.getMessage(), e);
    }
    all.add(code);
    return code;
  }

  /** Returns an object as it is laid out; null where LLVM is to link it. */
  @Nullable ObjectImage image(byte[] object) {
    if (!own) {
      return null;
    }
    try {
      return new ObjectImage(object, CodeMemory.pageBytes());
    } catch (UnknownObjectException e) {
      return null; // and counted where LLVM links it
    }
  }

  /** Has LLVM take an object in. */
  OrcCode byLlvm(String name, byte[] object, Map<String, MemorySegment> imports) {
    BY_LLVM.incrementAndGet();
    return orc().addObject(name, object, imports);
  }

  private synchronized OrcJit orc() {
    ensureOpen();
    if (orc == null) {
      orc = OrcJit.create(this::find);
    }
    return orc;
  }

  void forget(JitCode code) {
    all.remove(code);
  }

  synchronized void ensureOpen() {
    if (closed) {
      throw new IllegalStateException("the JIT is closed");
    }
  }

  /** Frees all code that was added; none of it may be running. Doing it twice has no effect. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    all.forEach(JitCode::free);
    OrcJit llvms;
    synchronized (this) {
      llvms = orc;
    }
    if (llvms != null) {
      llvms.close();
    }
  }
}
