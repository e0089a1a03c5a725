package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cl.ClException;
import dev.barnacle.cli.internal.fuzz.Engines;
import dev.barnacle.cli.internal.fuzz.FuzzKernel;
import dev.barnacle.cli.internal.fuzz.FuzzShrinker;
import dev.barnacle.cli.internal.fuzz.Platforms;
import dev.barnacle.cli.internal.launch.LaunchFile;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A random kernel, of a seed, with several engines; {@code watch} is to find nothing in it. A
 * kernel whose results differ is told as small as it can be made.
 */
final class FuzzTask {
  private static final String SOURCE = "fuzz.cl";
  private static final String LAUNCH = "fuzz.json";
  private static final long SHRINKING_NANOS = 60_000_000_000L;

  private final Task task;
  private final Platforms platforms;

  FuzzTask(Task task, Platforms platforms) {
    this.task = task;
    this.platforms = platforms;
  }

  /** Does it. */
  TaskResult run(long start) {
    FuzzKernel kernel =
        new FuzzKernel(Long.parseLong(task.words().getFirst()), !task.platforms().isEmpty());
    long end = start + SHRINKING_NANOS;
    return run(kernel.source(), kernel.launch(SOURCE), start, () -> System.nanoTime() - end > 0);
  }

  /**
   * Does it with a kernel that is given, with its launch file.
   *
   * @param stopped tells when there is no more time to make it small
   */
  TaskResult run(String kernel, String launchFile, long start, BooleanSupplier stopped) {
    Path folder = InputFiles.access(Path.of(""), () -> Files.createTempDirectory("barnacle-fuzz"));
    Path source = folder.resolve(SOURCE);
    Path launch = folder.resolve(LAUNCH);
    try {
      write(source, kernel);
      write(launch, launchFile);
      List<String> words = task.words().subList(1, task.words().size());
      Engines engines = new Engines(words, platforms);
      List<Issue> issues = new ArrayList<>(engines.compare(LaunchFile.read(launch.toString())));
      for (String found : engines.findings()) {
        issues.add(
            new Issue(
                "result-difference",
                "finding in a correct kernel",
                found.replace(folder + "/", ""),
                List.of(),
                List.of()));
      }
      String small = kernel;
      if (!engines.differing().isEmpty()) {
        List<String> two = List.of(words.getFirst(), engines.differing().getFirst());
        small = small(kernel, source, launch, two, stopped);
      }
      Issue.Row row = new Issue.Row("source", small);
      List<Issue> told = issues.stream().map(issue -> issue.with(row)).toList();
      return TaskResult.of(task, told, "", TaskRunner.seconds(start));
    } finally {
      delete(source);
      delete(launch);
      delete(folder);
    }
  }

  /** Returns a smaller kernel in which nothing is wrong and these two differ. */
  private String small(
      String kernel, Path source, Path launch, List<String> two, BooleanSupplier stopped) {
    FuzzShrinker shrinker =
        new FuzzShrinker(
            text -> {
              write(source, text);
              try {
                return differ(LaunchFile.read(launch.toString()), two);
              } catch (InputException | ClException e) {
                return false; // it cannot be built, or not be launched
              }
            },
            stopped);
    return shrinker.shrink(kernel);
  }

  private boolean differ(LaunchSpec spec, List<String> two) {
    Engines engines = new Engines(two, platforms);
    List<Issue> unused = engines.compare(spec);
    if (!engines.differing().contains(two.getLast())) {
      return false;
    }
    Engines watch = new Engines(List.of(Engines.WATCH), platforms);
    return watch.compare(spec).isEmpty() && watch.findings().isEmpty();
  }

  private static void write(Path file, String text) {
    Object unused = InputFiles.access(file, () -> Files.writeString(file, text));
  }

  private static void delete(Path file) {
    boolean unused = InputFiles.access(file, () -> Files.deleteIfExists(file));
  }
}
