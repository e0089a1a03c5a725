package dev.barnacle.cli;

import static dev.barnacle.command.arguments.DeclaredOption.count;
import static dev.barnacle.command.arguments.DeclaredOption.flag;
import static dev.barnacle.command.arguments.DeclaredOption.number;
import static dev.barnacle.command.arguments.DeclaredOption.text;
import static dev.barnacle.command.arguments.DeclaredOption.texts;

import dev.barnacle.cl.Context;
import dev.barnacle.cli.internal.Interruption;
import dev.barnacle.cli.internal.Printed;
import dev.barnacle.cli.internal.check.CheckResult;
import dev.barnacle.cli.internal.check.CheckRun;
import dev.barnacle.cli.internal.check.Suppressions;
import dev.barnacle.cli.internal.check.Totals;
import dev.barnacle.cli.internal.follow.FollowOptions;
import dev.barnacle.cli.internal.follow.FollowUp;
import dev.barnacle.cli.internal.follow.Replay;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.report.Format;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.cli.internal.start.LongLaunch;
import dev.barnacle.cli.internal.start.SecondStart;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import dev.barnacle.watch.Progress;
import dev.barnacle.watch.WatchOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code barnacle check}: launches a kernel under the detectors and says what is wrong with it. */
final class CheckCommand extends LaunchCommand {
  private static final String INTERRUPTED =
      "the launch was interrupted before its end; nothing was found by then";

  private @Nullable Integer schedules;
  private @Nullable Double timeout;
  private @Nullable Path suppressions;
  private boolean sameValueBenign;
  private @Nullable Integer requireKernels;
  private final List<Path> replays = new ArrayList<>();
  private final FollowOptions following = new FollowOptions();
  private final ReportOptions report = new ReportOptions();
  private final Sources sources = new Sources();

  private final List<CheckResult> results = new ArrayList<>();
  private final List<Pending> pending = new ArrayList<>();
  private int failures;
  private volatile boolean interrupted;

  CheckCommand() {
    super(
        "barnacle check",
        "Launch a kernel under detectors of data races, barrier divergence and bad accesses.",
        "Sizes and arguments that are left out get defaults, which are told.",
        "Several programs, folders of them, and launch files may be named; without --kernel each",
        "kernel of a program is checked.",
        "check [OPTIONS] -- COMMAND … runs an existing OpenCL program with its kernels",
        "watched, and finds races between its commands; check --help -- says with which options.");
  }

  @Override
  public List<DeclaredOption> options() {
    List<DeclaredOption> options = new ArrayList<>(launch.options());
    options.add(
        count(
            "--schedules",
            "N",
            n -> schedules = n,
            "Launch under N orders of work-items and work-groups, to reach other values;",
            "by default 1, and up to 512 for small kernels with atomic operations."));
    options.add(
        number(
            "--timeout",
            "SECONDS",
            seconds -> timeout = seconds,
            "Stop a launch that runs longer; it is a finding."));
    options.add(
        text(
            "--suppressions",
            "FILE",
            file -> suppressions = Path.of(file),
            "Findings not to report, a rule a line:",
            "KIND [file=GLOB] [line=N[-M]] [kernel=NAME] [argument=NAME]; KIND may be *."));
    options.add(
        flag(
            "--same-value-benign",
            () -> sameValueBenign = true,
            "Only count races between writes of the same value."));
    options.add(
        count(
            "--require-kernels",
            "N",
            n -> requireKernels = n,
            "Fail with status 1 where fewer kernels were checked."));
    options.add(
        texts(
            "--replay",
            "FILE",
            file -> replays.add(Path.of(file)),
            "Launch again what --record has written; no program is named then."));
    options.addAll(following.options());
    options.addAll(report.options());
    return options;
  }

