package dev.barnacle.cli.internal.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has tasks done by worker processes, so many beside each other. A worker that has ended is
 * replaced; a task that has ended {@value #TRIES} of them is a finding.
 */
final class Campaign {
  /** The number of workers that a task may end. */
  static final int TRIES = 3;

  private final Starter starter;
  private final Limits limits;
  private final Consumer<String> notes;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

  /**
   * Makes one.
   *
   * @param notes is told when a worker has ended
   */
  Campaign(Starter starter, Limits limits, Consumer<String> notes) {
    this.starter = starter;
    this.limits = limits;
    this.notes = notes;
  }

  /**
   * Does tasks.
   *
   * @param deadline the time, of {@link System#nanoTime}, from which on none is begun; null for
   *     none
   * @param done is told each result, by many threads
   * @return results by tasks' names; of all, unless time was up or it was stopped
   */
  Map<String, TaskResult> run(
      List<Task> tasks, int jobs, @Nullable Long deadline, BiConsumer<Task, TaskResult> done) {
    Map<String, TaskResult> results = new ConcurrentHashMap<>();
    AtomicInteger next = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Math.min(jobs, tasks.size()); i++) {
      threads.add(
          Thread.ofPlatform()
              .name("campaign-" + i)
              .start(() -> work(tasks, next, deadline, results, done)));
    }
    threads.forEach(this::join);
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
    return results;
  }

  private void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      stop();
      Thread.currentThread().interrupt();
    }
  }

  /** Begins no other task, and ends those that are under way; they have no result. */
  void stop() {
    stopped.set(true);
  }

  private void work(
      List<Task> tasks,
      AtomicInteger next,
      @Nullable Long deadline,
      Map<String, TaskResult> results,
      BiConsumer<Task, TaskResult> done) {
    try (Hands hands = new Hands()) {
      while (!stopped.get() && (deadline == null || System.nanoTime() - deadline < 0)) {
        int index = next.getAndIncrement();
        if (index >= tasks.size()) {
          return;
        }
        Task task = tasks.get(index);
        Optional<TaskResult> result = hands.run(task);
        if (result.isPresent()) {
          results.put(task.name(), result.get());
          done.accept(task, result.get());
        }
      }
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
      stop();
    }
  }

  /** A worker, or the next one. */
  private final class Hands implements AutoCloseable {
    private @Nullable WorkerProcess worker;

    /** Does a task; nothing comes of it where the campaign is stopped. */
    Optional<TaskResult> run(Task task) {
      long start = System.nanoTime();
      String why = "";
      for (int tries = 1; tries <= TRIES; tries++) {
        try {
          return Optional.of(worker().ask(task));
        } catch (WorkerProcess.EndedException e) {
          close();
          if (stopped.get()) {
            return Optional.empty();
          }
          why = e.why();
          String last = e.last().isEmpty() ? "" : ": " + e.last();
          notes.accept(
              task.name() + ": note: worker " + tries + " of " + TRIES + ": " + why + last);
        }
      }
      return Optional.of(
          TaskResult.of(
              task,
              List.of(TaskRunner.crash("it ended its worker " + TRIES + " times: " + why)),
              "",
              TaskRunner.seconds(start)));
    }

    private WorkerProcess worker() {
      WorkerProcess alive = worker;
      if (alive == null || !alive.isAlive()) {
        close();
        alive = WorkerProcess.start(starter, limits, stopped::get);
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
}
