package dev.barnacle.cli;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.ByteTextWriter;
import dev.barnacle.cli.internal.ColourWriter;
import dev.barnacle.cli.internal.CommandBytes;
import dev.barnacle.cli.internal.Interruption;
import dev.barnacle.cli.internal.StandardOutput;
import dev.barnacle.cli.internal.icd.Drivers;
import dev.barnacle.cli.internal.icd.OpenClProgram;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.ExitStatus;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;

/** Runs the {@code barnacle} command. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    PrintWriter out = writer(output, "barnacle.colours.out");
    PrintWriter err = writer(new FileOutputStream(FileDescriptor.err), "barnacle.colours.err");
    int status = run(out, err, areRead(args) ? args : CommandBytes.of(args));
    out.flush();
    status = written(status, output, err);
    err.flush();
    if (status != ExitStatus.OK || othersWork()) {
      System.exit(status); // looks for a logger first, which takes longer than a small check's rest
    }
  }

  /** Returns the exit status where some of the output could not be written, and says so. */
  static int written(int status, StandardOutput output, PrintWriter err) {
    if (output.failure().isEmpty()) {
      return status;
    }
    err.println("error: the output cannot be written: " + output.failure().get());
    return Math.max(status, ExitStatus.BAD_INPUT);
  }

  /** Returns whether Java could read the arguments in the locale's encoding. */
  private static boolean areRead(String[] args) {
    boolean read = true;
    for (String argument : args) {
      read &= argument.indexOf(0xFFFD) < 0;
    }
    return read;
  }

  /** Returns whether a thread would keep the process alive after this one. */
  private static boolean othersWork() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    Thread[] threads = new Thread[group.activeCount() + 1];
    int count = group.enumerate(threads);
    boolean others = count == threads.length;
    for (Thread thread : Arrays.copyOf(threads, count)) {
      others |= thread != Thread.currentThread() && !thread.isDaemon();
    }
    return others;
  }

  /**
   * Runs the command.
   *
   * @param out where results go
   * @param err where errors and all else go
   * @return the exit status, of {@link ExitStatus}
   */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    Errors errors = new Errors(err);
    try {
      return run(errors, out, err, args);
    } catch (OutOfMemoryError | LinkageError | StackOverflowError e) {
      return errors.report(e);
    }
  }

  private static int run(Errors errors, PrintWriter out, PrintWriter err, String... args) {
    if (args.length == 1 && args[0].equals("--version")) {
      out.println(Barnacle.versionLine());
      return ExitStatus.OK;
    }
    int dashes = List.of(args).indexOf("--");
    if (dashes == 1 && args[0].equals("run")) {
      return program(List.of(args).subList(2, args.length), errors, out, err);
    }
    Execution execution = new Execution(errors, out, err);
    if (dashes >= 1 && args[0].equals("check")) {
      List<String> all = List.of(args);
      Command check = new CheckProgramCommand(all.subList(dashes + 1, args.length));
      return execution.of(check, all.subList(1, dashes));
    }
    return execution.of(new Barnacle(), List.of(args));
  }

  /**
   * Runs an existing program: {@code run -- COMMAND}. Without a command, prepares the driver and
   * prints the folder for {@code OCL_ICD_VENDORS}: the launcher then runs the program in its place.
   */
  private static int program(
      List<String> command, Errors errors, PrintWriter out, PrintWriter err) {
    try {
      if (command.isEmpty() && Boolean.getBoolean("barnacle.prepare")) {
        out.println(Drivers.prepare(Platform.cache(), err).vendors() + "/");
        return ExitStatus.OK;
      }
      OpenClProgram program = new OpenClProgram(Drivers.prepare(Platform.cache(), err), err);
      try (Interruption _ = new Interruption(program::stop, 0)) {
        return program.run(command);
      }
    } catch (RuntimeException e) {
      return errors.report(e);
    }
  }

  /** Makes a writer, with colours where the launcher has seen that it is a terminal. */
  private static PrintWriter writer(OutputStream stream, String colours) {
    Writer text = new ByteTextWriter(new BufferedOutputStream(stream, 1 << 16));
    return new PrintWriter(Boolean.getBoolean(colours) ? new ColourWriter(text) : text);
  }
}
