package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import dev.barnacle.cl.Profiling;
import dev.barnacle.cl.UserEvent;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.entry.CreateUserEvent;
import dev.barnacle.icd.internal.entry.GetEventInfo;
import dev.barnacle.icd.internal.entry.GetEventProfilingInfo;
import dev.barnacle.icd.internal.entry.ReleaseEvent;
import dev.barnacle.icd.internal.entry.RetainEvent;
import dev.barnacle.icd.internal.entry.SetEventCallback;
import dev.barnacle.icd.internal.entry.SetUserEventStatus;
import dev.barnacle.icd.internal.entry.WaitForEvents;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.EventHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.QueueHandle;
import dev.barnacle.icd.internal.process.Waits;
import dev.barnacle.icd.internal.query.Info;
import java.util.List;

/** Events (OpenCL API, 5.11 to 5.14). */
public final class EventCalls {
  private EventCalls() {}

  public static long waitForEvents(long a) {
    WaitForEvents call = new WaitForEvents(a);
    int count = call.numEvents();
    if (count <= 0 || call.eventList() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no events to wait for");
    }
    List<EventHandle> events =
        Handles.list(call.eventList(), count, EventHandle.class, ErrorCode.CL_INVALID_EVENT);
    List<Event> all = events.stream().map(EventHandle::event).toList();
    Waits.untilEnded(() -> Event.waitFor(all));
    for (EventHandle event : events) {
      QueueHandle queue = event.queue();
      if (queue != null) {
        queue.plan();
      }
    }
    return 0;
  }

  public static long getEventInfo(long a) {
    GetEventInfo call = new GetEventInfo(a);
    EventHandle event = Handles.event(call.event());
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_EVENT_COMMAND_QUEUE -> out.handle(event.queue());
      case CL_EVENT_CONTEXT -> out.handle(event.context());
      case CL_EVENT_COMMAND_TYPE -> out.int32(event.commandType());
      case CL_EVENT_COMMAND_EXECUTION_STATUS -> out.int32(event.event().status());
      case CL_EVENT_REFERENCE_COUNT -> out.int32(event.references());
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  public static long retainEvent(long a) {
    Handles.event(new RetainEvent(a).event()).retain();
    return 0;
  }

  public static long releaseEvent(long a) {
    Handles.event(new ReleaseEvent(a).event()).release();
    return 0;
  }

  public static long getEventProfilingInfo(long a) {
    GetEventProfilingInfo call = new GetEventProfilingInfo(a);
    EventHandle event = Handles.event(call.event());
    int parameter = call.paramName();
    if (parameter < CL_PROFILING_COMMAND_QUEUED || parameter > CL_PROFILING_COMMAND_COMPLETE) {
      throw Info.unknown(parameter);
    }
    Profiling times = event.event().profiling();
    Info.of(call)
        .int64(
            switch (parameter) {
              case CL_PROFILING_COMMAND_QUEUED -> times.queued();
              case CL_PROFILING_COMMAND_SUBMIT -> times.submitted();
              case CL_PROFILING_COMMAND_START -> times.started();
              case CL_PROFILING_COMMAND_END -> times.ended();
              default -> times.completed();
            });
    return 0;
  }

  public static long setEventCallback(long a) {
    SetEventCallback call = new SetEventCallback(a);
    EventHandle event = Handles.event(call.event());
    int status = call.commandExecCallbackType();
    long function = call.pfnNotify();
    long userData = call.userData();
    if (function == 0 || status < Event.COMPLETE || status > Event.SUBMITTED) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no callback, or for no status");
    }
    event.addHolder(); // the callback is given the handle, released or not
    event
        .event()
        .onStatus(
            status,
            (ended, reached) -> {
              try {
                Callbacks.callEvent(function, event.address(), reached, userData);
              } finally {
                event.letGo();
              }
            });
    return 0;
  }

  public static long createUserEvent(long a) {
    ContextHandle context = Handles.context(new CreateUserEvent(a).context());
    EventHandle made = new EventHandle(context.context().userEvent(), context);
    return made.register(made).address();
  }

  public static long setUserEventStatus(long a) {
    SetUserEventStatus call = new SetUserEventStatus(a);
    EventHandle event = Handles.event(call.event());
    if (!(event.event() instanceof UserEvent user) || event.queue() != null) {
      throw new ClException(ErrorCode.CL_INVALID_EVENT, "no user event");
    }
    int status = call.executionStatus();
    if (status > Event.COMPLETE) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no end: " + status);
    }
    if (status == Event.COMPLETE) {
      user.complete();
    } else {
      user.fail(status);
    }
    return 0;
  }
}
