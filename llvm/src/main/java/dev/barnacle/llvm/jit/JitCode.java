package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.error.LlvmException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.llvm.LLVM.LLVMOrcResourceTrackerRef;

/**
 * Object code that a {@link Jit} has taken in.
 *
 * <p>Threads: all methods may be called from any thread at any time. Addresses are good until
 * {@link #close}, which must not happen while the code runs.
 */
public final class JitCode implements AutoCloseable {
  private final Jit jit;
  private final JitNamespace space;
  private final LLVMOrcResourceTrackerRef tracker;
  private final String name;
  private final ConcurrentHashMap<String, Long> addresses = new ConcurrentHashMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  JitCode(Jit jit, JitNamespace space, LLVMOrcResourceTrackerRef tracker, String name) {
    this.jit = jit;
    this.space = space;
    this.tracker = tracker;
    this.name = name;
  }

  /**
   * The address of a function or variable that this code defines, as a segment of size zero for
   * {@code Linker.downcallHandle}.
   *
   * @throws LlvmException if the code does not define it, or uses a symbol that nobody defines (the
   *     message names it)
   */
  public MemorySegment symbol(String symbol) {
    return MemorySegment.ofAddress(address(symbol));
  }

  /** The same address as a number. */
  public long address(String symbol) {
    if (closed.get()) {
      throw new IllegalStateException("the code of " + name + " is closed");
    }
    Long known = addresses.get(symbol);
    if (known != null) {
      return known;
    }
    long address = jit.lookup(space, symbol, name);
    addresses.put(symbol, address);
    return address;
  }

  /** Frees the code. Doing it twice, or after the JIT was closed, has no effect. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      jit.remove(space, tracker);
    }
  }
}
