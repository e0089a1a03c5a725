package dev.barnacle.icd.internal.call;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import dev.barnacle.icd.internal.abi.CommandArguments;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.handle.EventHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.QueueHandle;
import dev.barnacle.icd.internal.process.Waits;
import java.util.ArrayList;
import java.util.List;

/** The common part of all commands: the events that they wait for, and their own. */
public final class Commands {
  private Commands() {}

  /** Reads the list of events that a command waits for. */
  public static List<Event> waitList(CommandArguments call) {
    return events(call.numEventsInWaitList(), call.eventWaitList());
  }

  /** Reads a list of events; none if there are neither a count nor an address. */
  static List<Event> events(int count, long list) {
    if (count == 0 && list == 0) {
      return List.of();
    }
    if (count <= 0 || list == 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_EVENT_WAIT_LIST,
          "a list of " + Integer.toUnsignedString(count) + " events at " + list);
    }
    List<Event> events = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      events.add(
          Handles.get(
                  Native.getLong(list + 8L * i),
                  EventHandle.class,
                  ErrorCode.CL_INVALID_EVENT_WAIT_LIST)
              .event());
    }
    return events;
  }

  /**
   * Gives the program a command's event, if it wants it.
   *
   * @param place where its handle goes, or 0
   */
  public static long give(Event event, QueueHandle queue, long place) {
    return give(event, queue, place, event.commandType().value());
  }

  /** Gives the program a command's event, as that of another type of command. */
  static long give(Event event, QueueHandle queue, long place, int commandType) {
    if (place == 0) {
      event.close();
    } else {
      EventHandle made = new EventHandle(event, queue, commandType);
      Native.putLong(place, made.register(made).address());
    }
    return 0;
  }

  /** Waits for a command if the call is a blocking one, and gives the program its event. */
  public static long give(Event event, QueueHandle queue, long place, boolean blocking) {
    if (!blocking) {
      return give(event, queue, place);
    }
    try {
      Waits.untilEnded(event::waitFor);
    } catch (ClException e) {
      event.close();
      throw e;
    }
    queue.plan();
    return give(event, queue, place);
  }
}
