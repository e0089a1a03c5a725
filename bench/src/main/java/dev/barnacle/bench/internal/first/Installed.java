package dev.barnacle.bench.internal.first;

import dev.barnacle.bench.internal.drivers.RegisteredDrivers;
import dev.barnacle.command.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An OpenCL platform that is installed.
 *
 * @param name its name and version, or its library where it does not tell them
 * @param vendors a folder for {@code OCL_ICD_VENDORS} that names this platform's library alone: no
 *     process pays for what others do when they are loaded
 */
record Installed(String name, Path vendors) {
  /** Returns a folder below another that names a library alone. */
  static Path alone(Path below, String library) {
    try {
      Path folder = Files.createTempDirectory(below, "vendors-");
      RegisteredDrivers.register(folder, library);
      return folder;
    } catch (IOException e) {
      throw new InputException("cannot write to " + below + ": " + e.getMessage());
    }
  }
}
