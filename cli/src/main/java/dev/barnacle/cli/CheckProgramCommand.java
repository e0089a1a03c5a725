package dev.barnacle.cli;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.Interruption;
import dev.barnacle.cli.internal.arguments.DeclaredOption;
import dev.barnacle.cli.internal.arguments.PicocliOptions;
import dev.barnacle.cli.internal.check.ProgramCheck;
import dev.barnacle.cli.internal.check.Suppressions;
import dev.barnacle.cli.internal.follow.FollowOptions;
import dev.barnacle.cli.internal.follow.FollowUp;
import dev.barnacle.cli.internal.icd.Drivers;
import dev.barnacle.cli.internal.icd.OpenClProgram;
import dev.barnacle.cli.internal.report.Format;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.watch.WatchOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code barnacle check -- COMMAND}: runs an OpenCL program with kernels and commands watched. */
@Command(
    name = "check",
    customSynopsis = "barnacle check [OPTIONS] -- COMMAND …",
    description = {
      "Run an OpenCL program under detectors of what is wrong in its kernels,",
      "and of races between its commands; what is found goes to stderr at its end,",
      "and in how many kernels and launches."
    },
    sortOptions = false,
    modelTransformer = PicocliOptions.class)
final class CheckProgramCommand implements Callable<Integer>, PicocliOptions.Declaring {
  private final List<String> command;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--schedules",
      paramLabel = "N",
      description = {
        "Run each kernel under N orders of work-items and work-groups;",
        "the program gets the results of the first."
      })
  private int schedules = 1;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Stop a kernel that runs longer; it is a finding.")
  private @Nullable Double timeout;

  @Option(
      names = "--same-value-benign",
      description = "Races between writes of the same value are no findings.")
  private boolean sameValueBenign;

  @Option(
      names = "--suppressions",
      paramLabel = "FILE",
      description = "Findings not to report, as for kernels.")
  private @Nullable Path suppressions;

  @Option(
      names = "--require-kernels",
      paramLabel = "N",
      description = "Fail with status 1 where fewer different kernels were launched.")
  private @Nullable Integer requireKernels;

  private final ReportOptions report = new ReportOptions();
  private final FollowOptions following = new FollowOptions();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  private volatile boolean interrupted;

  /** Makes one for a program with its arguments. */
  CheckProgramCommand(List<String> command) {
    this.command = command;
  }

  @Override
  public List<DeclaredOption> options() {
    List<DeclaredOption> options = new ArrayList<>(report.options());
    options.addAll(following.options());
    return options;
  }

  @Override
  public List<String> footer() {
    return List.of("", "With --output json what the program prints goes to stderr.");
  }

  @Override
  public Integer call() {
    PicocliOptions.tell(spec.commandLine().getParseResult(), options());
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (following.writes()) {
      throw new InputException("--fix=write is for files of kernels: check FILE.cl --fix=write");
    }
    Suppressions rules =
        suppressions == null ? Suppressions.none() : Suppressions.read(suppressions);
    OpenClProgram program = new OpenClProgram(Drivers.prepare(Platform.cache(), err), err);
    // What was found by then is printed also where the program is interrupted.
    try (Interruption _ = new Interruption(() -> stop(program), 60)) {
      int status = check(program, rules);
      out.flush();
      err.flush();
      return status;
    }
  }

  private void stop(OpenClProgram program) {
    interrupted = true;
    program.stop();
  }

  private int check(OpenClProgram program, Suppressions rules) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    long start = System.nanoTime();
    boolean text = report.isPrinted(Format.TEXT);
    WatchOptions watch = CheckCommand.options(schedules, 1, timeout, sameValueBenign);
    OpenClProgram.Checked checked = program.check(command, !text, watch, following.isAny());
    ProgramCheck result = new ProgramCheck(command, checked.report(), rules, Path.of(""));
    boolean few = requireKernels != null && result.kernels() < requireKernels;
    int status;
    try (Outputs outputs =
            new Outputs(
                report,
                "check",
                arguments(),
                text ? err : out,
                result.sources(),
                format -> Optional.empty());
        FollowUp followUp = new FollowUp(following, watch, () -> interrupted)) {
      result.name(outputs);
      result.follow((one, from) -> followUp.ofProgram(one, from, checked.report()));
      status =
          few || outputs.isFailing(result.issues())
              ? ExitStatus.FINDINGS
              : checked.report().torn() ? ExitStatus.BAD_INPUT : checked.status();
      result.answer(outputs, checked.status(), (System.nanoTime() - start) / 1e9);
      outputs.end(status, result.summary());
    }
    if (checked.report().torn()) {
      err.println("error: the program's report breaks off: findings may be lost");
      err.flush();
    }
    if (requireKernels != null && few) {
      err.println(CheckCommand.tooFew(result.kernels(), requireKernels));
      err.flush();
    }
    return status;
  }

  private List<String> arguments() {
    List<String> all = new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
    all.add("--");
    all.addAll(command);
    return all;
  }
}
