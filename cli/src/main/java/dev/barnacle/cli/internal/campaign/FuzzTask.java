package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cli.internal.launch.LaunchFile;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.command.input.InputFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A random kernel, of a seed, with several engines; {@code watch} is to find nothing in it. */
final class FuzzTask {
  private static final String SOURCE = "fuzz.cl";
  private static final String LAUNCH = "fuzz.json";

  private final Task task;
  private final Platforms platforms;

  FuzzTask(Task task, Platforms platforms) {
    this.task = task;
    this.platforms = platforms;
  }

  /** Does it. */
  TaskResult run(long start) {
    FuzzKernel kernel = new FuzzKernel(Long.parseLong(task.words().getFirst()));
    Path folder = InputFiles.access(Path.of(""), () -> Files.createTempDirectory("barnacle-fuzz"));
    Path source = folder.resolve(SOURCE);
    Path launch = folder.resolve(LAUNCH);
    try {
      write(source, kernel.source());
      write(launch, kernel.launch(SOURCE));
      Engines engines = new Engines(task.words().subList(1, task.words().size()), platforms);
      List<Issue> issues = new ArrayList<>(engines.compare(LaunchFile.read(launch.toString())));
      engines
          .findings()
          .forEach(
              words ->
                  issues.add(
                      new Issue(
                          "result-difference",
                          "finding in a correct kernel",
                          words.replace(folder + "/", ""),
                          List.of(),
                          List.of())));
      List<Issue> told =
          issues.stream()
              .map(issue -> issue.with(new Issue.Row("source", kernel.source())))
              .toList();
      return TaskResult.of(task, told, "", TaskRunner.seconds(start));
    } finally {
      delete(source);
      delete(launch);
      delete(folder);
    }
  }

  private static void write(Path file, String text) {
    Object unused = InputFiles.access(file, () -> Files.writeString(file, text));
  }

  private static void delete(Path file) {
    boolean unused = InputFiles.access(file, () -> Files.deleteIfExists(file));
  }
}
