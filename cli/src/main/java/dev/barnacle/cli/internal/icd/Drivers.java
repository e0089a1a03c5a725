package dev.barnacle.cli.internal.icd;

import dev.barnacle.command.input.InputException;
import dev.barnacle.icd.DriverLibrary;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The OpenCL driver of this Barnacle. */
public final class Drivers {
  /**
   * The parts of the class path that the driver does not need, by the beginnings of files' names.
   */
  private static final List<String> NOT_NEEDED =
      List.of("cli", "barnacle-bench", "barnacle-command", "lwjgl");

  /**
   * The properties for the place of an installed Barnacle, and for that of its files for a start.
   */
  private static final String TREE = "barnacle.tree";

  private static final String START = "barnacle.start";

  private Drivers() {}

  /**
   * Returns the driver, with the jars that this process runs from; the first time it is made and
   * trained, which is told.
   *
   * @param cache where it is kept
   * @throws InputException if the system cannot load it
   */
  public static DriverLibrary prepare(Path cache, PrintWriter err) {
    Optional<DriverLibrary> installed = installed();
    return installed.isPresent()
        ? ready(installed.get(), List.of(), err)
        : ready(DriverLibrary.prepare(cache, javaHome(), classPath()), classPath(), err);
  }

  /**
   * Returns the driver of the tree that this Barnacle was installed as; empty where it is a clone.
   *
   * @throws InputException if the folder for {@code OCL_ICD_VENDORS} cannot be made
   */
  static Optional<DriverLibrary> installed() {
    String tree = System.getProperty(TREE, "");
    if (tree.isEmpty()) {
      return Optional.empty();
    }
    Path start = Path.of(System.getProperty(START));
    try {
      return Optional.of(DriverLibrary.installed(Path.of(tree).resolve("lib"), start));
    } catch (IOException e) {
      throw new InputException("cannot write to " + start + ": " + e.getMessage());
    }
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

  /** Returns the jars that the driver needs. */
  static List<Path> classPath() {
    return needed(
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .map(Path::toAbsolutePath)
            .toList());
  }

  /** Returns those of all jars that the driver needs. */
  public static List<Path> needed(List<Path> all) {
    return all.stream()
        .filter(p -> NOT_NEEDED.stream().noneMatch(n -> fileName(p).startsWith(n)))
        .toList();
  }

  private static String fileName(Path path) {
    return String.valueOf(path.getFileName());
  }
}
