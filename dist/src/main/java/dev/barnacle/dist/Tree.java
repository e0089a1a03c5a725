package dev.barnacle.dist;

import dev.barnacle.cli.internal.icd.Drivers;
import dev.barnacle.icd.DriverLibrary;
import dev.barnacle.llvm.clang.Clang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The installed files, in one folder that may be moved and read-only:
 *
 * <pre>
 * bin/barnacle               the command
 * lib/libbarnacle-icd.so     the driver, and its text, whose paths begin at its own folder
 * lib/barnacle-icd.conf
 * lib/jars, lib/classpath    Barnacle, and in which order
 * lib/build.id               which build they are of
 * lib/llvm                   LLVM and clang, with its headers
 * runtime                    a Java runtime of the modules that are needed
 * licenses                   of all parts
 * </pre>
 */
final class Tree {
  /** The JDK's modules that are used; jdk.jdwp.agent is for debuggers of kernels under check. */
  private static final String MODULES =
      "java.base,java.desktop,java.management,jdk.incubator.vector,jdk.jdwp.agent,jdk.jfr,"
          + "jdk.management,jdk.unsupported";

  /** The jars of the class path that are unpacked in lib/llvm. */
  private static final List<String> UNPACKED = List.of("llvm", "javacpp");

  private final Release release;
  private final Path folder;
  private final Path lib;
  private final List<String> jars = new ArrayList<>();

  /**
   * Makes one that is not written yet.
   *
   * @param folder which is there, and empty
   */
  Tree(Release release, Path folder) {
    this.release = release;
    this.folder = folder;
    this.lib = folder.resolve("lib");
  }

  /** Writes it. */
  void write() throws IOException, InterruptedException {
    Files.createDirectories(lib.resolve("jars"));
    Files.createDirectories(folder.resolve("bin"));
    writeRuntime();
    writeJars();
    Clang.write(lib.resolve("llvm"));
    writeDriver("llvm");
    copyProgram("dist/src/main/sh/barnacle", folder.resolve("bin/barnacle"));
    Files.copy(release.root().resolve("cli/src/main/launcher/launch.sh"), lib.resolve("launch.sh"));
    writeLicences();
  }

  /** Writes the licences of all parts, and the list of parts (CycloneDX). */
  private void writeLicences() throws IOException, InterruptedException {
    Path root = release.root();
    Path runtime = folder.resolve("runtime");
    Path licenses = folder.resolve("licenses");
    Path cli = root.resolve("cli/target");
    java(root.resolve("build/Licenses.java"), root, cli.resolve("lib"), licenses, runtime);
    Files.copy(root.resolve("LICENSE"), licenses.resolve("barnacle.txt"));
    java(
        root.resolve("build/Sbom.java"),
        cli.resolve("bom.json"),
        licenses.resolve("bom.json"),
        runtime);
  }

  private static void java(Path... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Stream.of(arguments).map(Path::toString).forEach(command::add);
    run(command);
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException(String.join(" ", command) + ": exit status " + status);
    }
  }

  private void copyProgram(String from, Path to) throws IOException {
    Files.copy(release.root().resolve(from), to);
    if (!to.toFile().setExecutable(true, false)) {
      throw new IOException("cannot make " + to + " executable");
    }
  }

  private void writeRuntime() throws IOException {
    ToolProvider jlink =
        ToolProvider.findFirst("jlink")
            .orElseThrow(() -> new IOException("the JDK that runs this has no jlink"));
    int status =
        jlink.run(
            System.out,
            System.err,
            "--output=" + folder.resolve("runtime"),
            "--add-modules=" + MODULES,
            "--strip-debug",
            "--no-header-files",
            "--no-man-pages");
    if (status != 0) {
      throw new IOException("jlink: exit status " + status);
    }
    Files.delete(folder.resolve("runtime/bin/keytool"));
  }

  /** Writes the jars as a clone's launcher has them made for a fast start. */
  private void writeJars() throws IOException, InterruptedException {
    Path cli = release.root().resolve("cli/target");
    List<Path> built = new ArrayList<>(List.of(cli.resolve("cli.jar")));
    for (String name : Files.readString(cli.resolve("classpath")).strip().split(":", -1)) {
      built.add(cli.resolve(name));
    }
    Path changed = Folders.fresh(folder.resolveSibling("jars"));
    train(built, changed);
    take(changed.resolve("resources.jar"));
    for (Path jar : built) {
      Path other = changed.resolve(jar.getFileName());
      if (!isUnpacked(jar.getFileName().toString())) {
        take(Files.exists(other) ? other : jar);
      }
    }
    Files.copy(changed.resolve("build.id"), lib.resolve("build.id"));
    Files.writeString(
        lib.resolve("build.id"), Files.readString(lib.resolve("build.id")).strip() + "\n");
    Files.writeString(lib.resolve("classpath"), String.join("\n", jars) + "\n");
  }

  private boolean isUnpacked(String name) {
    return UNPACKED.stream().anyMatch(n -> name.matches(n + "-.*-linux-.*\\.jar"));
  }

  private void take(Path jar) throws IOException {
    String name = jar.getFileName().toString();
    Files.copy(jar, lib.resolve("jars").resolve(name), StandardCopyOption.REPLACE_EXISTING);
    jars.add(name);
  }

  private static void train(List<Path> jars, Path to) throws IOException, InterruptedException {
    String path = jars.stream().map(Path::toString).collect(Collectors.joining(":"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        List.of(java, "-cp", path, "dev.barnacle.cli.Training", "jars", to.toString());
    run(command);
  }

  /**
   * Writes the driver.
   *
   * @param llvm where LLVM is, from {@code lib}
   */
  void writeDriver(String llvm) throws IOException {
    List<String> needed =
        Drivers.needed(jars.stream().map(Path::of).toList()).stream()
            .map(jar -> "jars/" + jar)
            .toList();
    DriverLibrary.writeMovable(
        lib, "../runtime", needed, List.of("-Dbarnacle.llvm=${here}/" + llvm));
  }
}
