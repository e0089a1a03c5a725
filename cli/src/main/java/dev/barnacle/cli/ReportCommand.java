package dev.barnacle.cli;

import static dev.barnacle.command.arguments.DeclaredOption.positional;
import static dev.barnacle.command.arguments.DeclaredOption.text;

import dev.barnacle.cli.internal.check.ProgramCheck;
import dev.barnacle.cli.internal.check.Suppressions;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.arguments.UsageException;
import dev.barnacle.command.input.InputException;
import dev.barnacle.icd.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code barnacle report FILE}: what programs under watch have left in a file. */
final class ReportCommand extends Command {
  private Path file = Path.of("");
  private long from;
  private long to = Long.MAX_VALUE;
  private @Nullable Path suppressions;
  private final ReportOptions outputs = new ReportOptions();

  ReportCommand() {
    super(
        "barnacle report",
        "Print what was found by programs that ran under watch.",
        "They ran with BARNACLE_ENGINE=watch and BARNACLE_REPORT=FILE, a file that was empty at"
            + " first.");
  }

  @Override
  public List<DeclaredOption> options() {
    List<DeclaredOption> options = new ArrayList<>();
    options.add(positional("FILE", name -> file = Path.of(name), "The file.").times(1, 1));
    options.add(
        text(
            "--from",
            "BYTE",
            text -> from = size("--from", text),
            "Leave out what was found before the file had this size."));
    options.add(
        text(
            "--to",
            "BYTE",
            text -> to = size("--to", text),
            "Leave out what was found when it had this size."));
    options.add(
        text(
            "--suppressions",
            "FILE",
            name -> suppressions = Path.of(name),
            "Findings not to report, as for kernels."));
    options.addAll(outputs.options());
    return options;
  }

  private static long size(String option, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new UsageException(option + " " + text + ": expected a whole number");
    }
  }

  @Override
  public int run(Invocation invocation) {
    PrintWriter out = invocation.out();
    PrintWriter err = invocation.err();
    Suppressions rules =
        suppressions == null ? Suppressions.none() : Suppressions.read(suppressions);
    ReportFile.Contents report = read();
    ProgramCheck result = new ProgramCheck(List.of(file.toString()), report, rules, Path.of(""));
    int status;
    try (Outputs all =
        new Outputs(
            outputs,
            "report",
            invocation.arguments(),
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
