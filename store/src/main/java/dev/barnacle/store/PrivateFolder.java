package dev.barnacle.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A folder of the user's own where everybody may write, named after the user: {@code
 * barnacle-<uid>}. It is used again by the user's next processes. Programs are run from it, so one
 * that somebody else has made, may write to or has put a link in the place of is left alone.
 */
final class PrivateFolder {
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFolder() {}

  /**
   * Returns the places for such folders, best first: those that outlive a process before memory.
   */
  static List<Path> places(Map<String, String> environment) {
    List<Path> places = new ArrayList<>();
    String wanted = environment.get("TMPDIR");
    if (wanted != null && Path.of(wanted).isAbsolute()) {
      places.add(Path.of(wanted));
    }
    places.addAll(List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/dev/shm")));
    return places;
  }

  /** Returns the first that can be made or is there already, and is safe. */
  static Optional<Path> find(List<Path> places) {
    return places.stream().flatMap(place -> in(place).stream()).findFirst();
  }

  private static Optional<Path> in(Path place) {
    try {
      Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      Path folder = place.resolve("barnacle-" + user);
      try {
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNERS));
      } catch (FileAlreadyExistsException e) {
        if (!isSafe(folder, user)) {
          return Optional.empty();
        }
      }
      return canWrite(folder) ? Optional.of(folder) : Optional.empty();
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return Optional.empty(); // not here, or not on this system
    }
  }

  private static boolean isSafe(Path folder, Object user) throws IOException {
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        && user.equals(Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS))
        && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNERS);
  }

  /** Returns whether files can be made in a folder, which is made if it is not there yet. */
  static boolean canWrite(Path folder) {
    try {
      Files.createDirectories(folder);
      return Files.isWritable(folder);
    } catch (IOException e) {
      return false;
    }
  }
}
