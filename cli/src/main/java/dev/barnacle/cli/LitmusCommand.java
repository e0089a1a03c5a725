package dev.barnacle.cli;

import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.Interruption;
import dev.barnacle.cli.internal.arguments.DeclaredOption;
import dev.barnacle.cli.internal.arguments.PicocliOptions;
import dev.barnacle.cli.internal.litmus.ExpectedVerdicts;
import dev.barnacle.cli.internal.litmus.GraphFiles;
import dev.barnacle.cli.internal.litmus.LitmusIssues;
import dev.barnacle.cli.internal.litmus.LitmusProgress;
import dev.barnacle.cli.internal.litmus.LitmusResult;
import dev.barnacle.cli.internal.litmus.LitmusRun;
import dev.barnacle.cli.internal.report.Format;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.explore.Explorer;
import dev.barnacle.frontend.Diagnostic;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code barnacle litmus}: answers litmus tests under a memory model. */
@Command(
    name = "litmus",
    description = "Answer litmus tests in C and OpenCL C under a memory model.",
    sortOptions = false,
    modelTransformer = PicocliOptions.class)
final class LitmusCommand implements Callable<Integer>, PicocliOptions.Declaring {
  private static final int MOST_THREADS = 1024;

  /** Set by the launcher where stderr is a terminal. */
  static final String TERMINAL = "barnacle.terminal";