  @Override
  int run(PrintWriter out, PrintWriter err) {
    if (!replays.isEmpty()) {
      return replay(out, err);
    }
    List<LaunchOptions.Request> requests = launch.manyRequests();
    WatchOptions options = options(schedules, WatchOptions.AUTOMATIC, timeout, sameValueBenign);
    Suppressions rules =
        suppressions == null ? Suppressions.none() : Suppressions.read(suppressions);
    Progress progress = new Progress();
    SecondStart second = new SecondStart(progress);
    Printed printed = printed(report.isPrinted(Format.TEXT) ? out : err, second);
    options = options.withProgress(progress);
    try (Outputs outputs = outputs(out, sources);
        FollowUp followUp = new FollowUp(following, options, () -> interrupted);
        Interruption _ = new Interruption(() -> interrupt(progress), 10);
        LongLaunch slow = new LongLaunch(err, progress, second)) {
      Answering answering = new Answering(second, slow, outputs, followUp, out, err);
      check(requests, options, rules, printed, answering);
      pending.forEach(answer -> answer(answer, answering));
      write(followUp, err);
      return finish(requests, outputs, out, err);
    }
  }

  private Outputs outputs(PrintWriter out, Sources of) {
    return new Outputs(report, "check", arguments(), out, of, format -> Optional.empty());
  }

  /** Launches again what was recorded. */
  private int replay(PrintWriter out, PrintWriter err) {
    if (launch.isAny()) {
      throw new InputException("--replay takes no program and no launch: the file has both");
    }
    WatchOptions options = options(schedules, 1, timeout, sameValueBenign);
    try (Replay replay = new Replay(options, following);
        FollowUp followUp = new FollowUp(following, options, () -> interrupted)) {
      List<Replay.Again> all = replays.stream().map(replay::run).toList();
      try (Outputs outputs = outputs(out, replay.sources())) {
        for (Replay.Again again : all) {
          CheckResult result = followUp.ofReplay(again.result().named(outputs), again.reproducer());
          results.add(result);
          outputs.answer(result.answer(again.file(), replay.sources(), again.seconds()));
          again.missing().ifPresent(words -> failed(new InputException(words), err));
          atLeast(outputs.isFailing(result.issues()) ? ExitStatus.FINDINGS : ExitStatus.OK);
        }
        outputs.end(status(), Totals.of(results));
      }
    }
    return status();
  }

  private void check(
      List<LaunchOptions.Request> requests,
      WatchOptions options,
      Suppressions rules,
      Printed printed,
      Answering answering) {
    PrintWriter out = answering.out();
    PrintWriter err = answering.err();
    Set<String> taken = new HashSet<>();
    try (Context context = Context.builder().output(printed).watch(options).watched().create()) {
      context.deviceQueues().setDefault(context.deviceQueues().create());
      forEach(
          requests,
          out,
          err,
          request ->
              taken.addAll(check(new CheckRun(context, rules, printed), request, answering)));
    }
    if (!interrupted) {
      checkNames(requests, taken, err);
    }
  }

  /** The receivers of what came of launches. */
  private record Answering(
      SecondStart second,
      LongLaunch slow,
      Outputs outputs,
      FollowUp followUp,
      PrintWriter out,
      PrintWriter err) {}

  /**
   * A result that is to be told.
   *
   * @param index among the results
   * @param said whether stderr has said what was chosen
   */
  private record Pending(LaunchOptions.Request request, int index, boolean said, double seconds) {}

  /** Ends the run early: what was found by then is told, and the pages are written. */
  private void interrupt(Progress progress) {
    interrupted = true;
    progress.stop();
  }

  /** Writes what is said of all launches, and returns the exit status. */
  private int finish(
      List<LaunchOptions.Request> requests, Outputs outputs, PrintWriter out, PrintWriter err) {
    if (interrupted && report.isPrinted(Format.TEXT)) {
      err.println("note: interrupted: what follows is what was found by then");
    }
    boolean few = requireKernels != null && kernels() < requireKernels;
    atLeast(few ? ExitStatus.FINDINGS : ExitStatus.OK);
    outputs.end(status(), summary(requests));
    if (requireKernels != null && few) {
      err.println(tooFew(kernels(), requireKernels));
    }
    if (interrupted) { // nobody else does when the process is ending
      out.flush();
      err.flush();
    }
    return status();
  }

