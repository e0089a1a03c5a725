package dev.barnacle.bench.internal;

import dev.barnacle.bench.Bench;
import dev.barnacle.command.arguments.Arguments;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.arguments.UsageException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Runs the command as the command line does, whose driver and litmus tests are not there. */
final class BenchRun {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Returns the exit status. */
  int run(String... words) {
    Command command = Bench.command(new NoHost());
    PrintWriter errors = new PrintWriter(err, true);
    try {
      Arguments.read(command.options(), List.of(words));
      return command.run(
          new Command.Invocation(List.of(words), new PrintWriter(out, true), errors));
    } catch (UsageException e) {
      errors.println(e.getMessage());
      return ExitStatus.BAD_INPUT;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }
}
