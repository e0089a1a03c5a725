package dev.barnacle.cli;

import dev.barnacle.cli.internal.help.HelpLayout;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import java.util.ArrayList;
import java.util.List;

/** {@code barnacle help}: the same as {@code --help} of the command. */
final class HelpCommand extends Command {
  private final List<String> commands = new ArrayList<>();

  HelpCommand() {
    super("barnacle help", "Show the help of a command, or the list of commands.");
  }

  @Override
  public List<DeclaredOption> options() {
    return List.of(
        DeclaredOption.positional(
            "COMMAND", commands::add, "The command, such as check, or icd install."));
  }

  @Override
  public String helpWords() {
    return "barnacle --help";
  }

  @Override
  public int run(Invocation invocation) {
    Command shown = new Barnacle();
    for (String name : commands) {
      shown = Execution.below(shown, name);
    }
    invocation.out().print(HelpLayout.of(shown));
    return ExitStatus.OK;
  }
}
