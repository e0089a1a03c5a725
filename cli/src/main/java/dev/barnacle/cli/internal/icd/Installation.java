package dev.barnacle.cli.internal.icd;

import dev.barnacle.icd.DriverLibrary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts Barnacle's jars and driver where they stay when this folder is built anew: {@code lib/} and
 * {@code icd-…/} below a folder.
 */
public final class Installation {
  private Installation() {}

  /**
   * Installs.
   *
   * @param folder where
   * @return the driver there
   * @throws IOException if something cannot be written
   */
  public static DriverLibrary into(Path folder, PrintWriter err) throws IOException {
    Path lib = Files.createDirectories(folder.toAbsolutePath().resolve("lib"));
    List<Path> jars = new ArrayList<>();
    for (Path jar : Drivers.classPath()) {
      if (Files.isDirectory(jar)) {
        throw new IOException(jar + " is no jar: run the barnacle launcher, which builds jars");
      }
      Path copy = lib.resolve(String.valueOf(jar.getFileName()));
      Path temporary = Files.createTempFile(lib, ".new-", ".jar");
      Files.copy(
          jar, temporary, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      Files.move(
          temporary, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      jars.add(copy);
    }
    return Drivers.ready(DriverLibrary.prepare(folder, Drivers.javaHome(), jars), jars, err);
  }

  /**
   * Registers a driver with the system's loaders.
   *
   * @param vendors the folder that they read, such as {@code /etc/OpenCL/vendors}
   * @throws IOException if it cannot be written
   */
  public static Path register(DriverLibrary driver, Path vendors) throws IOException {
    Files.createDirectories(vendors);
    Path file = vendors.resolve("barnacle.icd");
    Files.writeString(file, driver.library() + "\n");
    return file;
  }
}
