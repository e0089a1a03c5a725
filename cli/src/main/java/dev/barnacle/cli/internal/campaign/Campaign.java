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

/** Has tasks done by worker processes of this machine, so many beside each other. */
final class Campaign implements Workforce {
  private final Starter starter;
  private final Limits limits;
  private final int jobs;
  private final Consumer<String> notes;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

  /**
   * Makes one.
   *
   * @param jobs how many workers there are
   * @param notes is told when a worker has ended
   */
  Campaign(Starter starter, Limits limits, int jobs, Consumer<String> notes) {
    this.starter = starter;
    this.limits = limits;
    this.jobs = jobs;
    this.notes = notes;
  }

  @Override
  public Map<String, TaskResult> run(
      List<Task> tasks, @Nullable Long deadline, BiConsumer<Task, TaskResult> done) {
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

  @Override
  public void stop() {
    stopped.set(true);
  }

  private void work(
      List<Task> tasks,
      AtomicInteger next,
      @Nullable Long deadline,
      Map<String, TaskResult> results,
      BiConsumer<Task, TaskResult> done) {
    try (Hands hands = new Hands(starter, limits, notes, stopped::get)) {
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
}
