package dev.barnacle.simd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.internal.threads.Affinity;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A program that binds its threads to processors, as runtimes of tasks do with their workers. */
class BoundThreadTest {
  private static final Executor NEW_THREAD = task -> new Thread(task).start();

  @Test
  void aThreadThatIsBoundSeesTheSameDeviceAsTheOthers() {
    Assumptions.assumeTrue(System.getProperty("os.name").equals("Linux"));
    SimdOptions options = SimdOptions.defaults();
    SimdOptions ofBound = CompletableFuture.supplyAsync(this::bindAndAsk, NEW_THREAD).join();
    assertEquals(options, ofBound);
    assertEquals(SimdRuntime.limits(options), SimdRuntime.limits(ofBound));
  }

  private SimdOptions bindAndAsk() {
    Affinity affinity = Affinity.create();
    affinity.bind(affinity.processors()[0]);
    return SimdOptions.defaults();
  }
}
