package dev.barnacle.cli.internal.campaign;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The processes that do a campaign's tasks: those of this machine, or of a cluster. */
interface Workforce {
  /**
   * Does tasks.
   *
   * @param deadline the time, of {@link System#nanoTime}, from which on none is begun; null for
   *     none
   * @param done is told each result, by many threads
   * @return results by tasks' names; of all, unless time was up or it was stopped
   */
  Map<String, TaskResult> run(
      List<Task> tasks, @Nullable Long deadline, BiConsumer<Task, TaskResult> done);

  /** Begins no other task, and ends those that are under way; they have no result. */
  void stop();
}
