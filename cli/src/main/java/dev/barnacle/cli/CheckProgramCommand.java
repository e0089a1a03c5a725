package dev.barnacle.cli;

import static dev.barnacle.command.arguments.DeclaredOption.count;
import static dev.barnacle.command.arguments.DeclaredOption.flag;
import static dev.barnacle.command.arguments.DeclaredOption.number;
import static dev.barnacle.command.arguments.DeclaredOption.text;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.Interruption;
import dev.barnacle.cli.internal.check.ProgramCheck;
import dev.barnacle.cli.internal.check.Suppressions;
import dev.barnacle.cli.internal.follow.FollowOptions;
import dev.barnacle.cli.internal.follow.FollowUp;
import dev.barnacle.cli.internal.icd.Drivers;
import dev.barnacle.cli.internal.icd.OpenClProgram;
import dev.barnacle.cli.internal.report.Format;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import dev.barnacle.watch.WatchOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code barnacle check -- COMMAND}: runs an OpenCL program with kernels and commands watched. */
final class CheckProgramCommand extends Command {
  private final List<String> command;

  private int schedules = 1;
  private @Nullable Double timeout;
  private boolean sameValueBenign;
  private @Nullable Path suppressions;
  private @Nullable Integer requireKernels;

  private final ReportOptions report = new ReportOptions();
  private final FollowOptions following = new FollowOptions();

  private volatile boolean interrupted;

  /** Makes one for a program with its arguments. */
  CheckProgramCommand(List<String> command) {
    super(
        "barnacle check",
        "Run an OpenCL program under detectors of what is wrong in its kernels,",
        "and of races between its commands; what is found goes to stderr at its end,",
        "and in how many kernels and launches.");
    this.command = command;
  }

  @Override
  public List<DeclaredOption> options() {
    List<DeclaredOption> options = new ArrayList<>();
    options.add(
        count(
            "--schedules",
            "N",
            value -> schedules = value,
            "Run each kernel under N orders of work-items and work-groups;",
            "the program gets the results of the first."));
    options.add(
        number(
            "--timeout",
            "SECONDS",
            value -> timeout = value,
            "Stop a kernel that runs longer; it is a finding."));
    options.add(
        flag(
            "--same-value-benign",
            () -> sameValueBenign = true,
            "Races between writes of the same value are no findings."));
    options.add(
        text(
            "--suppressions",
            "FILE",
            value -> suppressions = Path.of(value),
            "Findings not to report, as for kernels."));
    options.add(
        count(
            "--require-kernels",
            "N",
            value -> requireKernels = value,
            "Fail with status 1 where fewer different kernels were launched."));
    options.addAll(report.options());
    options.addAll(following.options());
    return options;
  }

  @Override
  public List<String> footer() {
    return List.of("", "With --output json what the program prints goes to stderr.");
  }

  @Override
  public String synopsis() {
    return "[OPTIONS] -- COMMAND …";
  }

  @Override
  public String helpWords() {
    return qualifiedName() + " --help --";
  }

  @Override
  public int run(Invocation invocation) {
    PrintWriter out = invocation.out();
    PrintWriter err = invocation.err();
    if (following.writes()) {
      throw new InputException("--fix=write is for files of kernels: check FILE.cl --fix=write");
    }
    Suppressions rules =
        suppressions == null ? Suppressions.none() : Suppressions.read(suppressions);
    OpenClProgram program = new OpenClProgram(Drivers.prepare(Platform.cache(), err), err);
    // What was found by then is printed also where the program is interrupted.
    try (Interruption _ = new Interruption(() -> stop(program), 60)) {
      int status = check(invocation, program, rules);
      out.flush();
      err.flush();
      return status;
    }
  }

  private void stop(OpenClProgram program) {
    interrupted = true;
    program.stop();
  }

  private int check(Invocation invocation, OpenClProgram program, Suppressions rules) {
    PrintWriter out = invocation.out();
    PrintWriter err = invocation.err();
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
                arguments(invocation),
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

  private List<String> arguments(Invocation invocation) {
    List<String> all = new ArrayList<>(invocation.arguments());
    all.add("--");
    all.addAll(command);
    return all;
  }
}
