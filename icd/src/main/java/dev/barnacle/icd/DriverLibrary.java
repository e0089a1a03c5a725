package dev.barnacle.icd;

import dev.barnacle.icd.internal.ShimCompiler;
import dev.barnacle.icd.internal.process.LoadCheck;
import dev.barnacle.store.CacheDirectory;
import dev.barnacle.store.Folders;
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
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

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
 * @param vendors the folder for {@code OCL_ICD_VENDORS}
 * @param trainsItself whether it needs no {@link #train}
 */
public record DriverLibrary(Path folder, Path vendors, boolean trainsItself) {
  private static final String LIBRARY = "libbarnacle-icd.so";
  private static final String SETTINGS = "barnacle-icd.conf";
  private static final String AOT_CACHE = "barnacle-icd.aot";
  private static final String BUILD = "build.id";
  private static final String PARTIAL = ".new-icd-";
  private static final String OWN_JAR = "barnacle-icd";
  private static final String HERE = "${here}/";
  private static final String START = "${start}/";

  /**
   * Returns the driver for a JVM and jars, made if it is not there yet.
   *
   * @param cache where it gets a folder named after all that it depends on
   * @param javaHome a JDK or JRE, 25 or later
   * @param classPath Barnacle's jars
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
        Folders.delete(partial);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return driver;
  }

  /** Makes that of a clone, which has all in one folder. */
  public DriverLibrary(Path folder) {
    this(folder, folder.resolve("vendors"), false);
  }

  /**
   * Returns the driver of a tree that {@link #writeMovable} has written.
   *
   * @param lib where it is
   * @param start a folder of the user's cache; what names the driver for loaders is written there
   * @throws IOException if that cannot be written
   */
  public static DriverLibrary installed(Path lib, Path start) throws IOException {
    DriverLibrary driver = new DriverLibrary(lib, start.resolve("vendors"), true);
    Path file = driver.vendors.resolve("barnacle.icd");
    String content = driver.library() + "\n";
    if (!Files.isRegularFile(file) || !Files.readString(file).equals(content)) {
      CacheDirectory.write(file, content.getBytes(StandardCharsets.UTF_8));
    }
    return driver;
  }

  /**
   * Writes the driver for a tree that may be moved: the library and its text, whose paths begin
   * with {@code ${here}}, the library's own folder, or {@code ${start}}, a folder of the user's
   * cache that the driver makes.
   *
   * @param lib where to; {@code build.id} is to be there
   * @param jvm the JVM's home, as from there
   * @param jars Barnacle's jars, as from there
   * @param options more options of the JVM
   * @throws IOException if a file cannot be written
   */
  public static void writeMovable(Path lib, String jvm, List<String> jars, List<String> options)
      throws IOException {
    ShimCompiler.compile(lib.resolve(LIBRARY));
    String names = jars.stream().map(HERE::concat).collect(Collectors.joining(File.pathSeparator));
    DriverSettings settings =
        new DriverSettings(
            HERE + jvm,
            names,
            bootJar(names),
            Optional.of(HERE + BUILD),
            START + "icd.aot",
            START,
            options);
    Files.writeString(lib.resolve(SETTINGS), settings.text());
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
    return new DriverSettings(
            javaHome.resolve("lib/server/libjvm.so").toString(),
            jars,
            bootJar(jars),
            buildFile(jars).map(Path::toString),
            aotCache().toString(),
            folder.toString(),
            List.of())
        .text();
  }

  /** Returns the jar with the class that brings Barnacle into a JVM that is there already. */
  private static String bootJar(String jars) {
    List<String> all = List.of(jars.split(File.pathSeparator));
    return all.stream()
        .filter(jar -> jar.substring(jar.lastIndexOf('/') + 1).startsWith(OWN_JAR))
        .findFirst()
        .orElse(all.getFirst());
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

  private Path aotCache() {
    return folder.resolve(AOT_CACHE);
  }

  /** Returns whether {@link #train} has been done. */
  public boolean isTrained() {
    return trainsItself || Files.exists(aotCache());
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
      command.addAll(DriverSettings.OPTIONS);
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
}
