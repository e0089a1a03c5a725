package dev.barnacle.llvm.internal;

import dev.barnacle.llvm.machine.Machine;
import dev.barnacle.store.Folders;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.jspecify.annotations.Nullable;

/**
 * The folder with clang and what it needs, laid out as its programs expect: {@code bin} with the
 * programs, {@code lib} with their libraries under the names that they ask for, {@code
 * lib/clang/<major>/include} with the OpenCL C headers.
 *
 * <p>The folder's name has the version and the platform in it. It is filled under another name and
 * then renamed, so it is whole if it is there at all; a lock keeps processes from doing it twice at
 * the same time.
 */
public final class ToolFolder {
  /** The programs to unpack, under {@code org/bytedeco/llvm/PLATFORM/} in the jar. */
  private static final List<String> PROGRAMS = List.of("clang", "lld");

  private static final List<String> HEADERS = List.of("opencl-c.h", "opencl-c-base.h");

  private static final String PARTIAL = ".new-clang-";
  private static final String VERSION_FILE = "version";

  private ToolFolder() {}

  public static String version() {
    return LlvmRelease.VERSION;
  }

  private static String major() {
    return version().substring(0, version().indexOf('.'));
  }

  /** The second part of the library names: {@code 20.1} of {@code 20.1.7-…}. */
  private static String abi() {
    return version().substring(0, version().indexOf('.', major().length() + 1));
  }

  public static Path program(Path folder, String name) {
    return folder.resolve("bin").resolve(isWindows() ? name + ".exe" : name);
  }

  private static boolean isWindows() {
    return platform().startsWith("windows");
  }

  /** The platform as the jar's folder names it, found without loading JavaCPP. */
  public static String platform() {
    String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String arch = Machine.hostArchitecture().toLowerCase(Locale.ROOT);
    String osPart =
        os.startsWith("mac")
            ? "macosx"
            : os.startsWith("windows") ? "windows" : os.replace(' ', '-');
    String archPart = Machine.ofArchitecture(arch).map(Machine::folderName).orElse(arch);
    return osPart + "-" + archPart;
  }

