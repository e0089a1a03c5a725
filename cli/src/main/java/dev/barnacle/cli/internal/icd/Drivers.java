package dev.barnacle.cli.internal.icd;

import dev.barnacle.cli.internal.InputException;
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
   * @throws InputException if the system cannot load it
   */
  public static DriverLibrary prepare(Path cache, PrintWriter err) {
    return ready(DriverLibrary.prepare(cache, javaHome(), classPath()), classPath(), err);
  }

  /**
   * Returns a driver that programs can load, trained if it has not been.
   *
   * @throws InputException if the system cannot load it
   */
  static DriverLibrary ready(DriverLibrary driver, List<Path> jars, PrintWriter err) {
    driver
        .loadError()
        .ifPresent(
            error -> {
              throw new InputException("the OpenCL driver cannot be loaded: " + error);
            });
    if (!driver.isTrained()) {
      err.println("barnacle: preparing a fast start of the OpenCL driver, once (a few seconds)");
      err.flush();
      driver.train(javaHome(), jars);
    }
    return driver;
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
