package dev.barnacle.frontend.internal.clang;

import dev.barnacle.llvm.clang.Clang;
import dev.barnacle.llvm.module.Linkage;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.module.Visibility;
import dev.barnacle.store.Blake3Sum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Compiles the OpenCL C library to bitcode; the build runs it once, after the classes are compiled.
 *
 * <p>The result has no debug information (what is inlined from it takes the caller's lines) and
 * only functions and variables of linkage {@code linkonce_odr}, so that linking it into a program
 * brings in what the program uses and nothing else.
 */
public final class LibraryBuilder {
  /** Raised when what is made of the same sources changes. */
  private static final String FORMAT = "parts 1";

  private static final String LIST = "library.list";

  /**
   * In order. Only private memory is touched, and of that only variables that can live in
   * registers.
   */
  private static final String PASSES = "always-inline,globaldce,function(sroa<preserve-cfg>)";

  private static final List<String> ARGUMENTS =
      List.of(
          "-x",
          "cl",
          "-target",
          ClangCommand.TARGET,
          "-cl-std=CL3.0",
          "-cl-no-stdinc",
          "-Xclang",
          "-cl-ext=+all",
          "-O1",
          "-Xclang",
          "-disable-llvm-passes",
          "-ffp-contract=off",
          "-fno-math-errno",
          "-Werror",
          "-fno-color-diagnostics",
          "-emit-llvm",
          "-c",
          "-o",
          "-");

  private final Path sources;

  LibraryBuilder(Path sources) {
    this.sources = sources;
  }

  /**
   * Builds the parts, {@code library.index} and {@code library.version} in the folder {@code
   * arguments[1]} from the sources in {@code arguments[0]}, if they are not up to date.
   *
   * @throws Exception if the library cannot be built
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 2) {
      throw new IllegalArgumentException("usage: LibraryBuilder SOURCE_FOLDER OUTPUT_FOLDER");
    }
    Path output = Path.of(arguments[1]);
    LibraryBuilder builder = new LibraryBuilder(Path.of(arguments[0]));
    String version = builder.version();
    Path index = output.resolve(Library.INDEX);
    Path versionFile = output.resolve(Library.VERSION);
    if (Files.exists(index)
        && Files.exists(versionFile)
        && Files.readString(versionFile).equals(version)) {
      return;
    }
    Files.deleteIfExists(versionFile);
    Files.createDirectories(output);
    write(builder.build(), output);
    Files.writeString(versionFile, version);
  }

  private static void write(List<LibrarySplitter.Part> parts, Path output) throws IOException {
    try (Stream<Path> files = Files.list(output)) {
      for (Path old : files.filter(f -> f.toString().endsWith(".bc")).toList()) {
        Files.delete(old);
      }
    }
    StringBuilder index = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      Files.write(output.resolve(Library.partFile(i)), parts.get(i).bitcode());
      index.append(String.join(" ", parts.get(i).names())).append('\n');
    }
    Files.writeString(output.resolve(Library.INDEX), index);
  }

  /** A sum over all that the result depends on. */
  String version() throws IOException {
    Blake3Sum sum = new Blake3Sum().add(FORMAT).add(Clang.version()).addAll(ARGUMENTS).add(PASSES);
    try (Stream<Path> files = Files.list(sources)) {
      for (Path file : files.sorted().toList()) {
        if (Files.isRegularFile(file)) {
          sum.add(String.valueOf(file.getFileName())).add(Files.readAllBytes(file));
        }
      }
    }
    return sum.hex();
  }

  /** Compiles and links all files of the list, and splits the result. */
  List<LibrarySplitter.Part> build() throws IOException, InterruptedException {
    List<String> names =
        Files.readAllLines(sources.resolve(LIST)).stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .toList();
    try (LlvmContext context = LlvmContext.create();
        LlvmModule library = LlvmModule.create(context, "OpenCL C library")) {
      for (byte[] bitcode : compileAll(names)) {
        LlvmModule part = LlvmModule.parseBitcode(context, "part", bitcode);
        library.setTriple(part.triple());
        library.setDataLayout(part.dataLayout());
        library.link(part);
      }
      library.stripDebugInfo();
      library.runPasses(PASSES);
      library.setLinkage(name -> true, Linkage.LINK_ONCE_ODR, Visibility.HIDDEN);
      library.setVariableLinkage(name -> true, Linkage.LINK_ONCE_ODR, Visibility.HIDDEN);
      library.verify();
      return LibrarySplitter.split(library);
    }
  }

  private List<byte[]> compileAll(List<String> names) throws InterruptedException {
    Clang clang = Clang.locate();
    try (ExecutorService pool =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Future<byte[]>> running = new ArrayList<>();
      for (String name : names) {
        running.add(pool.submit(() -> compile(clang, name)));
      }
      List<byte[]> results = new ArrayList<>();
      for (Future<byte[]> result : running) {
        results.add(result.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "the OpenCL C library cannot be compiled: " + e.getCause(), e);
    }
  }

  private byte[] compile(Clang clang, String name) {
    List<String> arguments = new ArrayList<>(ARGUMENTS);
    arguments.add(sources.resolve(name).toString());
    Clang.Result result = clang.run(arguments, new byte[0]);
    if (result.status() != 0) {
      throw new IllegalStateException(name + " cannot be compiled:\n" + result.messages());
    }
    return result.output();
  }
}
