package dev.barnacle.cli.internal.bench.first;

import dev.barnacle.cli.internal.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An OpenCL platform that is installed.
 *
 * @param name its name and version
 * @param vendors a folder for {@code OCL_ICD_VENDORS} that names this platform's library alone: no
 *     process pays for what others do when they are loaded
 */
record Installed(String name, Path vendors) {
  private static final Path SYSTEM = Path.of("/etc/OpenCL/vendors");
  private static final String OURS = "libbarnacle-icd";

  /**
   * Returns the libraries of drivers that are registered: in {@code /etc/OpenCL/vendors}, and as
   * the loaders' variables say. Barnacle's own are left out.
   *
   * @param vendors what {@code OCL_ICD_VENDORS} says: a folder, a file of it, or a library
   * @param files what {@code OCL_ICD_FILENAMES} says: libraries with colons between them
   */
  static List<String> libraries(@Nullable String vendors, @Nullable String files) {
    Set<String> all = new LinkedHashSet<>(in(SYSTEM));
    if (vendors != null && !vendors.isEmpty()) {
      all.addAll(in(Path.of(vendors)));
    }
    if (files != null) {
      all.addAll(List.of(files.split(":", -1)));
    }
    all.removeIf(library -> library.isEmpty() || library.contains(OURS));
    return List.copyOf(all);
  }

  private static List<String> in(Path place) {
    try {
      if (Files.isDirectory(place)) {
        List<String> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(place)) {
          for (Path file : files.sorted().filter(f -> f.toString().endsWith(".icd")).toList()) {
            all.addAll(in(file));
          }
        }
        return all;
      }
      if (place.toString().endsWith(".icd") && Files.isReadable(place)) {
        return Files.readString(place).lines().limit(1).map(String::strip).toList();
      }
      return place.equals(SYSTEM) ? List.of() : List.of(place.toString());
    } catch (IOException e) {
      throw new InputException("cannot read " + place + ": " + e.getMessage());
    }
  }

  /** Returns a folder below another that names a library alone. */
  static Path alone(Path below, String library) {
    try {
      Path folder = Files.createTempDirectory(below, "vendors-");
      Files.writeString(folder.resolve("driver.icd"), library + "\n");
      return folder;
    } catch (IOException e) {
      throw new InputException("cannot write to " + below + ": " + e.getMessage());
    }
  }
}
