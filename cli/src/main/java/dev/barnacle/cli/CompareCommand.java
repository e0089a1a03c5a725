package dev.barnacle.cli;

import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.Interruption;
import dev.barnacle.cli.internal.compare.CompareRun;
import dev.barnacle.cli.internal.compare.Difference;
import dev.barnacle.cli.internal.json.JsonLine;
import dev.barnacle.cli.internal.litmus.Models;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.ModelComparison;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.model.Model;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code barnacle compare}: the smallest litmus tests that two memory models answer differently.
 */
@Command(
    name = "compare",
    description = "Find the smallest litmus tests that two memory models answer differently.",
    sortOptions = false)
final class CompareCommand implements Callable<Integer> {
  private static final int GREATEST_SIZE = 8;

  /** The language of the tests. */
  enum Language {
    /** C11. */
    C,
    /** OpenCL C. */
    OPENCL
  }

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Parameters(
      arity = "2",
      paramLabel = "MODEL",
      description =
          "c11, c11-original, opencl, opencl-scoped, opencl-3.1, sc, rc11 or a .cat file.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--size",
      paramLabel = "N",
      description =
          "Look at all programs of up to N operations: accesses, fences, barriers"
              + " (${DEFAULT-VALUE}).")
  private int size = 4;

  @Option(
      names = "--count",
      paramLabel = "K",
      description = "End after K tests were found; all otherwise.")
  private int count = Integer.MAX_VALUE;

  @Option(
      names = "--race-free",
      description =
          "Only tests in which the model that forbids finds no fault: leave out those whose"
              + " behaviour is undefined under both.")
  private boolean raceFree;

  @Option(
      names = "--language",
      paramLabel = "C|OPENCL",
      description =
          "The tests' language; otherwise OpenCL C where a model speaks of scopes, regions or"
              + " barriers, and C11 where none does.")
  private @Nullable Language language;

  @Option(
      names = {"--graphs", "--out"},
      paramLabel = "DIR",
      description =
          "Write the tests there, and pictures of them as litmus --graphs makes them under both"
              + " models.")
  private @Nullable Path folder;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "End after so long; the answer says what was looked at. No limit otherwise.")
  private @Nullable Double timeout;

  @Option(names = "--json", description = "One JSON object a test, one a line, and one at the end.")
  private boolean json;

  private volatile boolean stopped;

  @Override
  public Integer call() throws ExploreException {
    if (size < 1 || size > GREATEST_SIZE) {
      throw new InputException("--size is 1 to " + GREATEST_SIZE);
    }
    if (count < 1) {
      throw new InputException("--count is at least 1");
    }
    if (timeout != null && !(timeout > 0)) {
      throw new InputException("--timeout is above 0");
    }
    List<Model> models = names.stream().map(Models::load).toList();
    CompareRun run = new CompareRun(question(models), this::print);
    models.forEach(this::warn);
    // What was found so far stays printed, and the last line says how far the search came.
    try (Interruption _ = new Interruption(() -> stopped = true, 5)) {
      run.run();
      print(json ? JsonLine.of(run.json()) : run.summary());
    }
    return run.differences() == 0 ? ExitStatus.OK : ExitStatus.FINDINGS;
  }

  private CompareRun.Question question(List<Model> models) {
    boolean openCl =
        language == null
            ? ModelComparison.speakOfOpenCl(models.get(0), models.get(1))
            : language == Language.OPENCL;
    long start = System.nanoTime();
    double nanos = timeout == null ? Double.POSITIVE_INFINITY : timeout * 1e9;
    return new CompareRun.Question(
        names.stream().map(Models::shortName).toList(),
        models,
        openCl,
        size,
        count,
        !raceFree,
        () -> stopped || System.nanoTime() - start > nanos);
  }

  private void warn(Model model) {
    PrintWriter err = spec.commandLine().getErr();
    for (Diagnostic warning : Models.warnings(model)) {
      err.println(warning);
    }
    err.flush();
  }

  private void print(Difference difference) {
    if (folder != null) {
      CompareRun.write(folder, difference, names);
    }
    print(json ? JsonLine.of(difference.json()) : difference.program());
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text);
    out.flush();
  }
}
