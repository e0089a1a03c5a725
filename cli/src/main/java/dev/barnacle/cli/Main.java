package dev.barnacle.cli;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.icd.Drivers;
import dev.barnacle.cli.internal.icd.OpenClProgram;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** Runs the {@code barnacle} command. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    PrintWriter out = writer(FileDescriptor.out);
    PrintWriter err = writer(FileDescriptor.err);
    int status = run(out, err, args);
    out.flush();
    err.flush();
    System.exit(status);
  }

  /**
   * Runs the command.
   *
   * @param out where results go
   * @param err where errors and all else go
   * @return the exit status, of {@link ExitStatus}
   */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    if (args.length == 1 && args[0].equals("--version")) {
      out.println(Barnacle.versionLine()); // without the time that picocli takes to load
      return ExitStatus.OK;
    }
    Errors errors = new Errors(err);
    if (args.length >= 2
        && args[1].equals("--")
        && (args[0].equals("run") || args[0].equals("check"))) {
      return program(args[0], List.of(args).subList(2, args.length), errors, err);
    }
    return new CommandLine(new Barnacle())
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(errors::usage)
        .setExecutionExceptionHandler((e, command, parsed) -> errors.report(e))
        .execute(Arrays.stream(args).map(Main::withValue).toArray(String[]::new));
  }

  /** Runs an existing program: {@code run -- COMMAND} and {@code check -- COMMAND}. */
  private static int program(String how, List<String> command, Errors errors, PrintWriter err) {
    try {
      OpenClProgram program = new OpenClProgram(Drivers.prepare(Platform.cache(), err), err);
      return how.equals("run") ? program.run(command) : program.check(command);
    } catch (RuntimeException e) {
      return errors.report(e);
    }
  }

  /** Keeps the option from taking the next argument for its value. */
  private static String withValue(String argument) {
    return argument.equals("--print-after") ? "--print-after=" : argument;
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    OutputStream stream = new BufferedOutputStream(new FileOutputStream(descriptor), 1 << 16);
    return new PrintWriter(stream, false, StandardCharsets.UTF_8);
  }
}
