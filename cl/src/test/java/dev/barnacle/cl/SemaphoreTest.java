package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.AddressSpace;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Semaphores order commands of different queues, whichever is enqueued first. */
class SemaphoreTest extends CommandRaces {
  private final TestEngine engine = new TestEngine();
  private final Kernel kernel =
      new TestKernels().pointer(AddressSpace.GLOBAL, "int*", "x").in(engine);
  private final Context context = kernel.program().context();
  private final Semaphore semaphore = context.semaphore();
  private final CommandQueue first = context.queue();
  private final CommandQueue second = context.queue(QueueOptions.OUT_OF_ORDER);

  @AfterEach
  void close() {
    context.close();
    assertTrue(engine.isClosedSoon(), "something is still in use");
  }

  private static void refused(ErrorCode code, Runnable action) {
    assertEquals(code, assertThrows(ClException.class, action::run).code());
  }

  @Test
  void aWaitTakesTheSignalBack() {
    first.semaphores().signal(semaphore).waitFor();
    assertTrue(semaphore.isSignaled());
    assertEquals("binary semaphore, signaled", semaphore.toString());
    Event waited = second.semaphores().await(semaphore);
    assertEquals(CommandType.SEMAPHORE_WAIT, waited.commandType());
    waited.waitFor();
    assertFalse(semaphore.isSignaled());
    assertEquals("binary semaphore, not signaled", semaphore.toString());
  }

  @Test
  void aWaitMayComeBeforeItsSignal() {
    Event waited = second.semaphores().await(semaphore);
    second.flush();
    assertEquals(Event.SUBMITTED, waited.status());
    first.semaphores().signal(semaphore);
    waited.waitFor();
    assertFalse(semaphore.isSignaled());
  }

  @Test
  void theNthWaitIsForTheNthSignal() {
    UserEvent go = context.userEvent();
    first.semaphores().signal(semaphore, go);
    first.semaphores().signal(semaphore);
    Event one = second.semaphores().await(semaphore);
    Event two = second.semaphores().await(semaphore);
    second.flush();
    assertEquals(Event.SUBMITTED, one.status());
    go.complete();
    Event.waitFor(one, two);
  }

  @Test
  void aSignalThatFailsFailsTheWait() {
    UserEvent go = context.userEvent();
    first.semaphores().signal(semaphore, go);
    Event known = second.semaphores().await(semaphore);
    Semaphore other = context.semaphore();
    Event early = second.semaphores().await(other);
    first.semaphores().signal(other, known);
    go.fail(-5);
    assertThrows(FailedEventException.class, known::waitFor);
    assertThrows(FailedEventException.class, early::waitFor);
    assertFalse(semaphore.isSignaled());
  }

  @Test
  void whatIsWrongIsRefused() {
    UserEvent failed = context.userEvent();
    failed.fail(-5);
    refused(
        ErrorCode.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
        () -> first.semaphores().signal(semaphore, failed));
    refused(ErrorCode.CL_INVALID_VALUE, () -> first.semaphores().signal(List.of(), List.of()));
    Semaphore part = context.semaphore(context.device().partitionEqually(1).getFirst());
    refused(ErrorCode.CL_INVALID_COMMAND_QUEUE, () -> first.semaphores().await(part));
    part.close();
    refused(ErrorCode.CL_INVALID_SEMAPHORE_KHR, () -> first.semaphores().await(part));
  }

  @Test
  void itOrdersWhatIsBeforeTheSignalAndBehindTheWait() {
    clean(
        w -> {
          Semaphore filled = w.context.semaphore();
          w.second.run(w.fill, ALL);
          w.second.semaphores().signal(filled);
          w.first.run(w.sum, ALL, w.first.semaphores().await(filled));
        });
    clean(
        w -> {
          Semaphore filled = w.context.semaphore();
          Event waited = w.first.semaphores().await(filled);
          w.first.run(w.sum, ALL, waited);
          w.second.run(w.fill, ALL);
          w.second.semaphores().signal(filled);
        });
    racy(
        w -> {
          Semaphore filled = w.context.semaphore();
          w.second.run(w.fill, ALL);
          w.second.semaphores().signal(filled);
          w.first.semaphores().await(filled);
          w.first.run(w.sum, ALL); // out of order: it does not wait for the wait
        });
  }
}
