package dev.barnacle.icd.internal.call;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import dev.barnacle.icd.internal.entry.EnqueueBarrier;
import dev.barnacle.icd.internal.entry.EnqueueBarrierWithWaitList;
import dev.barnacle.icd.internal.entry.EnqueueMarker;
import dev.barnacle.icd.internal.entry.EnqueueMarkerWithWaitList;
import dev.barnacle.icd.internal.entry.EnqueueWaitForEvents;
import dev.barnacle.icd.internal.handle.EventHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.QueueHandle;
import java.util.List;

/** Markers and barriers (OpenCL API, 5.13). */
public final class OrderCommands {
  private OrderCommands() {}

  public static long enqueueMarkerWithWaitList(long a) {
    EnqueueMarkerWithWaitList call = new EnqueueMarkerWithWaitList(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    return Commands.give(queue.queue().marker(Commands.waitList(call)), queue, call.event());
  }

  public static long enqueueBarrierWithWaitList(long a) {
    EnqueueBarrierWithWaitList call = new EnqueueBarrierWithWaitList(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    return Commands.give(queue.queue().barrier(Commands.waitList(call)), queue, call.event());
  }

  public static long enqueueMarker(long a) {
    EnqueueMarker call = new EnqueueMarker(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    if (call.event() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for the event");
    }
    return Commands.give(queue.queue().marker(List.of()), queue, call.event());
  }

  /** Commands behind it wait for the events. */
  public static long enqueueWaitForEvents(long a) {
    EnqueueWaitForEvents call = new EnqueueWaitForEvents(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    if (call.numEvents() == 0 || call.eventList() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no events");
    }
    List<Event> events =
        Handles.list(
                call.eventList(), call.numEvents(), EventHandle.class, ErrorCode.CL_INVALID_EVENT)
            .stream()
            .map(EventHandle::event)
            .toList();
    return Commands.give(queue.queue().barrier(events), queue, 0);
  }

  public static long enqueueBarrier(long a) {
    QueueHandle queue = Handles.queue(new EnqueueBarrier(a).commandQueue());
    return Commands.give(queue.queue().barrier(List.of()), queue, 0);
  }
}
