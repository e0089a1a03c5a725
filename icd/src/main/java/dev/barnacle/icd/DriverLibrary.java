package dev.barnacle.icd;

import dev.barnacle.icd.internal.ShimCompiler;
import dev.barnacle.icd.internal.process.LoadCheck;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The driver as a shared library that OpenCL loaders can load, in a folder with what it needs to
 * know:
 *
 * <pre>
 * libbarnacle-icd.so     the shim, compiled by the clang that Barnacle carries
 * barnacle-icd.conf      where the JVM and Barnacle's jars are, and the JVM's options
 * barnacle-icd.aot       what the JVM has learnt from a training run, if there was one
 * vendors/barnacle.icd   the path of the library, for OCL_ICD_VENDORS
 * </pre>
 *
 * @param folder its folder
 */
public record DriverLibrary(Path folder) {
  private static final String LIBRARY = "libbarnacle-icd.so";
  private static final String SETTINGS = "barnacle-icd.conf";
  private static final String AOT_CACHE = "barnacle-icd.aot";
  private static final String BUILD = "build.id";
  private static final String PARTIAL = ".new-icd-";

  /** The options of a JVM that the driver starts. */
  private static final List<String> OPTIONS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", // kernels under check are faster
          "-Xlog:disable",
          "-XX:+UseSerialGC",
          "-Xms16m",
          "-Xrs", // signals are the program's
          "-XX:-MaxFDLimit", // its limits too
          "-XX:+UnlockDiagnosticVMOptions", // and what is in its cores
          "-XX:-DumpPrivateMappingsInCore",
          "-XX:-DumpSharedMappingsInCore",
          "-Dsun.jnu.encoding=UTF-8", // of paths, whatever the program's locale is
          // The stack of the program's first thread is the program's too: the JVM would close all
          // of
          // it but the first megabyte.
          "-XX:+UnlockExperimentalVMOptions",
          "-XX:+DisablePrimordialThreadGuardPages",
          "-Xss8m",
          // The C library takes the program's thread-local variables from each thread's stack, and
          // the JVM has threads of 128 KB: without the one that sees clang end, builds hang.
          "-XX:+AdjustStackSizeForTLS",
          // Profiles of the training would have hundreds of methods compiled as the program starts.
          "-XX:-AOTRecordTraining",
          "-XX:-AOTReplayTraining",
          "-XX:-UsePerfData");

  /**
   * Unless kernels are watched: buffers are not on it, and garbage need not pile up. Commands of
   * many threads that are under way outlive collections of a young generation of a few megabytes,
   * and the old one grows to its most before that garbage is looked at. A method is compiled later
   * than in other programs: launches run without Java once they have been seen, and what starts a
   * program runs a few times.
   */
  private static final List<String> RUN =
      List.of("-Xms56m", "-Xmn48m", "-Xmx512m", "-XX:CompileThresholdScaling=4");

  /** Under a limit of the address space; the shim chooses more by what is left. */
  private static final List<String> SMALL =
      List.of("-Xms32m", "-Xmn16m", "-Xss2m", "-XX:CICompilerCount=2");

  /**
   * Returns the driver for a JVM and jars, made if it is not there yet.
   *
   * @param cache where it gets a folder named after all that it depends on
   * @param javaHome a JDK or JRE, 25 or later
   * @param classPath Barnacle's jars, {@code icd}'s first
   * @throws UncheckedIOException if a file cannot be written
   * @throws IllegalStateException if the shim cannot be compiled for this machine
   */
  public static DriverLibrary prepare(Path cache, Path javaHome, List<Path> classPath) {
    String jars =
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    DriverLibrary unnamed = new DriverLibrary(Path.of(""));
    String inputs = stamps(classPath) + unnamed.settings(javaHome, jars) + ShimCompiler.inputs();
    DriverLibrary driver = new DriverLibrary(cache.toAbsolutePath().resolve("icd-" + key(inputs)));
    Path folder = driver.folder;
    if (Files.isDirectory(folder)) {
      return driver;
    }
    try {
      Files.createDirectories(cache);
      Path partial = Files.createTempDirectory(cache, PARTIAL);
      try {
        ShimCompiler.compile(partial.resolve(LIBRARY));
        Files.writeString(partial.resolve(SETTINGS), driver.settings(javaHome, jars));
        Path vendors = Files.createDirectory(partial.resolve("vendors"));
        Files.writeString(vendors.resolve("barnacle.icd"), driver.library() + "\n");
        publish(partial, folder);
      } finally {
        delete(partial);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return driver;
  }

  /** Another process may have been faster, with the same result. */
  private static void publish(Path partial, Path folder) throws IOException {
    try {
      Files.setPosixFilePermissions(
          partial, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  private static String stamps(List<Path> files) {
    StringBuilder text = new StringBuilder();
    for (Path file : files) {
      File f = file.toFile();
      text.append(file).append(' ').append(f.length()).append(' ').append(f.lastModified());
      text.append('\n');
    }
    return text.toString();
  }

  private static String key(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private String settings(Path javaHome, String jars) {
    List<String> lines = new ArrayList<>();
    lines.add("jvm " + javaHome.resolve("lib/server/libjvm.so"));
    lines.add("jars " + jars);
    lines.add("option -Djava.class.path=" + jars);
    buildFile(jars).ifPresent(f -> lines.add("option -Dbarnacle.build.file=" + f));
    OPTIONS.forEach(o -> lines.add("option " + o));
    RUN.forEach(o -> lines.add("run-option " + o));
    SMALL.forEach(o -> lines.add("small-option " + o));
    lines.add("option -XX:AOTCache=" + aotCache());
    // A report is for who asks for it; else the program ends as others do.
    lines.add("quiet-option -XX:+SuppressFatalErrorMessage");
    lines.add("quiet-option -XX:-PrintWarnings");
    lines.add("debug-option -XX:ErrorFile=" + folder.resolve("hs_err_pid%p.log"));
    return String.join("\n", lines) + "\n";
  }

  /** Returns the file that says which build the jars are of, where there is one beside them. */
  private static Optional<Path> buildFile(String jars) {
    Path first = Path.of(jars.split(File.pathSeparator, 2)[0]);
    return Optional.of(first.resolveSibling(BUILD)).filter(Files::isRegularFile);
  }

  /** Returns the library. */
  public Path library() {
    return folder.resolve(LIBRARY);
  }

  /**
   * Tells why programs cannot load the library, in the words of the system, or nothing if they can.
   * A loader of OpenCL drivers passes over one that it cannot load without a word.
   */
  public Optional<String> loadError() {
    return LoadCheck.error(library());
  }

  /** Returns the folder for {@code OCL_ICD_VENDORS}. */
  public Path vendors() {
    return folder.resolve("vendors");
  }

  private Path aotCache() {
    return folder.resolve(AOT_CACHE);
  }

  /** Returns whether {@link #train} has been done. */
  public boolean isTrained() {
    return Files.exists(aotCache());
  }

  /**
   * Records the classes that most programs make the driver load, so that JVMs start with them (JEP
   * 483), unless that has been done. It takes a few seconds. That it fails only makes programs
   * start more slowly.
   *
   * @return whether the record is there now
   */
  public boolean train(Path javaHome, List<Path> classPath) {
    if (isTrained()) {
      return true;
    }
    try {
      Path made = folder.resolve(AOT_CACHE + "." + ProcessHandle.current().pid());
      List<String> command = new ArrayList<>();
      command.add(javaHome.resolve("bin/java").toString());
      command.addAll(OPTIONS);
      command.add("-XX:AOTCacheOutput=" + made);
      command.add("-cp");
      command.add(
          classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
      command.add("dev.barnacle.icd.internal.Training");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      process.waitFor();
      Files.deleteIfExists(Path.of(made + ".config"));
      if (Files.exists(made) && Files.size(made) > 0) {
        Files.move(made, aotCache(), StandardCopyOption.ATOMIC_MOVE);
      }
      return Files.exists(aotCache());
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
