package dev.barnacle.cli;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.bench.BenchCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The {@code barnacle} command. A subcommand is a class of its own, named here; its errors are
 * exceptions, which {@link Errors} turns into lines and exit statuses.
 */
@Command(
    name = "barnacle",
    description = "An OpenCL 3.1 platform in Java with the memory model built in.",
    subcommands = {
      RunCommand.class,
      CheckCommand.class,
      ExploreCommand.class,
      LitmusCommand.class,
      CompareCommand.class,
      CompileCommand.class,
      DevicesCommand.class,
      IcdCommand.class,
      ReportCommand.class,
      BenchCommand.class,
      CompletionCommand.class,
      HelpCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Exit status: 0 fine, 1 findings, 2 bad usage or input, 3 a bug in Barnacle."})
final class Barnacle implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = CommandLine.ScopeType.INHERIT,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      description = "Show Barnacle's version.")
  private boolean version;

  @Override
  public Integer call() {
    if (version) {
      spec.commandLine().getOut().println(versionLine());
      return ExitStatus.OK;
    }
    throw new CommandLine.ParameterException(spec.commandLine(), "no command is given");
  }

  static String versionLine() {
    return "barnacle " + Platform.release();
  }
}
