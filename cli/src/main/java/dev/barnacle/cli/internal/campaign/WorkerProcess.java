package dev.barnacle.cli.internal.campaign;

import dev.barnacle.command.input.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A worker, as the campaign sees it: it answers one task after the other, or ends. */
final class WorkerProcess implements AutoCloseable {
  private static final long STEP_MILLIS = 50;
  private static final long END_SECONDS = 5;
  private static final double START_SECONDS = 120;
  private static final int SIGNALLED = 128;

  /** The exit status of a JVM that is told to end where its heap is full. */
  private static final int OUT_OF_MEMORY = 3;

  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s*(\\d+) kB");
  private static final long MEGABYTE = 1 << 20;

  private final Process process;
  private final WorkerOutput output;
  private final Limits limits;
  private final BooleanSupplier stopped;
  private boolean last;

  /** The worker has ended, or was ended. */
  static final class EndedException extends Exception {
    private static final long serialVersionUID = 1;

    private final String last;
    private final boolean late;

    private EndedException(String why, String last, boolean late) {
      super(why);
      this.last = last;
      this.late = late;
    }

    /** Returns whether it was ended because its time was up. */
    boolean isLate() {
      return late;
    }

    /** Returns why, in words that are the same each time. */
    String why() {
      return String.valueOf(getMessage());
    }

    /** Returns the last that it said. */
    String last() {
      return last;
    }
  }

  private WorkerProcess(
      Process process, WorkerOutput output, Limits limits, BooleanSupplier stopped) {
    this.process = process;
    this.output = output;
    this.limits = limits;
    this.stopped = stopped;
  }

  /**
   * Starts one and waits until it takes tasks.
   *
   * @param stopped whether what it does is not asked for any more
   * @throws InputException if it does not come to that
   */
  static WorkerProcess start(Starter starter, Limits limits, BooleanSupplier stopped) {
    String word = UUID.randomUUID().toString();
    try {
      Process process = new ProcessBuilder(starter.command(limits.megabytes(), word)).start();
      WorkerOutput output =
          new WorkerOutput(process, Worker.MARK + word, limits.outputMegabytes() * MEGABYTE);
      WorkerProcess worker = new WorkerProcess(process, output, limits, stopped);
      try {
        String unused = worker.answer(START_SECONDS);
        return worker;
      } catch (EndedException e) {
        worker.close();
        throw new InputException("no worker can be started: " + e.why() + ": " + e.last());
      }
    } catch (IOException e) {
      throw new InputException("no worker can be started: " + e.getMessage());
    }
  }

  /** Returns whether it takes another task. */
  boolean isAlive() {
    return !last && process.isAlive();
  }

  /**
   * Has a task done. A program is the last one of its worker, so that its standard input is empty.
   *
   * @throws EndedException if the worker ended, or had to be ended
   */
  TaskResult ask(Task task) throws EndedException {
    output.begin();
    try {
      OutputStream tasks = process.getOutputStream();
      tasks.write((ResultText.of(task) + "\n").getBytes(StandardCharsets.UTF_8));
      tasks.flush();
      if (task.kind() == Task.Kind.PROGRAM) {
        last = true;
        tasks.close();
      }
    } catch (IOException e) {
      throw ended();
    }
    return ResultText.result(task.name(), answer(limits.seconds()));
  }

  private String answer(double seconds) throws EndedException {
    long start = System.nanoTime();
    try {
      while (true) {
        String answer = output.next(STEP_MILLIS);
        if (answer != null && WorkerOutput.isEnd(answer)) {
          throw ended();
        }
        if (answer != null) {
          return answer;
        }
        boolean late = (System.nanoTime() - start) / 1e9 > seconds;
        Optional<String> excess = late ? Optional.of(tooLong(seconds)) : excess();
        if (excess.isPresent()) {
          kill();
          throw new EndedException(excess.get(), output.lastLine(), late);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
      throw new EndedException("interrupted", "", false);
    }
  }

  private Optional<String> excess() {
    if (stopped.getAsBoolean()) {
      return Optional.of("the campaign was stopped");
    }
    if (resident() > limits.megabytes() * MEGABYTE) {
      return Optional.of(tooLarge());
    }
    return output.isTooMuch()
        ? Optional.of("it wrote more than " + limits.outputMegabytes() + " MB")
        : Optional.empty();
  }

  private static String tooLong(double seconds) {
    boolean whole = seconds == Math.rint(seconds);
    return "it took longer than " + (whole ? String.valueOf((long) seconds) : seconds) + " s";
  }

  private String tooLarge() {
    return "it took more than " + limits.megabytes() + " MB of memory";
  }

  /** Returns the resident memory of the process, and of the program that it runs. */
  private long resident() {
    long bytes = resident(process.pid());
    return last
        ? bytes + process.descendants().mapToLong(child -> resident(child.pid())).sum()
        : bytes;
  }

  /** Returns a process's resident memory; 0 where the system does not tell. */
  private static long resident(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", String.valueOf(pid), "status"))) {
      return lines
          .map(RESIDENT::matcher)
          .filter(Matcher::matches)
          .mapToLong(line -> Long.parseLong(line.group(1)) << 10)
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException e) {
      return 0; // it has ended, which is noticed elsewhere
    }
  }

  private EndedException ended() {
    @Nullable Integer status = null;
    try {
      if (process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        status = process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
    String why =
        status == null
            ? "it closed its output"
            : status == OUT_OF_MEMORY
                ? tooLarge()
                : status > SIGNALLED
                    ? "it was ended by signal " + (status - SIGNALLED)
                    : "it ended with status " + status;
    return new EndedException(why, output.lastLine(), false);
  }

  private void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      kill(); // a task is still there that it has not read
    }
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
    }
  }
}
