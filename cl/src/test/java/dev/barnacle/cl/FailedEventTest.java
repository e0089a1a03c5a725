package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.ir.AddressSpace;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What those learn that wait for an event which ends with an error. */
class FailedEventTest {
  private static final int IN_WAIT_LIST =
      ErrorCode.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.value();

  private final TestEngine engine = new TestEngine();
  private final Kernel kernel =
      new TestKernels().pointer(AddressSpace.GLOBAL, "int*", "x").in(engine);
  private final Context context = kernel.program().context();

  @AfterEach
  void close() {
    context.close();
  }

  private static FailedEventException failure(Event event) {
    FailedEventException e = assertThrows(FailedEventException.class, event::waitFor);
    assertEquals(ErrorCode.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, e.code());
    return e;
  }

  @Test
  void aUserEventKeepsItsCode() {
    UserEvent user = context.userEvent();
    user.fail(-5);
    assertEquals(-5, user.status());
    assertEquals(-5, failure(user).status());
    assertEquals("a user event ended with CL_OUT_OF_RESOURCES", failure(user).detail());
    assertEquals("user event, ended with CL_OUT_OF_RESOURCES", user.toString());
  }

  /** An application may give a number of its own. */
  @Test
  void aUserEventKeepsACodeThatOpenClDoesNotHave() {
    UserEvent user = context.userEvent();
    user.fail(-12345);
    assertEquals(-12345, user.status());
    assertEquals(-12345, failure(user).status());
    assertEquals("a user event ended with error -12345", failure(user).detail());
  }

  @Test
  void commandsThatWaitForItSayWhichCodeItWas() {
    CommandQueue queue = context.queue(QueueOptions.OUT_OF_ORDER);
    UserEvent user = context.userEvent();
    Event first = queue.run(kernel.with(context.buffer(4)), NDRange.of(1), user);
    Event last = first;
    for (int i = 0; i < 1000; i++) {
      last = queue.marker(last);
    }
    user.fail(-5);
    queue.finish();
    for (Event event : new Event[] {first, last}) {
      assertEquals(IN_WAIT_LIST, event.status());
      FailedEventException e = failure(event);
      assertEquals(IN_WAIT_LIST, e.status());
      assertEquals(
          "a command ended with CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: an event that the"
              + " command waited for ended with CL_OUT_OF_RESOURCES",
          e.detail());
      FailedEventException cause = assertInstanceOf(FailedEventException.class, e.getCause());
      assertEquals(-5, cause.status());
    }
    assertEquals(0, engine.launches.size());
  }

  @Test
  void theWordsOfACommandsErrorGoWithIt() {
    CommandQueue queue = context.queue(QueueOptions.OUT_OF_ORDER);
    Runnable fails =
        () -> {
          throw new ClException(ErrorCode.CL_INVALID_VALUE, "no such file");
        };
    Event failed = queue.call(fails, List.of());
    Event last = queue.marker(queue.marker(failed));
    FailedEventException e = failure(last);
    assertEquals(
        "a command ended with CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: an event that the"
            + " command waited for ended with CL_INVALID_VALUE: no such file",
        e.detail());
    FailedEventException cause = assertInstanceOf(FailedEventException.class, e.getCause());
    assertEquals(ErrorCode.CL_INVALID_VALUE.value(), cause.status());
    assertEquals("no such file", assertInstanceOf(ClException.class, cause.getCause()).detail());
    assertEquals(ErrorCode.CL_INVALID_VALUE.value(), failure(failed).status());
  }
}