  /**
   * Returns the folder below {@code cache}, made if it is not there; or the one that is unpacked
   * already ({@link NativeJars#unpacked}).
   *
   * @throws IOException if it cannot be made, or the unpacked one is of another version
   */
  public static Path prepare(Path cache) throws IOException {
    Optional<Path> unpacked = NativeJars.unpacked();
    if (unpacked.isPresent()) {
      checkVersion(unpacked.get());
      return unpacked.get();
    }
    Path folder = cache.resolve("clang-" + version() + "-" + platform());
    if (Files.isDirectory(folder)) {
      return folder;
    }
    Files.createDirectories(cache);
    // Threads of one process exclude each other by the monitor, processes by the lock.
    synchronized (ToolFolder.class) {
      try (FileChannel channel =
              FileChannel.open(
                  cache.resolve(".clang.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (!Files.isDirectory(folder) && lock.isValid()) {
          unpack(cache, folder);
        }
      }
    }
    return folder;
  }

  /**
   * Writes all that a JVM needs of LLVM and clang on Linux into a folder that may be moved, for
   * {@link NativeJars#unpacked}.
   */
  public static void write(Path folder) throws IOException {
    if (!platform().startsWith("linux")) {
      throw new IOException("LLVM is packaged on Linux only, not on " + platform());
    }
    NativeJars.configureLoader();
    fill(folder);
    Path lib = folder.resolve("lib");
    for (String needed : List.of("LTO", "Remarks")) {
      extract("lib" + needed + ".so", lib.resolve("lib" + needed + ".so." + abi()));
    }
    extract("libjniLLVM.so", lib.resolve("libjniLLVM.so"));
    extractFrom(
        "/org/bytedeco/javacpp/" + platform() + "/libjnijavacpp.so",
        lib.resolve("libjnijavacpp.so"));
    Files.writeString(folder.resolve(VERSION_FILE), version() + "\n");
  }

  private static void checkVersion(Path folder) throws IOException {
    Path file = folder.resolve(VERSION_FILE);
    if (!Files.isRegularFile(file)) {
      throw new IOException("there is no LLVM in " + folder + ": install Barnacle's again");
    }
    String found = Files.readString(file).strip();
    if (!found.equals(version())) {
      throw new IOException(
          "LLVM "
              + found
              + " is in "
              + folder
              + ", and "
              + version()
              + " is needed: install both"
              + " parts of Barnacle in one version");
    }
  }

  private static void unpack(Path cache, Path folder) throws IOException {
    NativeJars.configureLoader();
    // We hold the lock: what others left half done, they will not finish.
    try (Stream<Path> all = Files.list(cache)) {
      for (Path left : all.filter(p -> p.getFileName().toString().startsWith(PARTIAL)).toList()) {
        Folders.delete(left);
      }
    }
    Path partial = Files.createTempDirectory(cache, PARTIAL);
    try {
      fill(partial);
      Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Folders.delete(partial);
    }
  }

  private static void fill(Path partial) throws IOException {
    for (String program : PROGRAMS) {
      Path file = program(partial, program);
      extract(isWindows() ? program + ".exe" : program, file);
      if (!file.toFile().setExecutable(true, true)) {
        throw new IOException("cannot make " + file + " executable");
      }
    }
    for (String header : HEADERS) {
      String path = "lib/clang/" + major() + "/include/" + header;
      extract(path, partial.resolve(path));
    }
    libraries(partial);
  }

  /**
   * Puts the libraries where the programs look for them, under the names that they were linked
   * with.
   */
  private static void libraries(Path folder) throws IOException {
    String platform = platform();
    if (platform.startsWith("linux")) {
      library("libclang-cpp.so", folder.resolve("lib").resolve("libclang-cpp.so." + abi()));
      library("libLLVM.so", folder.resolve("lib").resolve("libLLVM.so." + abi()));
    } else if (platform.startsWith("macosx")) {
      library("libclang-cpp.dylib", folder.resolve("lib").resolve("libclang-cpp.dylib"));
      library("libLLVM.dylib", folder.resolve("lib").resolve("libLLVM.dylib"));
    } else if (!isWindows()) {
      throw new IOException("no clang for " + platform);
    }
  }

  /**
   * Takes libLLVM from JavaCPP's cache, which has it for the loading into this process, and shares
   * its disk space if it can.
   */
  private static void library(String name, Path file) throws IOException {
    if (!name.startsWith("libLLVM")) {
      extract(name, file);
      return;
    }
    Files.createDirectories(file.resolveSibling("."));
    File cached = cached(name);
    try {
      Files.createLink(file, cached.toPath().toRealPath());
    } catch (FileSystemException | UnsupportedOperationException e) {
      Files.copy(cached.toPath(), file);
    }
  }

  private static File cached(String name) throws IOException {
    File cached = Loader.cacheResource(org.bytedeco.llvm.global.LLVM.class, resource(name));
    if (cached == null) {
      throw missing(name);
    }
    return cached;
  }

  /** Returns LLVM's library for Linux as JavaCPP will load it into this process. */
  static File libraryToLoad() throws IOException {
    Optional<Path> unpacked = NativeJars.unpacked();
    if (unpacked.isPresent()) {
      return unpacked.get().resolve("lib").resolve("libLLVM.so." + abi()).toFile();
    }
    return cached("libLLVM.so");
  }

  private static IOException missing(String name) {
    return new IOException("there is no " + resource(name) + " in any jar; " + NativeJars.WANTED);
  }

  private static String resource(String name) {
    return "/org/bytedeco/llvm/" + platform() + "/" + name;
  }

  private static void extract(String name, Path file) throws IOException {
    extractFrom(resource(name), file);
  }

  private static void extractFrom(String resource, Path file) throws IOException {
    Files.createDirectories(file.resolveSibling("."));
    try (InputStream in = open(resource)) {
      if (in == null) {
        throw missing(resource.substring(resource.lastIndexOf('/') + 1));
      }
      Files.copy(in, file);
    }
  }

  private static @Nullable InputStream open(String resource) throws IOException {
    URL url = Loader.findResource(org.bytedeco.llvm.global.LLVM.class, resource);
    return url == null ? null : url.openStream();
  }
}
