package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.link.ObjectImage;
import dev.barnacle.llvm.link.UnknownObjectException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Object code that a {@link Jit} has taken in.
 *
 * <p>Threads: all methods may be called from any thread at any time. Addresses are good until
 * {@link #close}, which must not happen while the code runs.
 */
public final class JitCode implements AutoCloseable {
  private final Jit jit;
  private final String name;
  private final Map<String, MemorySegment> imports;
  private byte @Nullable [] object;
  private @Nullable ObjectImage image;
  private @Nullable LinkedCode linked;
  private boolean closed;

  JitCode(Jit jit, String name, byte[] object, Map<String, MemorySegment> imports) {
    this.jit = jit;
    this.name = name;
    this.object = object;
    this.imports = Map.copyOf(imports);
  }

  /** Looks at the object, before it is linked. */
  synchronized void prepare() {
    byte[] bytes = object;
    if (bytes != null) {
      image = jit.image(bytes);
      linked = image == null ? jit.byLlvm(name, bytes, imports) : null;
    }
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
  public synchronized long address(String symbol) {
    jit.ensureOpen();
    if (closed) {
      throw new IllegalStateException("the code of " + name + " is closed");
    }
    return link().address(symbol);
  }

  private LinkedCode link() {
    LinkedCode known = linked;
    if (known == null) {
      known = linkNow();
      linked = known;
      object = null;
      image = null;
    }
    return known;
  }

  private LinkedCode linkNow() {
    byte[] bytes = object;
    ObjectImage own = image;
    if (bytes == null || own == null) {
      throw new IllegalStateException("the code of " + name + " is linked");
    }
    try {
      return new ImageCode(name, own, this::outside);
    } catch (UnknownObjectException e) {
      return jit.byLlvm(name, bytes, imports); // counted there
    }
  }

  private long outside(String symbol) {
    MemorySegment imported = imports.get(symbol);
    return imported != null ? imported.address() : jit.find(symbol);
  }

  /** Frees the memory. */
  synchronized void free() {
    if (!closed) {
      closed = true;
      if (linked != null) {
        linked.free();
      }
    }
  }

  /** Frees the code. Doing it twice, or after the JIT was closed, has no effect. */
  @Override
  public void close() {
    free();
    jit.forget(this);
  }
}