  private final Consumer<LitmusRun> answeredOne;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "FILE|DIR", description = "Tests, or folders of tests.")
  private List<Path> paths = new ArrayList<>();

  @Option(
      names = "--model",
      paramLabel = "NAME|FILE.cat",
      description = {
        "c11, c11-original, opencl, opencl-scoped, opencl-3.1, sc, rc11 or a .cat file. Otherwise"
            + " the model that --expect says, or c11 for C and opencl-scoped for OpenCL."
      })
  private @Nullable String model;

  @Option(
      names = "--expect",
      paramLabel = "FILE.csv",
      description =
          "Compare with the verdicts of a CSV file: file,model,condition_holds,race_free. There"
              + " opencl stands for opencl-scoped, which published verdicts are for; --model"
              + " opencl runs such rows under opencl all the same.")
  private @Nullable Path expect;

  @Option(
      names = "--graphs",
      paramLabel = "DIR",
      description =
          "Draw a witness, one execution for each fault, and where the model forbids the condition"
              + " an execution that violates few of its axioms, with the cycle in red: SVG and"
              + " DOT.")
  private @Nullable Path graphs;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Threads: over tests, and within a long one; as many as processors otherwise.")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--unroll",
      paramLabel = "N",
      description = "How often a loop that reads shared memory may run again (${DEFAULT-VALUE}).")
  private int unroll = Explorer.DEFAULT_UNROLL;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Stop a test after so long; its answer is partial then. No limit otherwise.")
  private @Nullable Double timeout;

  @Option(
      names = "--verdict-only",
      description =
          "Find only whether the condition holds and whether there is a race; states and counts are"
              + " then partial.")
  private boolean verdictOnly;

  private final ReportOptions report = new ReportOptions();

  private final Set<Diagnostic> warned = new HashSet<>();
  private int answered;
  private int failing;
  private int errors;
  private int compared;
  private int differing;
  private int unexpected;
  private int parts;

  LitmusCommand() {
    this(run -> {});
  }

  /**
   * Makes one that reports.
   *
   * @param answeredOne is told of each answer
   */
  LitmusCommand(Consumer<LitmusRun> answeredOne) {
    this.answeredOne = answeredOne;
  }

  @Override
  public List<DeclaredOption> options() {
    return report.options();
  }

  @Override
  public List<String> footer() {
    return List.of();
  }

  @Override
  public Integer call() throws InterruptedException {
    PicocliOptions.tell(spec.commandLine().getParseResult(), options());
    if (jobs < 1 || unroll < 0) {
      throw new InputException("--jobs is at least 1 and --unroll at least 0");
    }
    if (timeout != null && !(timeout > 0)) {
      throw new InputException("--timeout is above 0");
    }
    ExpectedVerdicts expectations = expect == null ? null : ExpectedVerdicts.read(expect);
    Duration limit = timeout == null ? null : Duration.ofNanos((long) (timeout * 1e9));
    LitmusRun run = new LitmusRun(model, verdictOnly, unroll, graphs != null, limit);
    List<Callable<LitmusRun.Answer>> tasks = new ArrayList<>();
    for (Path file : LitmusRun.files(paths)) {
      List<Callable<LitmusRun.Answer>> ofFile = run.tasks(file, expectations);
      unexpected += ofFile.isEmpty() ? 1 : 0;
      tasks.addAll(ofFile);
    }
    if (expectations != null) {
      expectations.missing().forEach(this::error);
    }
    // What was found so far is still printed.
    try (Outputs outputs = outputs();
        Interruption _ = new Interruption(run::stop, 5)) {
      all(tasks, run, outputs);
      outputs.end(status(), "");
      summary(expectations != null, run, tasks.size());
    }
    return status();
  }

  private Outputs outputs() {
    return new Outputs(
        report,
        "litmus",
        spec.commandLine().getParseResult().originalArgs(),
        spec.commandLine().getOut(),
        new Sources(),
        format -> Optional.empty());
  }

  private int status() {
    if (errors > 0) {
      return ExitStatus.BAD_INPUT;
    }
    return failing > 0 ? ExitStatus.FINDINGS : ExitStatus.OK;
  }

  private void all(List<Callable<LitmusRun.Answer>> tasks, LitmusRun run, Outputs outputs)
      throws InterruptedException {
    LitmusProgress progress = new LitmusProgress(spec.commandLine().getErr(), tasks.size());
    Thread writer = Boolean.getBoolean(TERMINAL) ? progress.start() : null;
    // A long test shares its work with the threads of the pool that are free.
    try (ExecutorService pool = new ForkJoinPool(Math.min(jobs, MOST_THREADS))) {
      List<Future<LitmusRun.Answer>> futures = new ArrayList<>();
      tasks.forEach(t -> futures.add(pool.submit(t)));
      for (Future<LitmusRun.Answer> future : futures) {
        LitmusRun.Answer answer = result(future);
        progress.answered(() -> print(run, answer, outputs));
        answeredOne.accept(run);
      }
    } finally {
      if (writer != null) {
        writer.interrupt();
        writer.join();
      }
    }
  }

  private static LitmusRun.Answer result(Future<LitmusRun.Answer> future)
      throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException bug) {
        throw bug;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void error(InputException error) {
    errors++;
    spec.commandLine().getOut().flush();
    PrintWriter err = spec.commandLine().getErr();
    err.println(error.diagnostic());
    err.flush();
  }

  private void print(LitmusRun run, LitmusRun.Answer answer, Outputs outputs) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    InputException error = answer.error();
    if (error != null) {
      error(error);
      outputs.answer(LitmusIssues.failed(error));
      return;
    }
    LitmusResult result = answer.result();
    if (result == null) {
      return; // the run ended before
    }
    warn(run, result);
    answered++;
    parts += result.wasStopped() ? 1 : 0;
    if (graphs != null) {
      GraphFiles.write(graphs, result);
    }
    ExpectedVerdicts.Row expected = answer.expected();
    List<String> differences = expected == null ? List.of() : expected.differences(result);
    compared += expected == null ? 0 : 1;
    differing += differences.isEmpty() ? 0 : 1;
    Outputs.Split<Issue> split =
        outputs.split("", new LitmusIssues(result).all(expected, differences), Function.identity());
    failing += outputs.isFailing(split.issues()) ? 1 : 0;
    outputs.answer(new LitmusIssues(result).answer(split, expect == null));
    out.flush();
    for (String difference : differences) {
      err.println(result.file() + ": " + result.model() + ": " + difference);
      err.flush();
    }
  }

  /** Says what is likely a mistake: in a model once for all tests, in an answer for each. */
  private void warn(LitmusRun run, LitmusResult result) {
    PrintWriter err = spec.commandLine().getErr();
    for (Diagnostic warning : run.warnings()) {
      if (warned.add(warning)) {
        spec.commandLine().getOut().flush();
        err.println(warning);
        err.flush();
      }
    }
    result
        .warning()
        .ifPresent(
            words -> {
              spec.commandLine().getOut().flush();
              err.println(result.file() + ": warning: " + words);
              err.flush();
            });
  }

  private void summary(boolean expecting, LitmusRun run, int tasks) {
    PrintWriter err = spec.commandLine().getErr();
    if (run.isStopped()) {
      err.println(
          "stopped: partial results, "
              + answered
              + " of "
              + tasks
              + " tests answered"
              + (parts == 0 ? "" : ", " + parts + " of them in part"));
    }
    if (expecting) {
      String line =
          "%d of %d verdicts agree%s%s"
              .formatted(
                  compared - differing,
                  compared,
                  count(
                      unexpected,
                      "test without an expectation",
                      "tests without an expectation",
                      " not run"),
                  count(errors, "error", "errors", ""));
      (report.isPrinted(Format.TEXT) ? spec.commandLine().getOut() : err).println(line);
    }
    err.flush();
    spec.commandLine().getOut().flush();
  }

  private static String count(int n, String one, String many, String end) {
    return n == 0 ? "" : ", " + n + " " + (n == 1 ? one : many) + end;
  }
}
