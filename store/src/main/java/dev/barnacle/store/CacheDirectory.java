package dev.barnacle.store;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Barnacle's cache folder: {@code $BARNACLE_CACHE}, or {@code barnacle} in the platform's usual
 * place ({@code $XDG_CACHE_HOME} or {@code ~/.cache}; {@code ~/Library/Caches} on macOS; {@code
 * %LOCALAPPDATA%} on Windows). All that is in it can be deleted at any time while no process uses
 * it.
 *
 * <p>Where the usual place cannot be written, as by services without a home, the folder is a
 * private one of the user's among temporary files ({@link PrivateFolder}); a folder that {@code
 * BARNACLE_CACHE} names is taken at its word.
 */
public final class CacheDirectory {
  private CacheDirectory() {}

  /** The folder, which need not exist yet. */
  public static Path get() {
    return Located.FOLDER;
  }

  /** Holds the folder that was found when it was first asked for. */
  private static final class Located {
    static final Path FOLDER = choose();

    private static Path choose() {
      Path usual = locate(System.getenv(), System.getProperties());
      String own = System.getenv("BARNACLE_CACHE");
      if ((own != null && !own.isBlank()) || PrivateFolder.canWrite(usual)) {
        return usual;
      }
      return PrivateFolder.find(PrivateFolder.places(System.getenv())).orElse(usual);
    }
  }

  static Path locate(Map<String, String> environment, Properties properties) {
    String own = environment.get("BARNACLE_CACHE");
    if (own != null && !own.isBlank()) {
      return Path.of(own).toAbsolutePath();
    }
    return platformCache(environment, properties).resolve("barnacle").toAbsolutePath();
  }

  /**
   * Makes a folder for files that are deleted soon: among temporary files, or in the cache where
   * those cannot be written.
   *
   * @throws IOException if there is no place for it
   */
  public static Path workFolder() throws IOException {
    try {
      return Files.createTempDirectory("barnacle-");
    } catch (IOException e) {
      return Files.createTempDirectory(Files.createDirectories(get()), ".work-");
    }
  }

  /** The user's home: {@code $HOME}, as other programs have it, or else what the system knows. */
  public static Path home() {
    return home(System.getenv(), System.getProperties());
  }

  static Path home(Map<String, String> environment, Properties properties) {
    String home = environment.get("HOME");
    return home != null && Path.of(home).isAbsolute()
        ? Path.of(home)
        : Path.of(properties.getProperty("user.home", "."));
  }

  private static Path platformCache(Map<String, String> environment, Properties properties) {
    Path home = home(environment, properties);
    String os = properties.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (os.startsWith("windows")) {
      String local = environment.get("LOCALAPPDATA");
      return local == null ? home.resolve("AppData").resolve("Local") : Path.of(local);
    }
    if (os.startsWith("mac")) {
      return home.resolve("Library").resolve("Caches");
    }
    String xdg = environment.get("XDG_CACHE_HOME");
    // The XDG base directory specification: relative paths are to be ignored.
    return xdg != null && Path.of(xdg).isAbsolute() ? Path.of(xdg) : home.resolve(".cache");
  }

  /**
   * Writes a file so that other processes see either all of it or what was there before.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(Path file, byte[] content) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IOException("not a file: " + file);
    }
    Files.createDirectories(folder);
    Path temporary = Files.createTempFile(folder, ".new-", ".tmp");
    try {
      Files.write(temporary, content);
      replace(temporary, file);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void replace(Path temporary, Path file) throws IOException {
    try {
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException | FileAlreadyExistsException e) {
      Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
