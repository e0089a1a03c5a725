package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Eight threads make, use and release objects of one context at the same time. {@code mvn verify
 * -Pstress} does so for ten minutes and watches the process's memory.
 */
class StressTest {
  private static final int THREADS = 8;
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("barnacle.stress", "3"));
  private static final int INTS = 1024;

  private static final String SOURCE =
      "kernel void step(global int *x, int k) { size_t i = get_global_id(0); x[i] = 3 * x[i] + k;"
          + " }";

  @Test
  void eightThreadsShareAContext() throws Exception {
    AtomicInteger destroyed = new AtomicInteger();
    Context context = Context.create();
    context.onDestroy(destroyed::incrementAndGet);
    Program program = context.build(SOURCE);
    CommandQueue inOrder = context.queue();
    CommandQueue outOfOrder = context.queue(QueueOptions.OUT_OF_ORDER.withProfiling());
    long end = System.nanoTime() + (long) (SECONDS * 1e9);
    long early = System.nanoTime() + (long) (SECONDS * 2.5e8);
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<Integer>> work = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        Random random = new Random(t);
        work.add(() -> hammer(context, program, List.of(inOrder, outOfOrder), random, end));
      }
      List<Future<Integer>> results = new ArrayList<>();
      work.forEach(w -> results.add(pool.submit(w)));
      while (System.nanoTime() < early) {
        Thread.sleep(10);
      }
      long before = residentKilobytes();
      int rounds = 0;
      for (Future<Integer> result : results) {
        rounds += result.get();
      }
      assertTrue(rounds >= THREADS);
      if (SECONDS >= 60) {
        long after = residentKilobytes();
        assertTrue(
            after < before + 300_000, before + " kB at a quarter, " + after + " kB at the end");
      }
    }
    inOrder.release();
    outOfOrder.release();
    program.release();
    context.release();
    assertEquals(1, destroyed.get());
  }

  /** Runs rounds until the time is over, and returns how many. */
  private static int hammer(
      Context context, Program program, List<CommandQueue> shared, Random random, long end)
      throws InterruptedException {
    int rounds = 0;
    do {
      CommandQueue own = context.queue(new QueueOptions(random.nextBoolean(), false));
      CommandQueue queue = random.nextInt(3) == 0 ? own : shared.get(random.nextInt(2));
      round(context, program, queue, random);
      own.release();
      rounds++;
    } while (System.nanoTime() < end);
    return rounds;
  }

  private static void round(Context context, Program program, CommandQueue queue, Random random)
      throws InterruptedException {
    int start = random.nextInt();
    int k = random.nextInt();
    int steps = random.nextInt(6);
    CountDownLatch called = new CountDownLatch(2);
    Buffer buffer = context.buffer(Set.of(), INTS * 4L, null);
    buffer.onDestroy(called::countDown);
    UserEvent go = context.userEvent();
    Event last =
        queue.fill(buffer, MemorySegment.ofArray(new int[] {start}), 0, INTS * 4L, List.of(go));
    BoundKernel kernel = program.kernel("step").with(buffer, k);
    for (int i = 0; i < steps; i++) {
      Event before = last;
      last = queue.run(kernel, NDRange.of(INTS).local(256), List.of(before));
      before.release();
    }
    int[] result = new int[INTS];
    Event read = queue.read(buffer, 0, MemorySegment.ofArray(result), List.of(last));
    last.release();
    read.onStatus(Event.COMPLETE, (e, s) -> called.countDown());
    buffer.release();
    if (random.nextBoolean()) {
      queue.flush();
    }
    go.complete();
    go.release();
    read.waitFor();
    called.await();
    read.release();
    int expected = start;
    for (int i = 0; i < steps; i++) {
      expected = 3 * expected + k;
    }
    int[] all = new int[INTS];
    Arrays.fill(all, expected);
    assertArrayEquals(all, result);
  }

  private static long residentKilobytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(l -> l.startsWith("VmRSS:"))
        .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }
}
