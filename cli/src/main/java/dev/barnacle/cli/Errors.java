package dev.barnacle.cli;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.KernelFaultException;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.arguments.UsageException;
import dev.barnacle.command.input.InputException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;

/** Turns exceptions into lines for the user and exit statuses. */
final class Errors {
  private final PrintWriter err;

  Errors(PrintWriter err) {
    this.err = err;
  }

  /** Reports what a command threw and returns the exit status. */
  int report(Throwable e) {
    err.println(text(e));
    if (e instanceof KernelFaultException) {
      err.flush();
      return ExitStatus.FINDINGS;
    }
    if (isInput(e)) {
      err.flush();
      return ExitStatus.BAD_INPUT;
    }
    if (Surroundings.cause(e).isPresent()) {
      err.flush();
      return ExitStatus.BAD_INPUT;
    }
    if ("1".equals(System.getenv("BARNACLE_DEBUG"))) {
      e.printStackTrace(err);
    }
    err.flush();
    return ExitStatus.BUG;
  }

  /** Reports bad usage of a command and returns the exit status. */
  int usage(UsageException e, Command command) {
    err.println("error: " + e.getMessage() + " (see " + command.helpWords() + ")");
    err.flush();
    return ExitStatus.BAD_INPUT;
  }

  /** Returns whether the user's input is to blame. */
  static boolean isInput(Throwable e) {
    return e instanceof InputException
        || e instanceof ClException
        || e instanceof InvalidPathException;
  }

  /** Returns what to tell the user: one line, or all that the compiler said. */
  static String text(Throwable e) {
    return switch (e) {
      case InputException input -> input.diagnostic();
      case BuildException build when !build.log().isBlank() -> build.log().stripTrailing();
      case ClException refused -> InputException.error(String.valueOf(refused.getMessage()));
      case InvalidPathException path ->
          "error: '" + path.getInput() + "' is no name of a file in this locale's encoding";
      default -> "error: " + Surroundings.cause(e).orElseGet(() -> bug(e));
    };
  }

  private static String bug(Throwable e) {
    return "a bug in Barnacle: "
        + String.valueOf(e).lines().findFirst().orElse("")
        + " (BARNACLE_DEBUG=1 shows where)";
  }
}
