package dev.barnacle.cli;

import dev.barnacle.bench.Bench;
import dev.barnacle.cl.Platform;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.arguments.UsageException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The {@code barnacle} command. A command below it is a class of its own, named here, of which only
 * the one that is called is made; its errors are exceptions, which {@link Errors} turns into lines
 * and exit statuses.
 */
final class Barnacle extends Command {
  private boolean version;

  Barnacle() {
    super("barnacle", "An OpenCL 3.1 platform in Java with the memory model built in.");
  }

  @Override
  public List<DeclaredOption> options() {
    return List.of(
        DeclaredOption.flag("--version", () -> version = true, "Show Barnacle's version.")
            .named("-V", "--version"));
  }

  @Override
  public Map<String, Supplier<Command>> commands() {
    return table(
        named("run", RunCommand::new),
        named("check", CheckCommand::new),
        named("explore", ExploreCommand::new),
        named("litmus", LitmusCommand::new),
        named("compare", CompareCommand::new),
        named("campaign", CampaignCommand::new),
        named("compile", CompileCommand::new),
        named("devices", DevicesCommand::new),
        named("icd", IcdCommand::new),
        named("report", ReportCommand::new),
        named("bench", () -> Bench.command(new BenchHost())),
        named("completion", CompletionCommand::new),
        named("help", HelpCommand::new));
  }

  @Override
  public List<String> footer() {
    return List.of(
        "", "Exit status: 0 fine, 1 findings, 2 bad usage or input, 3 a bug in Barnacle.");
  }

  @Override
  public int run(Invocation invocation) {
    if (version) {
      invocation.out().println(versionLine());
      return ExitStatus.OK;
    }
    throw new UsageException("no command is given");
  }

  static String versionLine() {
    return "barnacle " + Platform.release();
  }
}
