package dev.barnacle.cli;

import static dev.barnacle.command.arguments.DeclaredOption.count;
import static dev.barnacle.command.arguments.DeclaredOption.flag;
import static dev.barnacle.command.arguments.DeclaredOption.number;
import static dev.barnacle.command.arguments.DeclaredOption.positional;
import static dev.barnacle.command.arguments.DeclaredOption.text;

import dev.barnacle.cli.internal.Interruption;
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
import dev.barnacle.cli.internal.stress.Histogram;
import dev.barnacle.cli.internal.stress.StressOptions;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import dev.barnacle.explore.Explorer;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.model.Model;
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

/** {@code barnacle litmus}: answers litmus tests under a memory model. */
final class LitmusCommand extends Command {
  private static final int MOST_THREADS = 1024;

  /** Set by the launcher where stderr is a terminal. */
  static final String TERMINAL = "barnacle.terminal";

  private final Consumer<LitmusRun> answeredOne;

  private final List<Path> paths = new ArrayList<>();
  private @Nullable String model;
  private @Nullable Path expect;
  private @Nullable Path graphs;
  private @Nullable Path witnesses;
  private List<String> shown = List.of();
  private int jobs = Runtime.getRuntime().availableProcessors();
  private int unroll = Explorer.DEFAULT_UNROLL;
  private @Nullable Double timeout;
  private boolean verdictOnly;

  private final ReportOptions report = new ReportOptions();
  private final StressOptions stress = new StressOptions();

