package dev.barnacle.cli;

import dev.barnacle.model.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code barnacle help}: the same as {@code --help} of the command. */
@Command(name = "help", description = "Show the help of a command, or the list of commands.")
final class HelpCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command, such as check, or icd install.")
  private List<String> commands = new ArrayList<>();

  @Override
  public Integer call() {
    CommandLine shown = spec.parent().commandLine();
    for (String name : commands) {
      CommandLine below = shown.getSubcommands().get(name);
      if (below == null) {
        throw new CommandLine.ParameterException(
            shown,
            "unknown command '"
                + name
                + "'"
                + Nearest.question(name, shown.getSubcommands().keySet()));
      }
      shown = below;
    }
    shown.usage(spec.commandLine().getOut());
    return ExitStatus.OK;
  }
}
