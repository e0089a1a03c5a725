package dev.barnacle.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs the command in this process. */
final class CommandRunner {
  private CommandRunner() {}

  /**
   * What a command did.
   *
   * @param status its exit status
   * @param out what it wrote to stdout
   * @param err what it wrote to stderr
   */
  record Result(int status, String out, String err) {}

  static Result run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Result(status, out.toString(), err.toString());
  }
}
