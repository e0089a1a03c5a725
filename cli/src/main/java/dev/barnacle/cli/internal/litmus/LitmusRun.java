package dev.barnacle.cli.internal.litmus;

import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.InputFiles;
import dev.barnacle.cli.internal.Place;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Explorer;
import dev.barnacle.explore.Outcome;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs litmus tests: finds the files, decides on models, explores. */
public final class LitmusRun {
  private final Map<String, Explorer> explorers = new ConcurrentHashMap<>();
  private final @Nullable String model;
  private final boolean verdictOnly;
  private final int unroll;
  private volatile boolean stopped;

  /**
   * Makes a run.
   *
   * @param model the name of a shipped model or the path of a .cat file; null for what each test's
   *     language or expectation says
   * @param verdictOnly whether nothing but the verdicts is asked for
   * @param unroll see {@link Explorer#explore}
   */
  public LitmusRun(@Nullable String model, boolean verdictOnly, int unroll) {
    this.model = model;
    this.verdictOnly = verdictOnly;
    this.unroll = unroll;
    if (model != null) {
      explorer(model);
    }
  }

  /**
   * The answer to one test under one model: a result, or an error.
   *
   * @param expected what was expected, if anything
   */
  public record Answer(
      @Nullable LitmusResult result,
      @Nullable InputException error,
      Expectations.@Nullable Row expected) {}

  /** Asks all explorations to end. */
  public void stop() {
    stopped = true;
  }

  /** Whether it was asked to end. */
  public boolean isStopped() {
    return stopped;
  }

  /** The litmus tests among files and in folders, in a stable order. */
  public static List<Path> files(List<Path> paths) {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        files.addAll(
            InputFiles.access(
                path,
                () -> {
                  try (Stream<Path> all = Files.walk(path)) {
                    return all.filter(f -> f.toString().endsWith(".litmus")).sorted().toList();
                  }
                }));
      } else {
        files.add(path);
      }
    }
    return files;
  }

  /**
   * The tasks of one file: one for each verdict that is expected of it, or, when none is expected
   * of any file, the one model that it is to run under.
   */
  public List<Callable<Answer>> tasks(Path file, @Nullable Expectations expectations) {
    List<Expectations.Row> rows = expectations == null ? List.of() : expectations.of(file);
    List<Callable<Answer>> tasks = new ArrayList<>();
    for (Expectations.Row row : rows) {
      if (model == null || model.equals(row.model()) || bothOpenCl(model, row.model())) {
        tasks.add(() -> answer(file, model == null ? row.model() : model, row));
      }
    }
    if (expectations == null) {
      tasks.add(() -> answer(file, model, null));
    }
    return tasks;
  }

  private static boolean bothOpenCl(String a, String b) {
    return a.startsWith("opencl") && b.startsWith("opencl");
  }

  private Answer answer(Path file, @Nullable String modelName, Expectations.@Nullable Row row) {
    try {
      return new Answer(result(file, modelName), null, row);
    } catch (InputException e) {
      return new Answer(null, e, row);
    }
  }

  private LitmusResult result(Path file, @Nullable String modelName) {
    String text = InputFiles.readText(file);
    long start = System.nanoTime();
    try {
      LitmusTest test = LitmusReader.parse(file.toString(), text);
      String name = modelName != null ? modelName : defaultModel(test);
      LitmusTask task = new LitmusTask(test);
      Outcome outcome = task.run(explorer(name), verdictOnly, unroll, () -> stopped);
      double seconds = (System.nanoTime() - start) / 1e9;
      return new LitmusResult(
          file.toString(), test, task, shortName(name), verdictOnly, outcome, seconds);
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

  private static String shortName(String name) {
    return name.endsWith(".cat")
        ? String.valueOf(Path.of(name).getFileName()).replaceFirst("\\.cat$", "")
        : name;
  }

  /** C tests run under c11, OpenCL tests under opencl-scoped. */
  private static String defaultModel(LitmusTest test) {
    return test.dialect() == LitmusTest.Dialect.C ? "c11" : "opencl-scoped";
  }

  private Explorer explorer(String name) {
    return explorers.computeIfAbsent(name, n -> new Explorer(load(n)));
  }

  private static Model load(String name) {
    if (Model.SHIPPED.contains(name)) {
      return Model.shipped(name);
    }
    Path file = Path.of(name);
    if (!name.toLowerCase(Locale.ROOT).endsWith(".cat")) {
      throw new InputException(
          "there is no model '"
              + name
              + "': expected "
              + String.join(", ", Model.SHIPPED)
              + " or a .cat file");
    }
    return InputFiles.access(
        file,
        () -> {
          try {
            return Model.read(file);
          } catch (ModelException e) {
            throw new InputException(
                new Place(e.file(), e.line(), e.column()), String.valueOf(e.getMessage()));
          }
        });
  }
}
