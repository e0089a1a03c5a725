package dev.barnacle.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders of files. */
final class Folders {
  private Folders() {}

  /** Returns a folder that is empty. */
  static Path fresh(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    return Files.createDirectories(folder);
  }

  /** Returns the files below a folder, by name, as paths from it. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).map(folder::relativize).sorted().toList();
    }
  }

  static void move(Path from, Path to) throws IOException {
    Files.createDirectories(to.resolveSibling("."));
    Files.move(from, to);
  }
}
