package dev.barnacle.icd.internal;

import dev.barnacle.icd.DriverLibrary;
import dev.barnacle.icd.internal.abi.Native;
import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The driver's shared library, loaded into this JVM and called as C programs call it: the shim
 * finds the JVM and brings the driver into it in a layer of its own.
 */
final class Shim {
  private static final Linker LINKER = Linker.nativeLinker();

  private final SymbolLookup library;
  private final Map<String, MethodHandle> functions = new ConcurrentHashMap<>();

  private Shim(SymbolLookup library) {
    this.library = library;
  }

  private static final class Loaded {
    static final Shim SHIM = load();

    private static Shim load() {
      return new Shim(SymbolLookup.libraryLookup(driver().library(), Arena.global()));
    }
  }

  /** Returns it; the test is skipped where the driver does not run. */
  static Shim get() {
    Assumptions.assumeTrue(
        System.getProperty("os.name").equals("Linux"), "OpenCL drivers are for Linux only");
    return Loaded.SHIM;
  }

  /** Returns the driver of the classes under test. */
  static DriverLibrary driver() {
    return DriverLibrary.prepare(
        Path.of("target/driver"), Path.of(System.getProperty("java.home")), modules());
  }

  /** Returns what this JVM runs, without the tests' own libraries, {@code icd} first. */
  static List<Path> modules() {
    List<Path> all = new ArrayList<>();
    for (String property : List.of("jdk.module.path", "java.class.path")) {
      Arrays.stream(System.getProperty(property, "").split(File.pathSeparator))
          .filter(p -> !p.isEmpty())
          .map(Path::of)
          .map(Path::toAbsolutePath)
          .filter(Shim::isOfDriver)
          .forEach(all::add);
    }
    Path own = Path.of("target/classes").toAbsolutePath();
    return Stream.concat(Stream.of(own), all.stream().filter(p -> !p.equals(own)))
        .distinct()
        .toList();
  }

  private static boolean isOfDriver(Path path) {
    String name = String.valueOf(path.getFileName());
    boolean ours = path.getParent() != null && path.getParent().endsWith("target");
    return Files.exists(path)
        && ((ours && !name.equals("test-classes"))
            || Stream.of("javacpp", "llvm-", "antlr4-runtime", "commons-codec")
                .anyMatch(name::startsWith));
  }

  /** Calls an entry point by its name, through the table of exported symbols. */
  long call(String name, long... arguments) {
    MethodHandle function =
        functions.computeIfAbsent(
            name, n -> linked(library.find(n).orElseThrow(), arguments.length));
    return call(function, arguments);
  }

  /** Calls an entry point through the dispatch table that a handle begins with. */
  long dispatch(long handle, int index, long... arguments) {
    long table = Native.getLong(handle);
    MemorySegment address = MemorySegment.ofAddress(Native.getLong(table + 8L * index));
    return call(linked(address, arguments.length), arguments);
  }

  private static MethodHandle linked(MemorySegment function, int arguments) {
    MemoryLayout[] layouts = new MemoryLayout[arguments];
    Arrays.fill(layouts, ValueLayout.JAVA_LONG);
    return LINKER
        .downcallHandle(function, FunctionDescriptor.of(ValueLayout.JAVA_LONG, layouts))
        .asSpreader(long[].class, arguments);
  }

  private static long call(MethodHandle function, long... arguments) {
    try {
      return (long) function.invoke(arguments);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Calls an entry point that returns an error code. */
  int status(String name, long... arguments) {
    return (int) call(name, arguments);
  }
}
