package dev.barnacle.cli.internal.icd;

import dev.barnacle.icd.DriverLibrary;
import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The OpenCL driver of this Barnacle. */
public final class Drivers {
  /** What of the class path the driver does not need, by how the files' names begin. */
  private static final List<String> NOT_NEEDED =
      List.of("cli", "picocli", "jackson", "lwjgl", "explore", "model");

  private Drivers() {}

  /**
   * Returns the driver, with the jars that this process runs from; the first time it is made and
   * trained, which is told.
   *
   * @param cache where it is kept
   */
  public static DriverLibrary prepare(Path cache, PrintWriter err) {
    DriverLibrary driver = DriverLibrary.prepare(cache, javaHome(), classPath());
    train(driver, classPath(), err);
    return driver;
  }

  /** Trains a driver that has not been. */
  static void train(DriverLibrary driver, List<Path> jars, PrintWriter err) {
    if (!driver.isTrained()) {
      err.println("barnacle: preparing a fast start of the OpenCL driver, once (a few seconds)");
      err.flush();
      driver.train(javaHome(), jars);
    }
  }

  static Path javaHome() {
    return Path.of(System.getProperty("java.home"));
  }

  /** Returns the jars that the driver needs, {@code icd}'s first. */
  static List<Path> classPath() {
    List<Path> all =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .map(Path::toAbsolutePath)
            .filter(p -> NOT_NEEDED.stream().noneMatch(n -> fileName(p).startsWith(n)))
            .toList();
    return Stream.concat(
            all.stream().filter(p -> fileName(p).startsWith("icd")),
            all.stream().filter(p -> !fileName(p).startsWith("icd")))
        .toList();
  }

  private static String fileName(Path path) {
    return String.valueOf(path.getFileName());
  }
}
