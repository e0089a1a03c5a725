package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.AddressSpace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An interrupt ends a wait of the host, and nothing else. */
class InterruptedWaitTest {
  private final TestEngine engine = new TestEngine();
  private final Kernel kernel =
      new TestKernels().pointer(AddressSpace.GLOBAL, "int*", "x").in(engine);
  private final Context context = kernel.program().context();
  private final UserEvent never = context.userEvent();

  @AfterEach
  void close() {
    context.close();
  }

  /** Interrupts a thread that waits, and returns what it threw with its interrupt status set. */
  private static @Nullable Throwable interrupted(Runnable wait) throws InterruptedException {
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                wait.run();
              } catch (RuntimeException e) {
                if (Thread.currentThread().isInterrupted()) {
                  thrown.set(e);
                }
              }
            });
    thread.start();
    while (thread.getState() != Thread.State.WAITING) {
      assertTrue(thread.isAlive(), "the thread does not wait");
      Thread.onSpinWait();
    }
    thread.interrupt();
    thread.join();
    return thrown.get();
  }

  @Test
  void everyWaitEnds() throws Exception {
    Buffer buffer = context.buffer(4);
    CommandQueue queue = context.queue();
    CommandQueue free = context.queue(QueueOptions.OUT_OF_ORDER);
    List<Runnable> waits =
        List.of(
            never::waitFor,
            () -> Event.waitFor(List.of(never)),
            () -> queue.read(buffer, new int[1], never).waitFor(),
            queue::finish,
            () -> free.run(kernel.with(buffer), NDRange.of(1), never).waitFor(),
            free::finish,
            () -> free.map(buffer, Set.of(MapFlag.READ), 0, 4, never).await());
    for (Runnable wait : waits) {
      assertInstanceOf(InterruptedWaitException.class, interrupted(wait));
    }
    InterruptedWaitException thrown =
        assertInstanceOf(InterruptedWaitException.class, interrupted(never::waitFor));
    assertEquals("interrupted while waiting for user event, submitted", thrown.getMessage());
  }

  /** Also one that only this thread waits for, so that it could run it itself. */
  @Test
  void theWaitForAKernelThatDoesNotEndEnds() throws Exception {
    Buffer buffer = context.buffer(4);
    CountDownLatch end = new CountDownLatch(1);
    engine.behaviour = launch -> awaitUninterruptibly(end);
    for (QueueOptions options : List.of(QueueOptions.IN_ORDER, QueueOptions.OUT_OF_ORDER)) {
      CommandQueue queue = context.queue(options);
      Event ran = queue.run(kernel.with(buffer), NDRange.of(1));
      assertInstanceOf(InterruptedWaitException.class, interrupted(ran::waitFor));
      assertInstanceOf(InterruptedWaitException.class, interrupted(queue::finish));
      Event read = queue.read(buffer, new int[1], ran);
      assertInstanceOf(InterruptedWaitException.class, interrupted(read::waitFor));
    }
    end.countDown();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("the kernel's thread is interrupted", e);
    }
  }

  /** A kernel that is known to be short is run by who waits for it, which wakes no thread. */
  @Test
  void shortKernelsAreRunByTheThreadThatWaits() {
    Buffer buffer = context.buffer(4);
    CommandQueue queue = context.queue();
    List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    engine.behaviour = launch -> threads.add(Thread.currentThread());
    for (int i = 0; i < 3; i++) {
      queue.run(kernel.with(buffer), NDRange.of(1)).waitFor();
    }
    assertNotEquals(Thread.currentThread(), threads.getFirst());
    assertEquals(Thread.currentThread(), threads.get(1));
    assertEquals(Thread.currentThread(), threads.get(2));
  }

  @Test
  void theCommandGoesItsWay() throws Exception {
    Buffer buffer = context.buffer(new int[] {42});
    int[] to = new int[1];
    Event read = context.queue().read(buffer, to, never);
    assertInstanceOf(InterruptedWaitException.class, interrupted(read::waitFor));
    never.complete();
    read.waitFor();
    assertEquals(42, to[0]);
  }

  /** As of {@code Future.get}: who is interrupted already does not begin to wait. */
  @Test
  void aThreadThatIsInterruptedRunsNothingAndDoesNotWait() throws Exception {
    Event ran = context.queue().run(kernel.with(context.buffer(4)), NDRange.of(1));
    Event ended = context.queue().marker();
    ended.waitFor();
    Thread.currentThread().interrupt();
    ended.waitFor();
    assertThrows(InterruptedWaitException.class, never::waitFor);
    assertTrue(Thread.interrupted());
    ran.waitFor();
    assertEquals(1, engine.launches.size());
    assertFalse(Thread.interrupted());
  }

  @Test
  void theOthersThatWaitForTheSameGoOn() throws Exception {
    Event command = context.queue().marker(never);
    Thread other = new Thread(command::waitFor);
    other.start();
    while (other.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertInstanceOf(InterruptedWaitException.class, interrupted(command::waitFor));
    never.complete();
    other.join();
    assertEquals(Event.COMPLETE, command.status());
  }
}
