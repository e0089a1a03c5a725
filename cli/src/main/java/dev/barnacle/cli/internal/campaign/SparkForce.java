package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cl.Platform;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has tasks done by Apache Spark: starts an application of it, the module {@code spark}, gives it
 * the tasks, a line each, and takes results as they come. On each executor a {@link TaskServer}
 * does them. The application ends with its input.
 */
final class SparkForce implements Workforce {
  private static final long STEP_MILLIS = 50;
  private static final long END_SECONDS = 20;

  /** Exit statuses of a process that the user interrupted, or the system ended. */
  private static final List<Integer> INTERRUPTED = List.of(130, 143);

  private final SparkStart start;
  private final List<String> server;
  private final @Nullable Path folder;
  private final Consumer<String> notes;
  private final AtomicBoolean stopped = new AtomicBoolean();

  /**
   * Makes one.
   *
   * @param server the command of a {@link TaskServer} on an executor
   * @param folder where Spark's log is kept; null for a temporary one
   * @param notes is told when a worker has ended
   */
  SparkForce(SparkStart start, List<String> server, @Nullable Path folder, Consumer<String> notes) {
    this.start = start;
    this.server = server;
    this.folder = folder;
    this.notes = notes;
  }

  @Override
  public void stop() {
    stopped.set(true);
  }

  @Override
  public Map<String, TaskResult> run(
      List<Task> tasks, @Nullable Long deadline, BiConsumer<Task, TaskResult> done) {
    List<String> command = new ArrayList<>(start.command());
    if (tasks.isEmpty()) {
      return Map.of();
    }
    String word = UUID.randomUUID().toString();
    command.addAll(List.of(word, Platform.release(), Path.of("").toAbsolutePath().toString()));
    command.add(String.valueOf(millis(deadline)));
    command.addAll(server);
    Path log = log();
    Process process = started(command, log);
    try {
      WorkerOutput output = new WorkerOutput(process, Worker.MARK + word, Long.MAX_VALUE);
      give(process, tasks);
      Map<String, TaskResult> results = collected(process, output, log, tasks, done);
      if (folder == null) {
        boolean unused = InputFiles.access(log, () -> Files.deleteIfExists(log));
      }
      return results;
    } finally {
      end(process);
    }
  }

  /** Returns the time by the clock, which other machines have too. */
  private static long millis(@Nullable Long deadline) {
    return deadline == null
        ? Long.MAX_VALUE
        : System.currentTimeMillis() + TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
  }

  private Path log() {
    return folder == null
        ? InputFiles.access(
            Path.of(System.getProperty("java.io.tmpdir")),
            () -> Files.createTempFile("barnacle-spark", ".log"))
        : folder.resolve("spark.log");
  }

  private static Process started(List<String> command, Path log) {
    try {
      return new ProcessBuilder(command).redirectError(log.toFile()).start();
    } catch (IOException e) {
      throw new InputException("Spark cannot be started: " + e.getMessage());
    }
  }

  /** Gives tasks, and an empty line behind them; the stream stays open as long as we live. */
  private static void give(Process process, List<Task> tasks) {
    StringBuilder lines = new StringBuilder();
    tasks.forEach(task -> lines.append(ResultText.of(task)).append('\n'));
    lines.append('\n');
    try {
      OutputStream in = process.getOutputStream();
      in.write(lines.toString().getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      return; // it has ended, and what it said comes next
    }
  }

  private Map<String, TaskResult> collected(
      Process process,
      WorkerOutput output,
      Path log,
      List<Task> tasks,
      BiConsumer<Task, TaskResult> done) {
    Map<String, TaskResult> results = new HashMap<>();
    try {
      while (!stopped.get()) {
        String answer = output.next(STEP_MILLIS);
        if (answer != null && (WorkerOutput.isEnd(answer) || answer.equals(TaskWords.END))) {
          check(process, answer, log);
          return results;
        }
        if (answer != null) {
          take(answer, tasks, log, results, done);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return results;
  }

  private void take(
      String answer,
      List<Task> tasks,
      Path log,
      Map<String, TaskResult> results,
      BiConsumer<Task, TaskResult> done) {
    String[] words = answer.split(" ", 2);
    switch (words[0]) {
      case TaskWords.NOTE -> notes.accept(words[1]);
      case TaskWords.DONE -> {
        String[] result = words[1].split(" ", 2);
        Task task = tasks.get(Integer.parseInt(result[0]));
        TaskResult told = ResultText.result(task.name(), result[1]);
        results.put(task.name(), told);
        done.accept(task, told);
      }
      default -> throw failure(words[1], log);
    }
  }

  /** Throws where the application ended by itself, without a word. */
  private void check(Process process, String answer, Path log) throws InterruptedException {
    if (!answer.equals(TaskWords.END)
        && process.waitFor(END_SECONDS, TimeUnit.SECONDS)
        && !INTERRUPTED.contains(process.exitValue())) {
      throw failure("its application ended with status " + process.exitValue(), log);
    }
  }

  private static InputException failure(String why, Path log) {
    return new InputException("Spark did not do it: " + why + " (its log: " + log + ")");
  }

  /** Ends the application, which stops its executors when its input ends. */
  private static void end(Process process) {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      process.destroy(); // it has not read its tasks
    }
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
