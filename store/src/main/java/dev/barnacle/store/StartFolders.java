package dev.barnacle.store;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folders of the cache with what makes programs start fast, one for each build and place: those
 * below {@code start} for what is installed, and {@code icd-…} for the driver of a clone. A
 * folder's time is when it was last used.
 */
public final class StartFolders {
  /** The bytes that all folders together are kept below. */
  public static final long DEFAULT_BYTES = 1L << 30;

  /** A folder that has one of these is of a build and place. */
  private static final List<String> MADE = List.of(".aot", ".options");

  private StartFolders() {}

  private record Folder(Path path, FileTime used, long bytes) {}

  /** Deletes those that were used longest ago, until all are small enough; the newest stays. */
  public static void trim(Path cache, long maxBytes) {
    try {
      List<Folder> folders = find(cache);
      long total = folders.stream().mapToLong(Folder::bytes).sum();
      folders.sort(Comparator.comparing(Folder::used).thenComparing(Folder::path));
      for (Folder oldest : folders.subList(0, Math.max(0, folders.size() - 1))) {
        if (total <= maxBytes) {
          return;
        }
        delete(oldest.path());
        total -= oldest.bytes();
      }
    } catch (IOException e) {
      return; // another process is at it, or the disk is read-only: it stays as large as it is
    }
  }

  private static List<Folder> find(Path cache) throws IOException {
    List<Path> paths = new ArrayList<>();
    if (Files.isDirectory(cache)) {
      try (Stream<Path> all = Files.list(cache)) {
        all.filter(p -> p.getFileName().toString().startsWith("icd-")).forEach(paths::add);
      }
    }
    Path start = cache.resolve("start");
    if (Files.isDirectory(start)) {
      try (Stream<Path> all = Files.walk(start, new FileVisitOption[0])) {
        all.filter(StartFolders::isMade).map(Path::getParent).distinct().forEach(paths::add);
      }
    }
    List<Folder> folders = new ArrayList<>();
    for (Path path : paths) {
      folders.add(new Folder(path, Files.getLastModifiedTime(path), bytes(path)));
    }
    return folders;
  }

  private static boolean isMade(Path file) {
    return MADE.stream().anyMatch(file.getFileName().toString()::endsWith);
  }

  private static long bytes(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  /** Deletes a folder, and those above it that are empty then. */
  private static void delete(Path folder) throws IOException {
    Folders.delete(folder);
    Path above = folder.getParent();
    while (above != null && isEmpty(above)) {
      Files.delete(above);
      above = above.getParent();
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.findAny().isEmpty();
    }
  }
}
