package dev.barnacle.cli.internal.launch;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The programs and launch files below a folder.
 *
 * @param launches the launch files, sorted
 * @param programs the programs ({@code *.cl}, {@code *.clcpp}), sorted, each with the kernels that
 *     launch files are of; without those of which a launch file takes the only kernel
 */
public record SourceFolder(List<Path> launches, Map<Path, Set<String>> programs) {
  /**
   * Looks for them.
   *
   * @throws InputException if the folder cannot be read, or holds none
   */
  public static SourceFolder of(Path folder) {
    List<Path> launches = new ArrayList<>();
    Map<Path, Set<String>> programs = new TreeMap<>();
    List<Path> files = InputFiles.access(folder, () -> files(folder));
    files.stream()
        .filter(file -> file.toString().matches(".*\\.cl(cpp)?"))
        .forEach(file -> programs.put(file, new HashSet<>()));
    for (Path file : files) {
      if (file.toString().endsWith(".json") && LaunchFile.isOne(file)) {
        launches.add(file);
        cover(LaunchFile.read(file.toString()), programs);
      }
    }
    if (launches.isEmpty() && programs.isEmpty()) {
      throw new InputException(Place.file(folder.toString()), "holds no program (*.cl)");
    }
    return new SourceFolder(launches, programs);
  }

  /**
   * Returns the launch files below a folder, sorted.
   *
   * @throws InputException if the folder cannot be read
   */
  public static List<Path> launches(Path folder) {
    return InputFiles.access(folder, () -> files(folder)).stream()
        .filter(file -> file.toString().endsWith(".json") && LaunchFile.isOne(file))
        .toList();
  }

  /** The folder may be a link itself; links below it are not followed, as they may lead back. */
  private static List<Path> files(Path folder) throws IOException {
    Path real = folder.toRealPath();
    try (Stream<Path> all = Files.walk(real)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.resolve(real.relativize(file)))
          .sorted()
          .toList();
    }
  }

  private static void cover(LaunchSpec launch, Map<Path, Set<String>> programs) {
    Path source = launch.source();
    if (source == null) {
      return;
    }
    String kernel = launch.kernel();
    for (Path program : List.copyOf(programs.keySet())) {
      if (!program.normalize().equals(source.normalize())) {
        continue;
      }
      if (kernel == null) {
        programs.remove(program);
      } else {
        programs.computeIfAbsent(program, p -> new HashSet<>()).add(kernel);
      }
    }
  }
}
