package dev.barnacle.simd.internal.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every step of a launch is run once, whether the threads were awake or asleep. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WorkerPoolTest {
  @ParameterizedTest
  @CsvSource({"1,true", "1,false", "2,true", "2,false", "5,true", "5,false"})
  void burstsAndSingleLaunchesOfManyThreadsRunEachStepOnce(int size, boolean callerMay)
      throws InterruptedException, ExecutionException {
    try (WorkerPool pool = new WorkerPool(size, false);
        ExecutorService callers = Executors.newFixedThreadPool(3)) {
      List<Future<?>> all = new ArrayList<>();
      for (int caller = 0; caller < 3; caller++) {
        long pause = caller * 150_000L;
        all.add(callers.submit(() -> launchOften(pool, callerMay, pause)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
  }

  /** Launches with pauses around the time that threads stay awake for. */
  private static void launchOften(WorkerPool pool, boolean callerMay, long pause) {
    for (int launch = 0; launch < 500; launch++) {
      int steps = launch % 19;
      AtomicIntegerArray runs = new AtomicIntegerArray(steps);
      pool.run(
          steps,
          callerMay,
          Integer.MAX_VALUE,
          new GrainSize(false),
          (begin, end) -> {
            for (long step = begin; step < end; step++) {
              runs.incrementAndGet((int) step);
            }
          });
      for (int step = 0; step < steps; step++) {
        assertEquals(1, runs.get(step), "runs of step " + step + " of " + steps);
      }
      if (pause > 0) {
        LockSupport.parkNanos(pause);
      }
    }
  }

  @Test
  void aFailureIsTheLaunchsAndTheNextOneRuns() {
    try (WorkerPool pool = new WorkerPool(2, false)) {
      for (int i = 0; i < 100; i++) {
        IllegalStateException thrown =
            assertThrows(
                IllegalStateException.class,
                () ->
                    pool.run(
                        8,
                        true,
                        Integer.MAX_VALUE,
                        new GrainSize(false),
                        (begin, end) -> {
                          throw new IllegalStateException("step");
                        }));
        assertEquals("step", thrown.getMessage());
        launchOften(pool, true, 0);
      }
    }
  }

  /** The cost of the launch before says little; whatever it is, all steps run. */
  @ParameterizedTest
  @CsvSource({"1", "1000", "1000000000"})
  void aWrongCostDelaysNoStep(long believed) {
    try (WorkerPool pool = new WorkerPool(3, false)) {
      for (int launch = 0; launch < 20; launch++) {
        GrainSize cost = new GrainSize(false);
        cost.measured(1, believed);
        AtomicIntegerArray runs = new AtomicIntegerArray(100);
        pool.run(
            100,
            true,
            Integer.MAX_VALUE,
            cost,
            (begin, end) -> {
              for (long step = begin; step < end; step++) {
                LockSupport.parkNanos(1);
                runs.incrementAndGet((int) step);
              }
            });
        for (int step = 0; step < 100; step++) {
          assertEquals(1, runs.get(step), "runs of step " + step);
        }
      }
    }
  }
}
