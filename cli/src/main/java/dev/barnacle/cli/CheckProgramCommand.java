package dev.barnacle.cli;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.Interruption;
import dev.barnacle.cli.internal.check.ProgramCheck;
import dev.barnacle.cli.internal.check.Suppressions;
import dev.barnacle.cli.internal.icd.Drivers;
import dev.barnacle.cli.internal.icd.OpenClProgram;
import dev.barnacle.cli.internal.json.JsonLine;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
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
    sortOptions = false)
final class CheckProgramCommand implements Callable<Integer> {
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
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with the findings under their source lines.")
  private @Nullable Path html;

  @Option(
      names = "--require-kernels",
      paramLabel = "N",
      description = "Fail with status 1 where fewer different kernels were launched.")
  private @Nullable Integer requireKernels;

  @Option(
      names = "--json",
      description = {
        "Print the findings as one JSON object;",
        "what the program prints goes to stderr."
      })
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  /** Makes one for a program with its arguments. */
  CheckProgramCommand(List<String> command) {
    this.command = command;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Suppressions rules =
        suppressions == null ? Suppressions.none() : Suppressions.read(suppressions);
    OpenClProgram program = new OpenClProgram(Drivers.prepare(Platform.cache(), err), err);
    // What was found by then is printed also where the program is interrupted.
    try (Interruption _ = new Interruption(program::stop, 60)) {
      int status = check(program, rules);
      out.flush();
      err.flush();
      return status;
    }
  }

  private int check(OpenClProgram program, Suppressions rules) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    long start = System.nanoTime();
    OpenClProgram.Checked checked =
        program.check(command, json, CheckCommand.options(schedules, 1, timeout, sameValueBenign));
    ProgramCheck result = new ProgramCheck(command, checked.report(), rules, Path.of(""));
    if (json) {
      out.println(JsonLine.of(result.json(checked.status(), (System.nanoTime() - start) / 1e9)));
    } else {
      result.print(err);
    }
    if (html != null) {
      result.writeHtml(html);
    }
    if (checked.report().torn()) {
      err.println("error: the program's report breaks off: findings may be lost");
      err.flush();
    }
    boolean few = requireKernels != null && result.kernels() < requireKernels;
    if (requireKernels != null && few) {
      err.println(CheckCommand.tooFew(result.kernels(), requireKernels));
      err.flush();
    }
    return few || !result.isClean()
        ? ExitStatus.FINDINGS
        : checked.report().torn() ? ExitStatus.BAD_INPUT : checked.status();
  }
}
