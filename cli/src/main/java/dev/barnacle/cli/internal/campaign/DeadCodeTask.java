package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.cli.internal.fuzz.DeadCode;
import dev.barnacle.cli.internal.fuzz.Engines;
import dev.barnacle.cli.internal.fuzz.Platforms;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.Init;
import dev.barnacle.cli.internal.launch.LaunchFile;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.run.Launches;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Kernels with code that never runs, of a seed: they must compute what they computed without it,
 * with each engine.
 */
final class DeadCodeTask {
  private static final int TRIES = 8;
  private static final long NEXT = 0x9e3779b97f4a7c15L;

  private final Task task;
  private final Platforms platforms;
  private final long seed;
  private final List<String> engines;

  /** Makes one, whose words are the seed, {@code --}, the file, and the engines. */
  DeadCodeTask(Task task, Platforms platforms) {
    this.task = task;
    this.platforms = platforms;
    this.seed = Long.parseLong(task.words().getFirst());
    this.engines = task.words().subList(3, task.words().size());
  }

  /** Returns whether a task is one of these, and not of kernels that are random as a whole. */
  static boolean isOne(Task task) {
    return task.words().size() > 2 && task.words().get(1).equals("--");
  }

  /** Does it. */
  TaskResult run(long start) {
    String file = task.words().get(2);
    List<Issue> issues = new ArrayList<>();
    List<CompareTask.Extent> extents = new ArrayList<>();
    if (file.endsWith(".json")) {
      LaunchSpec launch = LaunchFile.read(file);
      boolean clean = new GuessedLaunches(platforms).isClean(launch);
      extents.add(
          clean ? one(launch, issues) : not("not compared, as watch finds something in it"));
    } else {
      for (GuessedLaunches.Guessed guessed :
          new GuessedLaunches(platforms).of(CompareTask.program(Path.of(file)), task.covered())) {
        extents.add(
            guessed
                .launch()
                .map(launch -> one(launch, issues))
                .orElseGet(() -> CompareTask.notCompared(guessed))
                .of(guessed.kernel()));
      }
    }
    return result(extents, issues, TaskRunner.seconds(start));
  }

  private TaskResult result(List<CompareTask.Extent> extents, List<Issue> issues, double seconds) {
    String summary =
        extents.stream().map(CompareTask.Extent::summary).collect(Collectors.joining("; "));
    return extents.stream().allMatch(CompareTask.Extent::whole)
        ? TaskResult.of(task, issues, summary, seconds)
        : TaskResult.incomplete(task, issues, summary, seconds);
  }

  private static CompareTask.Extent not(String why) {
    return new CompareTask.Extent(false, why);
  }

  /** Compares one launch with and without dead code, and says with what. */
  private CompareTask.Extent one(LaunchSpec launch, List<Issue> issues) {
    Path source = Launches.source(launch);
    String text = InputFiles.access(source, () -> SourceEncoding.read(source));
    Engines first = new Engines(List.of(engines.getFirst()), platforms);
    Path folder = InputFiles.access(Path.of(""), () -> Files.createTempDirectory("barnacle-fuzz"));
    Path file = folder.resolve(String.valueOf(source.getFileName()));
    try {
      String why = "no place for code in its text";
      for (int i = 0; i < TRIES; i++) {
        String kernel = kernel(launch, first);
        Optional<String> with = DeadCode.into(text, kernel, seed + i * NEXT);
        if (with.isEmpty()) {
          return not("macros hide it");
        }
        Object unused = InputFiles.access(file, () -> Files.writeString(file, with.get()));
        LaunchSpec changed = changed(launch, file, source);
        try {
          issues.addAll(differing(launch, changed, with.get()));
          return new CompareTask.Extent(true, "compared");
        } catch (InputException | ClException e) {
          why = first(e).replace(file.toString(), source.toString());
        }
      }
      return not("not built: " + why);
    } finally {
      delete(file);
      delete(folder);
    }
  }

  private static String first(RuntimeException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private static void delete(Path file) {
    boolean unused = InputFiles.access(file, () -> Files.deleteIfExists(file));
  }

  private static String kernel(LaunchSpec launch, Engines engines) {
    String name = launch.kernel();
    return name == null ? engines.kernel(launch) : name;
  }

  private static LaunchSpec changed(LaunchSpec launch, Path file, Path source) {
    List<LaunchSpec.Given> arguments = new ArrayList<>(launch.arguments());
    arguments.add(
        new LaunchSpec.Given(
            Optional.of(DeadCode.NAME),
            new ArgumentSpec.BufferSpec(
                new DataType(DataType.Scalar.INT, 1),
                Optional.of((long) DeadCode.ELEMENTS),
                new Init.Zero()),
            null));
    Path folder = Objects.requireNonNullElse(source.getParent(), Path.of("."));
    return new LaunchSpec(
        launch.file(),
        file,
        (launch.options() + " -I " + folder).strip(),
        launch.kernel(),
        launch.global(),
        launch.local(),
        launch.offset(),
        arguments);
  }

  private List<Issue> differing(LaunchSpec before, LaunchSpec after, String text) {
    List<Issue> issues = new ArrayList<>();
    List<String> own = engines.stream().filter(word -> !Platforms.isNamed(word)).toList();
    Engines all = new Engines(own, platforms);
    for (String engine : own) {
      List<String> names = all.changed(before, after, engine);
      if (!names.isEmpty()) {
        issues.add(difference(String.join(", ", names) + " with " + engine));
      }
    }
    for (String word : engines.subList(own.size(), engines.size())) {
      issues.addAll(new Engines(List.of(own.getFirst(), word), platforms).compare(after));
    }
    all.findings().stream()
        .distinct()
        .map(found -> difference("found by watch: " + found))
        .forEach(issues::add);
    Issue.Row row = new Issue.Row("source", text);
    return issues.stream().map(issue -> issue.with(row)).toList();
  }

  private static Issue difference(String what) {
    return new Issue(
        "result-difference",
        "result difference",
        "other results than without code that never runs: " + what,
        List.of(),
        List.of());
  }
}
