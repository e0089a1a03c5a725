package dev.barnacle.cli;

import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.arguments.DeclaredOption;
import dev.barnacle.cli.internal.arguments.PicocliOptions;
import dev.barnacle.cli.internal.check.ProgramCheck;
import dev.barnacle.cli.internal.check.Suppressions;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.icd.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code barnacle report FILE}: what programs under watch have left in a file. */
@Command(
    name = "report",
    description = {
      "Print what was found by programs that ran under watch.",
      "They ran with BARNACLE_ENGINE=watch and BARNACLE_REPORT=FILE, a file that was empty at"
          + " first."
    },
    sortOptions = false,
    modelTransformer = PicocliOptions.class)
final class ReportCommand implements Callable<Integer>, PicocliOptions.Declaring {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The file.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  @Option(
      names = "--from",
      paramLabel = "BYTE",
      description = "Leave out what was found before the file had this size.")
  private long from;

  @Option(
      names = "--to",
      paramLabel = "BYTE",
      description = "Leave out what was found when it had this size.")
  private long to = Long.MAX_VALUE;

  @Option(
      names = "--suppressions",
      paramLabel = "FILE",
      description = "Findings not to report, as for kernels.")
  private @Nullable Path suppressions;

  private final ReportOptions outputs = new ReportOptions();

  @Override
  public List<DeclaredOption> options() {
    return outputs.options();
  }

  @Override
  public List<String> footer() {
    return List.of();
  }

  @Override
  public Integer call() {
    PicocliOptions.tell(spec.commandLine().getParseResult(), options());
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Suppressions rules =
        suppressions == null ? Suppressions.none() : Suppressions.read(suppressions);
    ReportFile.Contents report = read();
    ProgramCheck result = new ProgramCheck(List.of(file.toString()), report, rules, Path.of(""));
    int status;
    try (Outputs all =
        new Outputs(
            outputs,
            "report",
            spec.commandLine().getParseResult().originalArgs(),
            out,
            result.sources(),
            format -> Optional.empty())) {
      result.name(all);
      status =
          all.isFailing(result.issues())
              ? ExitStatus.FINDINGS
              : report.torn() ? ExitStatus.BAD_INPUT : ExitStatus.OK;
      result.answer(all, status, 0);
      all.end(status, result.summary());
    }
    out.flush();
    if (report.torn()) {
      err.println("error: the program's report breaks off: findings may be lost");
      err.flush();
    }
    return status;
  }

  private ReportFile.Contents read() {
    try {
      return new ReportFile(file).read(from, to);
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e.getMessage());
    }
  }
}
