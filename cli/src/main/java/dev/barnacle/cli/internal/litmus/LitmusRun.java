package dev.barnacle.cli.internal.litmus;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.explore.Blame;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Explorer;
import dev.barnacle.explore.Outcome;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs litmus tests: finds the files, decides on models, explores. */
public final class LitmusRun {
  private final Map<String, Explorer> explorers = new ConcurrentHashMap<>();
  private final List<Diagnostic> warnings = new CopyOnWriteArrayList<>();
  private final @Nullable String model;
  private final boolean verdictOnly;
  private final int unroll;
  private final boolean graphs;
  private final @Nullable Duration limit;
  private final List<String> shown;
  private volatile boolean stopped;

  /** Makes a run without a time limit. */
  public LitmusRun(@Nullable String model, boolean verdictOnly, int unroll, boolean graphs) {
    this(model, verdictOnly, unroll, graphs, null, List.of());
  }

  /**
   * Makes a run.
   *
   * @param model the name of a shipped model or the path of a .cat file; null for what each test's
   *     language or expectation says
   * @param verdictOnly whether nothing but the verdicts is asked for
   * @param unroll see {@link Explorer#explore}
   * @param graphs whether forbidden executions are looked for, to be drawn
   * @param limit how long one test may take; then it is stopped, and its answer is partial
   * @param shown the relations that are drawn beside those that the model says
   */
  public LitmusRun(
      @Nullable String model,
      boolean verdictOnly,
      int unroll,
      boolean graphs,
      @Nullable Duration limit,
      List<String> shown) {
    this.shown = List.copyOf(shown);
    this.graphs = graphs;
    this.limit = limit;
    this.model = model;
    this.verdictOnly = verdictOnly;
    this.unroll = unroll;
    if (model != null) {
      explorer(model);
    }
  }

  /**
   * The answer to one test under one model: a result, or an error, or neither where the run ended
   * before.
   *
   * @param expected what was expected, if anything
   */
  public record Answer(
      @Nullable LitmusResult result,
      @Nullable InputException error,
      ExpectedVerdicts.@Nullable Row expected) {}

  /** Asks all explorations to end. */
  public void stop() {
    stopped = true;
  }

  /** Returns whether the run was asked to end. */
  public boolean isStopped() {
    return stopped;
  }

  /** The litmus tests among files and in folders, in a stable order. */
  public static List<Path> files(List<Path> paths) {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        List<Path> found = InputFiles.access(path, () -> testsIn(path));
        if (found.isEmpty()) {
          throw new InputException(
              Place.file(path.toString()), "there are no .litmus files in this directory");
        }
        files.addAll(found);
      } else {
        files.add(path);
      }
    }
    return files;
  }

  private static List<Path> testsIn(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(f -> f.toString().endsWith(".litmus") && Files.isRegularFile(f))
          .sorted()
          .toList();
    }
  }

  /**
   * The tasks of one file: one for each verdict that is expected of it under the model, or, when
   * none is expected of any file, the one model that it is to run under. A task that starts after
   * the run was asked to end gives an answer with nothing in it.
   */
  public List<Callable<Answer>> tasks(Path file, @Nullable ExpectedVerdicts expectations) {
    List<ExpectedVerdicts.Row> rows = expectations == null ? List.of() : expectations.of(file);
    List<Callable<Answer>> tasks = new ArrayList<>();
    for (ExpectedVerdicts.Row row : rows) {
      if (model == null || model.equals(row.model()) || bothOpenCl(model, row.model())) {
        tasks.add(() -> answer(file, model == null ? row.model() : model, row));
      }
    }
    if (expectations == null) {
      tasks.add(() -> answer(file));
    }
    return tasks;
  }

  private static boolean bothOpenCl(String a, String b) {
    return a.startsWith("opencl") && b.startsWith("opencl");
  }

  /** Answers one test, under the run's model or what its language says. */
  public Answer answer(Path file) {
    return answer(file, model, null);
  }

  private Answer answer(Path file, @Nullable String modelName, ExpectedVerdicts.@Nullable Row row) {
    if (stopped) {
      return new Answer(null, null, row);
    }
    try {
      return new Answer(result(file, modelName), null, row);
    } catch (InputException e) {
      return new Answer(null, e, row);
    }
  }

  private LitmusResult result(Path file, @Nullable String modelName) {
    String text = InputFiles.readText(file);
    long start = System.nanoTime();
    BooleanSupplier stop = stop(start);
    try {
      LitmusTest test = LitmusReader.parse(file.toString(), text);
      String name = modelName != null ? modelName : defaultModel(test);
      LitmusTask task = new LitmusTask(test);
      Outcome outcome = task.run(explorer(name), verdictOnly, unroll, stop);
      Blame blame =
          outcome.complete() && outcome.consistent() == 0
              ? task.blame(explorer(name), unroll, stop)
              : null;
      double seconds = (System.nanoTime() - start) / 1e9;
      LitmusResult result =
          new LitmusResult(
              file.toString(),
              test,
              task,
              Models.shortName(name),
              verdictOnly,
              outcome,
              seconds,
              blame);
      return graphs ? result.with(forbidden(result, explorer(name), stop)) : result;
    } catch (FrontendException e) {
      var d = e.diagnostics().get(0);
      throw new InputException(new Place(d.file(), d.line(), d.column()), d.message());
    } catch (ExploreException e) {
      var at = e.location();
      throw new InputException(
          at == null
              ? Place.file(file.toString())
              : new Place(file.toString(), at.line(), at.column()),
          String.valueOf(e.getMessage()));
    }
  }

  private BooleanSupplier stop(long start) {
    if (limit == null) {
      return () -> stopped;
    }
    long nanos = limit.toNanos();
    return () -> stopped || System.nanoTime() - start > nanos;
  }

  /** An execution that would decide the verdict, but is forbidden; where the verdict is certain. */
  private Optional<ExecutionGraph> forbidden(
      LitmusResult result, Explorer explorer, BooleanSupplier stop) throws ExploreException {
    return result.outcome().complete() && !result.decidedByAnExecution()
        ? result.task().forbidden(explorer, unroll, stop)
        : Optional.empty();
  }

  /** C tests run under c11, OpenCL tests under opencl-scoped. */
  private static String defaultModel(LitmusTest test) {
    return test.dialect() == LitmusTest.Dialect.C ? "c11" : "opencl-scoped";
  }

  private Explorer explorer(String name) {
    return explorers.computeIfAbsent(name, n -> new Explorer(loaded(n)));
  }

  private Model loaded(String name) {
    Model loaded = Models.load(name);
    warnings.addAll(Models.warnings(loaded));
    return Models.showing(loaded, shown);
  }

  /** Returns what is likely a mistake in the models that were read so far. */
  public List<Diagnostic> warnings() {
    return List.copyOf(warnings);
  }
}
