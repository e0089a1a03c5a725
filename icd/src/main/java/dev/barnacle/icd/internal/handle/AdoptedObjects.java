package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.UserEvent;
import dev.barnacle.icd.internal.record.EventRecord;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects that the shim has told the program of: the platform and its devices, before there was
 * Java, and events of commands that it has carried out.
 */
public final class AdoptedObjects {
  private static final Map<Long, Adopted> EVENTS = new HashMap<>();

  /**
   * An event that the shim has given to Java.
   *
   * @param hasEnded its command has, and the shim tells no more of it
   * @param isGone the program has no reference to it any more, and nothing else holds it
   */
  private record Adopted(
      EventHandle handle, UserEvent event, EventRecord record, boolean hasEnded, boolean isGone) {
    Adopted withEnd() {
      return new Adopted(handle, event, record, true, isGone);
    }

    Adopted withoutHandle() {
      return new Adopted(handle, event, record, hasEnded, true);
    }
  }

  private AdoptedObjects() {}

  /** Has the table of handles know them. */
  public static void find() {
    HandleTable.others(AdoptedObjects::find, AdoptedObjects::remove);
  }

  private static @Nullable Handle find(long handle) {
    long place = HandleTable.place(handle);
    if (place == HandleTable.PLATFORM) {
      return PlatformHandle.get();
    }
    if (place == HandleTable.DEVICE) {
      return DeviceHandle.root();
    }
    return place == HandleTable.CUSTOM_DEVICE ? DeviceHandle.custom() : event(handle);
  }

  private static synchronized @Nullable EventHandle event(long handle) {
    Adopted known = EVENTS.get(handle);
    if (known != null) {
      return known.handle();
    }
    EventRecord record = EventRecord.of(handle);
    if (record.address() == 0) {
      return null;
    }
    QueueHandle queue = Handles.queue(record.queue());
    EventRecord.Adoption adoption = EventRecord.adopt(handle).orElse(null);
    if (adoption == null) {
      return null;
    }
    UserEvent event = queue.context().context().userEvent();
    if (adoption.hasEnded()) {
      end(event, record.status());
    }
    EventHandle made = new EventHandle(event, queue, record.commandType());
    made.adopt(handle, adoption.references());
    EVENTS.put(handle, new Adopted(made, event, record, adoption.hasEnded(), false));
    return made;
  }

  private static void end(UserEvent event, int status) {
    if (status < 0) {
      event.fail(status);
    } else {
      event.complete();
    }
  }

  /** Is told by the shim, once, that the command of an event has ended that was adopted before. */
  public static void ended(long handle, EventRecord record) {
    int status = record.status();
    Adopted known = takeEnd(handle, record);
    if (known != null) {
      end(known.event(), status);
    }
  }

  private static synchronized @Nullable Adopted takeEnd(long handle, EventRecord record) {
    Adopted known = EVENTS.get(handle);
    if (known == null) { // nobody had a reference when it was asked for
      record.free();
    } else if (known.isGone()) {
      EVENTS.remove(handle);
      record.free();
    } else {
      EVENTS.put(handle, known.withEnd());
    }
    return known;
  }

  /** Is told that an event is gone. Its place is the shim's again when its command has ended. */
  private static synchronized void remove(long handle) {
    Adopted known = EVENTS.get(handle);
    if (known == null) {
      return;
    }
    if (known.hasEnded()) {
      EVENTS.remove(handle);
      known.record().free();
    } else {
      EVENTS.put(handle, known.withoutHandle());
    }
  }
}