  private Invocation call = NOT_CALLED;
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
    super("barnacle litmus", "Answer litmus tests in C and OpenCL C under a memory model.");
    this.answeredOne = answeredOne;
  }

  @Override
  public List<DeclaredOption> options() {
    List<DeclaredOption> options = new ArrayList<>();
    options.add(
        positional("FILE|DIR", value -> paths.add(Path.of(value)), "Tests, or folders of tests.")
            .times(1, DeclaredOption.MANY));
    options.add(
        text(
            "--model",
            "NAME|FILE.cat",
            value -> model = value,
            String.join(", ", Model.SHIPPED)
                + " or a .cat file."
                + " Otherwise the model that --expect says, or c11 for C and opencl-scoped for"
                + " OpenCL."));
    options.add(
        text(
            "--expect",
            "FILE.csv",
            value -> expect = Path.of(value),
            "Compare with the verdicts of a CSV file: file,model,condition_holds,race_free. There"
                + " opencl stands for opencl-scoped, which published verdicts are for; --model"
                + " opencl runs such rows under opencl all the same."));
    options.add(
        text(
            "--graphs",
            "DIR",
            value -> graphs = Path.of(value),
            "Draw a witness, one execution for each fault, and where the model forbids the"
                + " condition an execution that violates few of its axioms, with the cycle in red:"
                + " SVG and DOT."));
    options.add(
        text(
            "--witnesses",
            "DIR",
            value -> witnesses = Path.of(value),
            "The same executions as JSON and GraphML, for other programs."));
    options.add(
        text(
            "--show",
            "REL[,REL…]",
            value -> shown = List.of(value.split(",", -1)),
            "Relations of the model that they have beside sb, rf and those that it shows."));
    options.add(
        count(
            "--jobs",
            "N",
            value -> jobs = value,
            "Threads: over tests, and within a long one; as many as processors otherwise."));
    options.add(
        count(
            "--unroll",
            "N",
            value -> unroll = value,
            "How often a loop that reads shared memory may run again (" + unroll + ")."));
    options.add(
        number(
            "--timeout",
            "SECONDS",
            value -> timeout = value,
            "Stop a test after so long; its answer is partial then. No limit otherwise."));
    options.add(
        flag(
            "--verdict-only",
            () -> verdictOnly = true,
            "Find only whether the condition holds and whether there is a race; states and counts"
                + " are then partial."));
    options.addAll(stress.options());
    options.addAll(report.options());
    return options;
  }

  @Override
  public int run(Invocation invocation) throws InterruptedException {
    call = invocation;
    if (jobs < 1 || unroll < 0) {
      throw new InputException("--jobs is at least 1 and --unroll at least 0");
    }
    if (timeout != null && !(timeout > 0)) {
      throw new InputException("--timeout is above 0");
    }
    stress.check(verdictOnly);
    ExpectedVerdicts expectations = expect == null ? null : ExpectedVerdicts.read(expect);
    Duration limit = timeout == null ? null : Duration.ofNanos((long) (timeout * 1e9));
    boolean drawn = graphs != null || witnesses != null;
    if (!shown.isEmpty() && !drawn) {
      throw new InputException("--show goes with --graphs or --witnesses");
    }
    LitmusRun run = new LitmusRun(model, verdictOnly, unroll, drawn, limit, shown);
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
        stress;
        Interruption _ = new Interruption(run::stop, 5)) {
      all(tasks, run, outputs);
      outputs.end(status(), "");
      summary(expectations != null, run, tasks.size());
    }
    return status();
  }

  private Outputs outputs() {
    return new Outputs(
        report, "litmus", call.arguments(), call.out(), new Sources(), format -> Optional.empty());
  }

  private int status() {
    if (errors > 0) {
      return ExitStatus.BAD_INPUT;
    }
    return failing > 0 ? ExitStatus.FINDINGS : ExitStatus.OK;
  }

  private void all(List<Callable<LitmusRun.Answer>> tasks, LitmusRun run, Outputs outputs)
      throws InterruptedException {
    LitmusProgress progress = new LitmusProgress(call.err(), tasks.size());
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
    call.out().flush();
    PrintWriter err = call.err();
    err.println(error.diagnostic());
    err.flush();
  }

  private void print(LitmusRun run, LitmusRun.Answer answer, Outputs outputs) {
    PrintWriter out = call.out();
    PrintWriter err = call.err();
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
    if (witnesses != null) {
      GraphFiles.witnesses(witnesses, result);
    }
    ExpectedVerdicts.Row expected = answer.expected();
    Optional<Histogram> seen;
    try {
      seen = stress.seen(result, run::isStopped);
    } catch (InputException e) {
      error(e);
      outputs.answer(LitmusIssues.failed(e));
      return;
    }
    List<String> differences = expected == null ? List.of() : expected.differences(result);
    compared += expected == null ? 0 : 1;
    differing += differences.isEmpty() ? 0 : 1;
    List<Issue> issues = new ArrayList<>(new LitmusIssues(result).all(expected, differences));
    seen.ifPresent(s -> issues.addAll(StressOptions.issues(result, s)));
    Outputs.Split<Issue> split = outputs.split("", issues, Function.identity());
    failing += outputs.isFailing(split.issues()) ? 1 : 0;
    LitmusIssues.Seen device =
        seen.map(s -> new LitmusIssues.Seen(s.json(), s.text())).orElse(LitmusIssues.Seen.NOTHING);
    outputs.answer(new LitmusIssues(result).answer(split, expect == null, device));
    out.flush();
    for (String difference : differences) {
      err.println(result.file() + ": " + result.model() + ": " + difference);
      err.flush();
    }
  }

  /** Says what is likely a mistake: in a model once for all tests, in an answer for each. */
  private void warn(LitmusRun run, LitmusResult result) {
    PrintWriter err = call.err();
    for (Diagnostic warning : run.warnings()) {
      if (warned.add(warning)) {
        call.out().flush();
        err.println(warning);
        err.flush();
      }
    }
    result
        .warning()
        .ifPresent(
            words -> {
              call.out().flush();
              err.println(result.file() + ": warning: " + words);
              err.flush();
            });
  }

  private void summary(boolean expecting, LitmusRun run, int tasks) {
    PrintWriter err = call.err();
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
                  counted(
                      unexpected,
                      "test without an expectation",
                      "tests without an expectation",
                      " not run"),
                  counted(errors, "error", "errors", ""));
      (report.isPrinted(Format.TEXT) ? call.out() : err).println(line);
    }
    err.flush();
    call.out().flush();
  }

  private static String counted(int n, String one, String many, String end) {
    return n == 0 ? "" : ", " + n + " " + (n == 1 ? one : many) + end;
  }
}
