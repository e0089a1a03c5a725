package dev.barnacle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.explore.RandomProgram.Cell;
import dev.barnacle.explore.RandomProgram.Kind;
import dev.barnacle.explore.RandomProgram.Member;
import dev.barnacle.explore.RandomProgram.Op;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A long exploration gives the same outcome whatever the number of threads that share it. */
final class ParallelSearchTest {
  private static Op op(Kind kind, int value) {
    return new Op(kind, false, 0, MemoryOrder.RELAXED, MemoryScope.DEVICE, value, 0, 0);
  }

  /** Writers of one location, and readers that read it so often; all in a race. */
  private static ProgramScenario writersAndReaders(int writers, int loads) {
    List<Member> threads = new ArrayList<>();
    for (int i = 1; i <= writers; i++) {
      threads.add(new Member(0, 0, List.of(op(i == 1 ? Kind.PLAIN_STORE : Kind.STORE, i))));
    }
    threads.add(new Member(0, 0, Collections.nCopies(loads, op(Kind.LOAD, 0))));
    return new ProgramScenario(new RandomProgram(List.of(new Cell(false, true)), threads));
  }

  private static Outcome explore(int threads, boolean verdictOnly)
      throws InterruptedException, ExecutionException {
    ProgramScenario scenario = writersAndReaders(4, 4);
    Explorer explorer = Explorer.with(Model.shipped("c11"), false, 100);
    try (ForkJoinPool pool = new ForkJoinPool(threads)) {
      return pool.submit(
              () ->
                  verdictOnly
                      ? scenario.decide(explorer, List.of(0, 1, 2, 3), s -> s[3] == 4)
                      : scenario.explore(explorer))
          .get();
    }
  }

  @Test
  void theOutcomeDoesNotDependOnTheNumberOfThreads()
      throws InterruptedException, ExecutionException, ExploreException {
    ProgramScenario scenario = writersAndReaders(4, 4);
    Outcome alone = scenario.explore(Explorer.with(Model.shipped("c11"), false, Long.MAX_VALUE));
    assertTrue(alone.complete() && alone.faults().containsKey("Dr"));
    for (int threads = 1; threads <= 4; threads++) {
      assertEquals(alone, explore(threads, false));
    }
  }

  @Test
  void theVerdictDoesNotDependOnTheNumberOfThreads()
      throws InterruptedException, ExecutionException {
    Outcome one = explore(1, true);
    assertTrue(one.positive() > 0 && !one.faults().isEmpty());
    for (int threads = 2; threads <= 4; threads++) {
      assertEquals(one, explore(threads, true));
    }
  }

  /** Two threads are in the search at once: each that comes to a state waits for the other one. */
  @Test
  void threadsSearchAtOnce() throws InterruptedException, ExecutionException {
    ProgramScenario scenario = writersAndReaders(4, 4);
    Explorer explorer = Explorer.with(Model.shipped("c11"), false, 100);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch both = new CountDownLatch(2);
    StatePredicate meeting =
        state -> {
          if (Thread.currentThread() instanceof ForkJoinWorkerThread
              && atShare()
              && threads.add(Thread.currentThread())) {
            both.countDown();
            await(both);
          }
          return true;
        };
    try (ForkJoinPool pool = new ForkJoinPool(2)) {
      Outcome outcome =
          pool.submit(() -> scenario.explore(explorer, List.of(0, 1, 2, 3), meeting)).get();
      assertTrue(outcome.complete());
    }
    assertEquals(2, threads.size());
    assertEquals(0, both.getCount());
  }

  /** Whether the search has been shared out already. */
  private static boolean atShare() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(f -> f.getClassName().endsWith("ParallelSearch$Share")));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS), "no other thread searches");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
