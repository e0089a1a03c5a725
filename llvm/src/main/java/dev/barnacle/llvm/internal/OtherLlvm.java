package dev.barnacle.llvm.internal;

import dev.barnacle.llvm.error.LlvmException;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Another LLVM in this process, of PoCL or Mesa, say. When a program has loaded it with {@code
 * RTLD_GLOBAL}, as PoCL from 7.0 on does with its devices, the dynamic linker takes what LLVM's
 * libraries all define (virtual tables above all) from there for Barnacle's LLVM too: {@code
 * libclang-cpp} has no symbol versions that would tell them apart. So Barnacle's is then linked to
 * itself first ({@code RTLD_DEEPBIND}).
 *
 * <p>Not where {@code malloc} is not the C library's: it would no longer be that of the process,
 * and memory that one side gave could not be freed on the other.
 */
public final class OtherLlvm {
  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final int RTLD_LAZY = 1;
  private static final int RTLD_NOLOAD = 4;
  private static final int RTLD_DEEPBIND = 8;

  private OtherLlvm() {}

  /** Loads Barnacle's LLVM so that another one does not matter, if there is another one. */
  public static void keepApart() {
    if (!ToolFolder.platform().startsWith("linux") || !isLoaded()) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      DynamicLinker linker = new DynamicLinker(arena);
      if (linker.hasMallocOfLibc()) {
        linker.open(ToolFolder.libraryToLoad().getPath(), RTLD_LAZY | RTLD_DEEPBIND);
      }
    } catch (IOException e) {
      throw new LlvmException("LLVM cannot be unpacked", e);
    }
  }

  private static boolean isLoaded() {
    try (Stream<String> lines = Files.lines(MAPS)) {
      return lines
          .map(line -> line.substring(line.lastIndexOf(File.separatorChar) + 1))
          .anyMatch(name -> name.startsWith("libLLVM") || name.startsWith("libclang"));
    } catch (IOException e) {
      return false; // no /proc, so nothing is known
    }
  }

  /** {@code dlopen} and {@code dlsym}. */
  private static final class DynamicLinker {
    private final Arena arena;
    private final MethodHandle dlopen;
    private final MethodHandle dlsym;

    DynamicLinker(Arena arena) {
      this.arena = arena;
      this.dlopen =
          function(
              "dlopen",
              FunctionDescriptor.of(
                  ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
      this.dlsym =
          function(
              "dlsym",
              FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    }

    private static MethodHandle function(String name, FunctionDescriptor type) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }

    /** Returns null's address if it fails; then loading LLVM says why. */
    MemorySegment open(String name, int mode) {
      try {
        return (MemorySegment) dlopen.invokeExact(arena.allocateFrom(name), mode);
      } catch (Throwable e) {
        throw new LlvmException("dlopen", e);
      }
    }

    private MemorySegment symbol(MemorySegment library, String name) {
      try {
        return (MemorySegment) dlsym.invokeExact(library, arena.allocateFrom(name));
      } catch (Throwable e) {
        throw new LlvmException("dlsym", e);
      }
    }

    /**
     * Returns whether nothing takes the place of the C library's {@code malloc} (LD_PRELOAD). What
     * does replaces all of its functions, and this one has no address of its own in programs that
     * are not position-independent, which {@code malloc} may have there.
     */
    boolean hasMallocOfLibc() {
      MemorySegment libc = open("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
      String name = "posix_memalign";
      return libc.address() != 0
          && symbol(libc, name).address() == symbol(MemorySegment.NULL, name).address();
    }
  }
}
