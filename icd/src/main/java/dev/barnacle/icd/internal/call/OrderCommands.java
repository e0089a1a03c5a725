package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Arguments.i;
import static dev.barnacle.icd.internal.abi.Arguments.p;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import dev.barnacle.icd.internal.handle.EventHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.QueueHandle;
import java.util.List;

/** Markers and barriers (OpenCL API, 5.13). */
public final class OrderCommands {
  private OrderCommands() {}

  public static long enqueueMarkerWithWaitList(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    return Commands.give(queue.queue().marker(Commands.waitList(a, 1)), queue, p(a, 3));
  }

  public static long enqueueBarrierWithWaitList(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    return Commands.give(queue.queue().barrier(Commands.waitList(a, 1)), queue, p(a, 3));
  }

  public static long enqueueMarker(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    if (p(a, 1) == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for the event");
    }
    return Commands.give(queue.queue().marker(List.of()), queue, p(a, 1));
  }

  /** Commands behind it wait for the events. */
  public static long enqueueWaitForEvents(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    if (i(a, 1) == 0 || p(a, 2) == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no events");
    }
    List<Event> events =
        Handles.list(p(a, 2), i(a, 1), EventHandle.class, ErrorCode.CL_INVALID_EVENT).stream()
            .map(EventHandle::event)
            .toList();
    return Commands.give(queue.queue().barrier(events), queue, 0);
  }

  public static long enqueueBarrier(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    return Commands.give(queue.queue().barrier(List.of()), queue, 0);
  }
}
