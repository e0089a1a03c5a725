package dev.barnacle.bench.internal.drivers;

import dev.barnacle.command.input.InputException;
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
 * The OpenCL drivers that are registered on this machine, but for Barnacle's own. A folder that
 * names one alone lets a process load no other: none pays for another, or ends with it.
 */
public final class RegisteredDrivers {
  private static final Path SYSTEM = Path.of("/etc/OpenCL/vendors");
  private static final String OURS = "libbarnacle-icd";

  private RegisteredDrivers() {}

  /** Returns the libraries of all, as {@link #libraries(String, String)} by the environment. */
  public static List<String> libraries() {
    return libraries(System.getenv("OCL_ICD_VENDORS"), System.getenv("OCL_ICD_FILENAMES"));
  }

  /**
   * Returns the libraries of drivers that are registered: in {@code /etc/OpenCL/vendors}, and as
   * the loaders' variables say. Barnacle's own are left out.
   *
   * @param vendors what {@code OCL_ICD_VENDORS} says: a folder, a file of it, or a library
   * @param files what {@code OCL_ICD_FILENAMES} says: libraries with colons between them
   */
  public static List<String> libraries(@Nullable String vendors, @Nullable String files) {
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

  /**
   * Makes a folder name a library alone.
   *
   * @param folder an empty one, which goes to {@code OCL_ICD_VENDORS} with a slash behind it
   */
  public static void register(Path folder, String library) {
    try {
      Files.writeString(folder.resolve("driver.icd"), library + "\n");
    } catch (IOException e) {
      throw new InputException("cannot write to " + folder + ": " + e.getMessage());
    }
  }
}
