package dev.barnacle.cli;

import dev.barnacle.cli.internal.help.HelpLayout;
import dev.barnacle.command.arguments.Arguments;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.arguments.UsageException;
import dev.barnacle.model.Nearest;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;

/** Finds the command that arguments call, reads its options and runs it. */
final class Execution {
  private final Errors errors;
  private final PrintWriter out;
  private final PrintWriter err;

  Execution(Errors errors, PrintWriter out, PrintWriter err) {
    this.errors = errors;
    this.out = out;
    this.err = err;
  }

  /** Runs a command, or one below it, and returns the exit status. */
  int of(Command command, List<String> arguments) {
    Command called = command;
    try {
      int at = 0;
      while (at < arguments.size() && isCommand(called, arguments.get(at))) {
        called = below(called, arguments.get(at++));
      }
      return run(called, arguments.subList(at, arguments.size()));
    } catch (UsageException e) {
      return errors.usage(e, called);
    } catch (Exception e) {
      return errors.report(e);
    }
  }

  private int run(Command command, List<String> words) throws Exception {
    if (!Arguments.read(command.options(), words)) {
      out.print(HelpLayout.of(command));
      out.flush();
      return ExitStatus.OK;
    }
    return command.run(new Command.Invocation(words, out, err));
  }

  private static boolean isCommand(Command command, String word) {
    return !word.startsWith("-") && !command.commands().isEmpty();
  }

  /** Returns the command below another that a word names. */
  static Command below(Command command, String name) {
    Supplier<Command> made = command.commands().get(name);
    if (made == null) {
      throw new UsageException(
          "unknown command '" + name + "'" + Nearest.question(name, command.commands().keySet()));
    }
    return made.get();
  }
}
