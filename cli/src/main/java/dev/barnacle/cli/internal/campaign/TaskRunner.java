package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cl.ClException;
import dev.barnacle.cli.internal.fuzz.Platforms;
import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Does tasks within this process. */
final class TaskRunner {
  private static final double NANOS = 1e9;

  private final Commands commands;
  private final Platforms platforms = new Platforms();

  /** Makes one that runs commands by these. */
  TaskRunner(Commands commands) {
    this.commands = commands;
  }

  /** Does a task. */
  TaskResult run(Task task) {
    long start = System.nanoTime();
    try {
      return switch (task.kind()) {
        case FUZZ ->
            DeadCodeTask.isOne(task)
                ? new DeadCodeTask(task, platforms).run(start)
                : new FuzzTask(task, platforms).run(start);
        case COMPARE -> new CompareTask(task, platforms).run(start);
        case CHECK, EXPLORE, LITMUS, PROGRAM -> command(task, start);
      };
    } catch (InputException e) {
      return TaskResult.error(task, e.diagnostic(), seconds(start));
    } catch (ClException e) {
      return TaskResult.error(
          task, InputException.error(String.valueOf(e.getMessage())), seconds(start));
    }
  }

  static double seconds(long start) {
    return (System.nanoTime() - start) / NANOS;
  }

  private TaskResult command(Task task, long start) {
    List<Answer> answers = new ArrayList<>();
    StringWriter said = new StringWriter();
    PrintWriter err = new PrintWriter(said);
    int status =
        ScopedValue.where(Outputs.LISTENER, answers::add)
            .call(
                () ->
                    commands.run(
                        new PrintWriter(Writer.nullWriter()),
                        err,
                        task.words().toArray(String[]::new)));
    err.flush();
    answers.removeIf(a -> a.launch() == null && task.covered().contains(a.kernel()));
    double seconds = seconds(start);
    if (status == ExitStatus.BUG) {
      return TaskResult.of(task, List.of(crash(error(said.toString()))), "", seconds);
    }
    boolean told =
        answers.stream()
            .anyMatch(a -> a.verdict() != Answer.Verdict.CLEAN || !a.suppressed().isEmpty());
    if (status != 0 && !told) {
      String why =
          task.kind() == Task.Kind.PROGRAM && !answers.isEmpty()
              ? "error: the program's exit status is " + status
              : error(said.toString());
      return TaskResult.error(task, why, seconds);
    }
    return answers.isEmpty()
        ? TaskResult.of(task, List.of(), "nothing to check", seconds)
        : new TaskResult(answers, seconds);
  }

  /** Returns the finding that Barnacle itself failed. */
  static Issue crash(String why) {
    return new Issue("crash", "crash", why, List.of(), List.of());
  }

  /** Returns what a command said of an error: its line, or the last one. */
  private static String error(String said) {
    List<String> lines = said.lines().filter(line -> !line.isBlank()).toList();
    return lines.stream()
        .filter(line -> line.toLowerCase(Locale.ROOT).contains("error: "))
        .findFirst()
        .orElse(lines.isEmpty() ? "error: no answer" : lines.getLast());
  }
}
