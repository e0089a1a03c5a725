package dev.barnacle.cli;

import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.check.ProgramCheck;
import dev.barnacle.cli.internal.check.Suppressions;
import dev.barnacle.cli.internal.json.JsonLine;
import dev.barnacle.icd.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
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
      "Print what was found by programs that ran with BARNACLE_ENGINE=watch",
      "and BARNACLE_REPORT=FILE, a file that was empty at first."
    },
    sortOptions = false)
final class ReportCommand implements Callable<Integer> {
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

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with the findings under their source lines.")
  private @Nullable Path html;

  @Option(names = "--json", description = "Print the findings as one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Suppressions rules =
        suppressions == null ? Suppressions.none() : Suppressions.read(suppressions);
    ReportFile.Contents report = read();
    ProgramCheck result = new ProgramCheck(List.of(file.toString()), report, rules, Path.of(""));
    int status =
        !result.isClean()
            ? ExitStatus.FINDINGS
            : report.torn() ? ExitStatus.BAD_INPUT : ExitStatus.OK;
    if (json) {
      out.println(JsonLine.of(result.json(status, 0)));
    } else {
      result.print(out);
    }
    if (html != null) {
      result.writeHtml(html);
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
