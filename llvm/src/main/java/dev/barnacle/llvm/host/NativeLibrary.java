package dev.barnacle.llvm.host;

import java.lang.foreign.Arena;
import java.util.Optional;

/** A shared library that is loaded until the process ends. */
public final class NativeLibrary {
  private static final int NOW = 2;

  private static final long OPEN = NativeCall.find("dlopen");
  private static final long SYMBOL = NativeCall.find("dlsym");

  private final long handle;

  private NativeLibrary(long handle) {
    this.handle = handle;
  }

  /**
   * Loads a library.
   *
   * @param file its path, or a name that the system looks for
   * @return empty if it is not to be had
   */
  public static Optional<NativeLibrary> open(String file) {
    if (OPEN == 0 || SYMBOL == 0) {
      return Optional.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      long handle = NativeCall.call(OPEN, arena.allocateFrom(file).address(), NOW, 0, 0, 0, 0);
      return handle == 0 ? Optional.empty() : Optional.of(new NativeLibrary(handle));
    }
  }

  /** Returns the address of what it, or a library that it needs, defines; 0 for nothing. */
  public long find(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return NativeCall.call(SYMBOL, handle, arena.allocateFrom(name).address(), 0, 0, 0, 0);
    }
  }
}
