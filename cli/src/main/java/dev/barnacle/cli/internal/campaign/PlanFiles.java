package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cli.internal.launch.SourceFolder;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files that a plan names, relative to its folder. */
final class PlanFiles {
  private final Path root;

  /** Makes those of a plan in a folder. */
  PlanFiles(Path root) {
    this.root = root;
  }

  /**
   * A file of a task.
   *
   * @param name as the plan has it, with slashes
   * @param path where it is from here
   * @param covered kernels that other files are of
   */
  record Named(String name, String path, Set<String> covered) {}

  /** Returns where a file is from here. */
  String path(String name, Place place) {
    return resolved(name, place).normalize().toString();
  }

  private Path resolved(String name, Place place) {
    try {
      return InputFiles.resolve(root, name);
    } catch (InputException e) {
      throw new InputException(place, String.valueOf(e.getMessage()));
    }
  }

  /** Returns the files of a name, which may be a pattern ({@code *}, {@code **}), or a folder. */
  List<Named> files(String name, Place place, boolean programs) {
    int glob = name.indexOf('*');
    if (glob >= 0) {
      return matching(name, glob, place);
    }
    Path file = resolved(name, place);
    if (Files.isDirectory(file)) {
      return programs ? programs(name, file) : matching(slash(name) + "**", 0, place);
    }
    if (!Files.exists(file)) {
      throw new InputException(place, name + ": no such file");
    }
    return List.of(new Named(name, path(name, place), Set.of()));
  }

  private static String slash(String name) {
    return name.isEmpty() || name.endsWith("/") ? name : name + "/";
  }

  private List<Named> programs(String name, Path folder) {
    SourceFolder found = SourceFolder.of(folder);
    List<Named> all = new ArrayList<>();
    found.launches().forEach(file -> all.add(below(name, folder, file, Set.of())));
    found.programs().forEach((file, covered) -> all.add(below(name, folder, file, covered)));
    return all;
  }

  private static Named below(String name, Path folder, Path file, Set<String> covered) {
    String inside = folder.relativize(file).toString().replace('\\', '/');
    return new Named(slash(name) + inside, file.normalize().toString(), covered);
  }

  private List<Named> matching(String pattern, int glob, Place place) {
    int slash = pattern.lastIndexOf('/', Math.max(glob, pattern.indexOf('*')));
    String start = slash < 0 ? "" : pattern.substring(0, slash);
    Path folder = resolved(start, place);
    if (!Files.isDirectory(folder)) {
      throw new InputException(place, (start.isEmpty() ? "." : start) + ": no such folder");
    }
    PathMatcher matcher =
        FileSystems.getDefault().getPathMatcher("glob:" + pattern.substring(slash + 1));
    List<Path> found = InputFiles.access(folder, () -> below(folder, matcher));
    if (found.isEmpty()) {
      throw new InputException(place, pattern + ": no file is of that name");
    }
    return found.stream().map(file -> below(start, folder, file, Set.of())).toList();
  }

  private static List<Path> below(Path folder, PathMatcher matcher) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> matcher.matches(folder.relativize(file)))
          .sorted()
          .toList();
    }
  }

  /** Returns a check of each program and launch file in a folder. */
  List<Task> folder(String name, Place place, List<String> options) {
    List<Task> tasks = new ArrayList<>();
    for (Named file : files(name, place, true)) {
      List<String> words = new ArrayList<>(List.of("check", file.path()));
      words.addAll(options);
      tasks.add(new Task("check:" + file.name(), Task.Kind.CHECK, words, file.covered()));
    }
    return tasks;
  }
}
