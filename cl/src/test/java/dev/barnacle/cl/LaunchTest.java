package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.WorkItemQuery;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Ranges, local sizes, and what may be closed when. */
class LaunchTest {
  private final TestEngine engine = new TestEngine();

  private static void refused(ErrorCode code, Runnable action) {
    assertEquals(code, assertThrows(ClException.class, action::run).code());
  }

  private static TestKernels withBarrier() {
    return new TestKernels()
        .body(
            b ->
                b.add(
                    new Barrier(
                        Barrier.Kind.WORK_GROUP, Set.of(FenceFlag.LOCAL), MemoryScope.WORK_GROUP)));
  }

  @Test
  void givenSizesReachTheEngine() {
    RunResult result =
        new TestKernels()
            .in(engine, "-cl-std=CL3.0")
            .with()
            .run(NDRange.of(100, 10).local(8, 2).offset(5, 6));
    assertEquals(List.of(8L, 2L), engine.launches.getLast().range().local());
    assertEquals(List.of(5L, 6L), engine.launches.getLast().range().offset());
    assertEquals(13 * 5, result.groups());
    assertEquals(2, result.kernelNanos());
  }

  @Test
  void chosenSizesDivideWhereTheyCan() {
    Kernel k = new TestKernels().in(engine);
    for (long n : new long[] {1, 2, 16, 100, 1000, 1024, 1 << 20, 640 * 480, 12345}) {
      long local = k.with().run(NDRange.of(n)).range().local().getFirst();
      assertTrue(n % local == 0 || local % 16 == 0, n + " in " + local);
      assertTrue(local <= 1024 && (n < 16 || local >= 15), n + " in " + local);
    }
    assertEquals(List.of(960L, 1L), k.with().run(NDRange.of(1920, 1080)).range().local());
  }

  @Test
  void primesAreSplitOnlyWhereTheKernelCannotTell() {
    assertEquals(
        List.of(1024L),
        new TestKernels().in(engine).with().run(NDRange.of(1000003)).range().local());
    assertEquals(
        List.of(1L), withBarrier().in(engine).with().run(NDRange.of(1000003)).range().local());
    TestKernels asks = new TestKernels().body(b -> b.query(WorkItemQuery.Kind.LOCAL_ID, 0));
    assertEquals(List.of(1L), asks.in(engine).with().run(NDRange.of(1000003)).range().local());
    for (String options : List.of("-cl-std=CL1.2", "-cl-std=CL3.0")) {
      TestKernels kernels = new TestKernels();
      assertEquals(
          List.of(1024L),
          kernels.in(engine, options).with().run(NDRange.of(1000003)).range().local());
    }
  }

  @Test
  void cooperatingGroupsAreSmaller() {
    assertEquals(
        List.of(256L), withBarrier().in(engine).with().run(NDRange.of(1 << 20)).range().local());
  }

  @Test
  void requiredSizesAreHonoured() {
    Kernel k = new TestKernels().required(16, 2, 1).in(engine);
    assertEquals(List.of(16L, 2L), k.with().run(NDRange.of(64, 64)).range().local());
    refused(
        ErrorCode.CL_INVALID_WORK_GROUP_SIZE, () -> k.with().run(NDRange.of(64, 64).local(8, 2)));
    refused(ErrorCode.CL_INVALID_WORK_GROUP_SIZE, () -> k.with().run(NDRange.of(64)));
  }

  @Test
  void sizesThatDoNotFitAreRefused() {
    Kernel k = new TestKernels().in(engine);
    refused(ErrorCode.CL_INVALID_WORK_GROUP_SIZE, () -> k.with().run(NDRange.of(4096).local(1025)));
    refused(
        ErrorCode.CL_INVALID_WORK_GROUP_SIZE,
        () -> k.with().run(NDRange.of(4096, 4096, 4096).local(1 << 30, 1 << 30, 16)));
    refused(ErrorCode.CL_INVALID_WORK_GROUP_SIZE, () -> NDRange.of(4).local(0));
    refused(ErrorCode.CL_INVALID_WORK_DIMENSION, () -> NDRange.of(1, 2, 3, 4));
    refused(ErrorCode.CL_INVALID_WORK_DIMENSION, () -> NDRange.of(4).local(1, 1));
    refused(ErrorCode.CL_INVALID_GLOBAL_WORK_SIZE, () -> NDRange.of(-1));
    refused(ErrorCode.CL_INVALID_GLOBAL_OFFSET, () -> NDRange.of(4).offset(Long.MAX_VALUE));
    refused(
        ErrorCode.CL_INVALID_GLOBAL_WORK_SIZE,
        () -> k.with().run(NDRange.of(1L << 40, 1L << 40).local(1, 1)));
    assertTrue(engine.launches.isEmpty());
  }

  @Test
  void uniformGroupsWhereTheOptionsSaySo() {
    NDRange range = NDRange.of(100).local(64);
    for (String options :
        List.of("-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL1.2 -cl-std=CL2.0")) {
      new TestKernels().in(engine, options).with().run(range);
    }
    for (String options :
        List.of(
            "",
            "-DX",
            "-cl-std=CL1.1",
            "-cl-std=CL1.2",
            "-cl-std=CL3.0 -cl-uniform-work-group-size",
            "-DX -cl-uniform-work-group-size")) {
      TestKernels kernels = new TestKernels();
      refused(
          ErrorCode.CL_INVALID_WORK_GROUP_SIZE,
          () -> kernels.in(engine, options).with().run(range));
      kernels.in(engine, options).with().run(NDRange.of(128).local(64));
    }
  }

  @Test
  void emptyRangesRunNothing() {
    RunResult result = new TestKernels().in(engine).with().run(NDRange.of(16, 0));
    assertEquals(0, result.groups());
    assertTrue(engine.launches.isEmpty());
  }

  @Test
  void engineErrorsGetTheirCodes() {
    engine.behaviour =
        launch -> {
          throw new EngineException(EngineException.Kind.OUT_OF_RESOURCES, "too much local memory");
        };
    Kernel k = new TestKernels().in(engine);
    ClException e = assertThrows(ClException.class, () -> k.with().run(NDRange.of(1)));
    assertEquals("too much local memory (CL_OUT_OF_RESOURCES)", e.getMessage());
  }

  @Test
  void unknownKernelNamesTheOthers() {
    Program program = new TestKernels().in(engine).program();
    ClException e = assertThrows(ClException.class, () -> program.kernel("nope"));
    assertEquals(
        "no kernel 'nope' in the program; it has k (CL_INVALID_KERNEL_NAME)", e.getMessage());
  }

  @Test
  void closingWaitsForNoOneAndFreesAtTheEnd() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    engine.behaviour =
        launch -> {
          running.countDown();
          awaitQuietly(finish);
        };
    Kernel k = new TestKernels().in(engine);
    Context context = k.program().context();
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      var launch = pool.submit(() -> k.with().run(NDRange.of(1)));
      running.await();
      context.close();
      assertFalse(engine.closed);
      refused(ErrorCode.CL_INVALID_CONTEXT, () -> context.buffer(4));
      finish.countDown();
      launch.get();
    }
    assertTrue(engine.closed);
    assertEquals(0, engine.openExecutables);
    refused(ErrorCode.CL_INVALID_CONTEXT, () -> k.with().run(NDRange.of(1)));
    context.close();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
