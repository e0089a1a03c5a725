package dev.barnacle.cli.internal.icd;

import dev.barnacle.icd.DriverLibrary;
import dev.barnacle.store.Folders;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Puts Barnacle's jars and driver where they stay when this folder is built anew: {@code lib/} and
 * {@code icd-…/} below a folder.
 */
public final class Installation {
  private static final String REGISTERED = "barnacle.icd";

  private Installation() {}

  /**
   * Installs.
   *
   * @param folder where
   * @return the driver there
   * @throws IOException if something cannot be written
   */
  public static DriverLibrary into(Path folder, PrintWriter err) throws IOException {
    Optional<DriverLibrary> installed = Drivers.installed();
    if (installed.isPresent()) {
      return Drivers.ready(installed.get(), List.of(), err); // it stays where it is
    }
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
   * Deletes what {@link #into} made; other files that somebody put there stay.
   *
   * @return the folder, empty where there was nothing to delete
   * @throws IOException if something cannot be deleted
   */
  public static Optional<Path> delete(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    List<Path> made;
    try (Stream<Path> entries = Files.list(folder)) {
      made = entries.filter(Installation::isMade).toList();
    }
    for (Path path : made) {
      Folders.delete(path);
    }
    boolean empty;
    try (Stream<Path> left = Files.list(folder)) {
      empty = left.findAny().isEmpty();
    }
    if (empty) {
      Files.delete(folder);
    }
    return made.isEmpty() && !empty ? Optional.empty() : Optional.of(folder);
  }

  private static boolean isMade(Path path) {
    String name = String.valueOf(path.getFileName());
    return name.equals("lib") || name.startsWith("icd-");
  }

  /**
   * Deletes the file that {@link #register} wrote, if it names a driver in a folder.
   *
   * @return the file, empty where there is none of that driver
   * @throws IOException if it cannot be deleted
   */
  public static Optional<Path> unregister(Path folder, Path vendors) throws IOException {
    Path file = vendors.resolve(REGISTERED);
    if (!Files.isRegularFile(file) || !isOf(Path.of(Files.readString(file).strip()), folder)) {
      return Optional.empty();
    }
    Files.delete(file);
    return Optional.of(file);
  }

  private static boolean isOf(Path library, Path folder) {
    return library.startsWith(folder.toAbsolutePath())
        || Drivers.installed().filter(d -> d.library().equals(library)).isPresent();
  }

  /**
   * Registers a driver with the system's loaders.
   *
   * @param vendors the folder that they read, such as {@code /etc/OpenCL/vendors}
   * @throws IOException if it cannot be written
   */
  public static Path register(DriverLibrary driver, Path vendors) throws IOException {
    Files.createDirectories(vendors);
    Path file = vendors.resolve(REGISTERED);
    Files.writeString(file, driver.library() + "\n");
    return file;
  }
}
