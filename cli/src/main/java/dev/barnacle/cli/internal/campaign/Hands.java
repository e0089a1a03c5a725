package dev.barnacle.cli.internal.campaign;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker process, or the next one where it has ended. A task that has ended {@value #TRIES} of
 * them is a finding, unless it was slow each time: then it is incomplete.
 */
final class Hands implements AutoCloseable {
  /** The number of workers that a task may end. */
  static final int TRIES = 3;

  private final Starter starter;
  private final Limits limits;
  private final Consumer<String> notes;
  private final BooleanSupplier stopped;
  private @Nullable WorkerProcess worker;

  /**
   * Makes one; the worker is started with its first task.
   *
   * @param notes is told when a worker has ended
   * @param stopped whether what it does is not asked for any more
   */
  Hands(Starter starter, Limits limits, Consumer<String> notes, BooleanSupplier stopped) {
    this.starter = starter;
    this.limits = limits;
    this.notes = notes;
    this.stopped = stopped;
  }

  /** Does a task; nothing comes of it where the campaign is stopped. */
  Optional<TaskResult> run(Task task) {
    long start = System.nanoTime();
    String crash = "";
    String late = "";
    for (int tries = 1; tries <= TRIES; tries++) {
      try {
        return Optional.of(worker().ask(task));
      } catch (WorkerProcess.EndedException e) {
        close();
        if (stopped.getAsBoolean()) {
          return Optional.empty();
        }
        crash = e.isLate() ? crash : e.why();
        late = e.isLate() ? e.why() : late;
        note(task, tries, e);
      }
    }
    double seconds = TaskRunner.seconds(start);
    if (crash.isEmpty()) {
      String times = ", " + TRIES + " times (--task-timeout)";
      return Optional.of(TaskResult.slow(task, late + times, seconds, limits.seconds()));
    }
    String ended = "it ended its worker " + TRIES + " times: " + crash;
    return Optional.of(TaskResult.of(task, List.of(TaskRunner.crash(ended)), "", seconds));
  }

  private void note(Task task, int tries, WorkerProcess.EndedException e) {
    String last = e.last().isEmpty() ? "" : ": " + e.last();
    notes.accept(task.name() + ": note: worker " + tries + " of " + TRIES + ": " + e.why() + last);
  }

  private WorkerProcess worker() {
    WorkerProcess alive = worker;
    if (alive == null || !alive.isAlive()) {
      close();
      alive = WorkerProcess.start(starter, limits, stopped);
      worker = alive;
    }
    return alive;
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.close();
      worker = null;
    }
  }
}