  private String summary(List<LaunchOptions.Request> requests) {
    if (results.isEmpty()) {
      return "";
    }
    return many(requests) ? Totals.summary(results, failures) : Totals.of(results);
  }

  /** Returns how many different kernels were checked. */
  private long kernels() {
    return results.stream().map(r -> List.of(r.source(), r.kernel())).distinct().count();
  }

  /** Returns the line that says that too few kernels were checked. */
  static String tooFew(long kernels, int required) {
    return "error: "
        + (kernels == 1 ? "1 kernel was" : kernels + " kernels were")
        + " checked, fewer than --require-kernels "
        + required;
  }

  /** Returns whether an answer is one of several, and no launch file says of which kernel. */
  private boolean many(List<LaunchOptions.Request> requests) {
    boolean programs = requests.stream().anyMatch(r -> r.file() == null);
    return programs && results.size() + failures > 1;
  }

  /** Arguments and a kernel that are named beside several programs must be of one of them. */
  private void checkNames(
      List<LaunchOptions.Request> requests, Set<String> taken, PrintWriter err) {
    String kernel = launch.kernel();
    if (requests.size() > 1 && kernel != null && results.isEmpty() && failures == 0) {
      failed(
          new InputException("--kernel " + kernel + ": no program has a kernel of that name"), err);
    }
    boolean every = kernel == null && requests.stream().allMatch(r -> r.file() == null);
    for (String name : every && !results.isEmpty() ? launch.argumentNames() : List.<String>of()) {
      if (!taken.contains(name)) {
        failed(
            new InputException("--arg " + name + ": no kernel has an argument '" + name + "'"),
            err);
      }
    }
  }

  private void failed(InputException reason, PrintWriter err) {
    atLeast(new Errors(err).report(reason));
  }

  /** Returns the options, or fails. */
  static WatchOptions options(
      @Nullable Integer schedules,
      int otherwise,
      @Nullable Double timeout,
      boolean sameValueBenign) {
    if (schedules != null && schedules < 1) {
      throw new InputException("--schedules " + schedules + ": expected at least 1");
    }
    if (timeout != null && !(timeout > 0 && timeout < 1e9)) {
      throw new InputException("--timeout " + timeout + ": expected seconds, more than 0");
    }
    Duration limit = timeout == null ? Duration.ZERO : Duration.ofNanos((long) (timeout * 1e9));
    return WatchOptions.defaults()
        .withSchedules(schedules == null ? otherwise : schedules)
        .withTimeout(limit)
        .withSameValueBenign(sameValueBenign);
  }

  /** Returns what shows the text that kernels print. */
  private static Printed printed(PrintWriter to, SecondStart second) {
    return new Printed(
        text -> {
          second.close();
          to.print(text);
          to.flush();
        });
  }

  /** Checks a launch, or one of each kernel; returns the names of the arguments that were taken. */
  private Set<String> check(CheckRun run, LaunchOptions.Request request, Answering answering) {
    if (interrupted) {
      return Set.of();
    }
    SecondStart second = answering.second();
    Answers answers = new Answers(request, answering);
    try {
      LaunchSpec spec = request.read();
      second.begin();
      return run.run(spec, request.covered(), request.isAmongOthers(), answers);
    } catch (InputException e) {
      answers.failed(null, e);
      return Set.of();
    } finally {
      second.close();
    }
  }

  /** Says what came of launches, each when it is known. */
  private final class Answers implements CheckRun.Target {
    private final LaunchOptions.Request request;
    private final SecondStart second;
    private final LongLaunch slow;
    private final Answering answering;
    private final Outputs outputs;
    private final PrintWriter err;
    private long start = System.nanoTime();

