package dev.barnacle.cli;

import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.Diagnostics;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The common part of commands that launch kernels: the LAUNCH options, launches in turn, the answer
 * of a failed one, and the exit status. That is the worst of all launches.
 */
abstract class LaunchCommand extends Command {
  final LaunchOptions launch = new LaunchOptions();

  private int status = ExitStatus.OK;
  private List<String> arguments = List.of();

  LaunchCommand(String qualifiedName, String... description) {
    super(qualifiedName, description);
  }

  @Override
  public List<DeclaredOption> options() {
    return launch.options();
  }

  @Override
  public final List<String> footer() {
    return LaunchOptions.FOOTER;
  }

  @Override
  public final int run(Invocation invocation) {
    arguments = invocation.arguments();
    return run(invocation.out(), invocation.err());
  }

  /** Returns the arguments as they were given. */
  final List<String> arguments() {
    return arguments;
  }

  /** Does what is asked for and returns the exit status. */
  abstract int run(PrintWriter out, PrintWriter err);

  /** Does this with each launch; what is written about one is shown before the next begins. */
  static void forEach(
      List<LaunchOptions.Request> requests,
      PrintWriter out,
      PrintWriter err,
      Consumer<LaunchOptions.Request> launch) {
    for (LaunchOptions.Request request : requests) {
      launch.accept(request);
      out.flush();
      err.flush();
    }
  }

  /** Returns the exit status so far. */
  final int status() {
    return status;
  }

  /** Notes an exit status: the highest counts. */
  final void atLeast(int other) {
    status = Math.max(status, other);
  }

  /**
   * Returns the answer of a launch that failed.
   *
   * @param kernel the kernel's name, as far as it is known
   * @param list the name of the list that its JSON has no entries for
   * @param start when the launch began, as {@link System#nanoTime} says
   */
  static Answer failed(
      LaunchOptions.Request request,
      @Nullable String kernel,
      RuntimeException reason,
      String list,
      long start) {
    String message = Errors.text(reason);
    Map<String, Object> json = failure(request, kernel, message, List.of(list), start);
    String name = kernel == null ? "" : kernel;
    return new Answer(
        name.isEmpty() ? "launch" : "kernel " + name,
        request.name(),
        request.file(),
        name,
        "",
        Answer.Verdict.ERROR,
        Diagnostics.issues(message),
        List.of(),
        List.of(),
        message,
        seconds(start),
        new Answer.Forms(json, out -> {}));
  }

  /**
   * Returns the JSON object for a launch that failed.
   *
   * @param lists the names of lists that it has no entries for
   */
  static Map<String, Object> failure(
      LaunchOptions.Request request,
      @Nullable String kernel,
      String message,
      List<String> lists,
      long start) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("launch", request.file());
    line.put("kernel", kernel);
    line.put("verdict", "error");
    line.put("message", message);
    lists.forEach(name -> line.put(name, List.of()));
    line.put("seconds", seconds(start));
    return line;
  }

  /** Returns the seconds since a time that {@link System#nanoTime} has given. */
  static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
