package dev.barnacle.bench.internal;

import dev.barnacle.bench.Bench;
import dev.barnacle.bench.Host;
import dev.barnacle.command.arguments.Arguments;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.arguments.UsageException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Runs the command as the command line does, whose driver and litmus tests are not there. */
final class BenchRun {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private static final class NoHost implements Host {
    @Override
    public Path driver(PrintWriter err) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Path> litmusTests(List<Path> paths) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Function<Path, Answer> litmus(Duration limit) {
      throw new UnsupportedOperationException();
    }
  }

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