    Answers(LaunchOptions.Request request, Answering answering) {
      this.request = request;
      this.second = answering.second();
      this.slow = answering.slow();
      this.answering = answering;
      this.outputs = answering.outputs();
      this.err = answering.err();
    }

    @Override
    public boolean isOver() {
      return interrupted;
    }

    @Override
    public void begins(Path source, String kernel, String given) {
      String file = request.file();
      String place = file == null ? source.toString() : file;
      boolean silent = given.isEmpty() || !report.isPrinted(Format.TEXT);
      slow.begin(kernel, silent ? "" : given(place, kernel, given));
    }

    @Override
    public void checked(CheckResult found) {
      second.close(); // from now on there is output
      String given = given(place(request, found), found.kernel(), found.defaultsText());
      boolean said = slow.end(given);
      if (interrupted && found.isClean()) {
        failed(found.kernel(), new InputException(INTERRUPTED));
        return;
      }
      CheckResult result = found.named(outputs);
      boolean first = results.stream().noneMatch(r -> r.source().equals(result.source()));
      results.add(result);
      if (!result.buildLog().isBlank() && (first || request.file() != null)) {
        err.println(result.buildLog().stripTrailing());
      }
      Pending answer = new Pending(request, results.size() - 1, said, seconds(start));
      if (following.fixes()) {
        pending.add(answer); // edits are tried on all launches
      } else {
        answer(answer, answering);
      }
      start = System.nanoTime();
    }

    @Override
    public void none(Path source) {
      second.close();
      err.println(source + ": note: no kernel");
    }

    @Override
    public void failed(@Nullable String kernel, RuntimeException reason) {
      second.close();
      slow.end("");
      failures++;
      atLeast(new Errors(err).report(reason));
      outputs.answer(LaunchCommand.failed(request, kernel, reason, "findings", start));
      start = System.nanoTime();
    }
  }

  /** Follows up the findings; a failure to do so is an error, and they are told all the same. */
  private CheckResult followed(CheckResult result, Answering answering) {
    try {
      return answering.followUp().of(result, List.copyOf(results));
    } catch (InputException e) {
      failed(e, answering.err());
      return result;
    }
  }

  private void write(FollowUp followUp, PrintWriter err) {
    try {
      followUp.write().forEach(err::println);
    } catch (InputException e) {
      failed(e, err);
    }
  }

  /** Gives a result to the outputs, with what is done with its findings. */
  private void answer(Pending answer, Answering answering) {
    LaunchOptions.Request request = answer.request();
    CheckResult result = followed(results.get(answer.index()), answering);
    results.set(answer.index(), result);
    boolean text = report.isPrinted(Format.TEXT);
    PrintWriter err = answering.err();
    if (text) {
      defaults(request, result, answer.said(), err);
    }
    Outputs outputs = answering.outputs();
    outputs.answer(result.answer(request.file(), sources, answer.seconds()));
    if (text) {
      result.notes().forEach(note -> err.println(place(request, result) + ": note: " + note));
    }
    atLeast(outputs.isFailing(result.issues()) ? ExitStatus.FINDINGS : ExitStatus.OK);
  }

  private static String place(LaunchOptions.Request request, CheckResult result) {
    String file = request.file();
    return file == null ? result.source().toString() : file;
  }

  private static String given(String place, String kernel, String defaults) {
    return place + ": note: kernel " + kernel + " is given " + defaults;
  }

  private static void defaults(
      LaunchOptions.Request request, CheckResult result, boolean said, PrintWriter err) {
    if (!result.defaultsText().isEmpty()) {
      String place = place(request, result);
      if (!said) {
        err.println(given(place, result.kernel(), result.defaultsText()));
      }
      if (!result.isClean() && result.isGuessed()) {
        err.println(
            place
                + ": note: what is found may follow from these values: where they make no sense,"
                + " name your own");
      }
      err.flush();
    }
  }
}
