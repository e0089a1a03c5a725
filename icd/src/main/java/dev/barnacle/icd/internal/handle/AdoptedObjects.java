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
  private static final Map<Long, EventHandle> ADOPTED = new HashMap<>();
  private static final Map<Long, EventRecord> RECORDS = new HashMap<>();

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

  private static @Nullable Handle event(long handle) {
    EventRecord record = EventRecord.of(handle);
    if (record.address() != 0) {
      record.await(); // before the lock, which whoever runs the command may need
    }
    return findEnded(handle);
  }

  private static synchronized @Nullable EventHandle findEnded(long handle) {
    EventHandle known = ADOPTED.get(handle);
    if (known != null) {
      return known;
    }
    EventRecord record = EventRecord.of(handle);
    return record.address() == 0 ? null : adopt(handle, record);
  }

  private static @Nullable EventHandle adopt(long handle, EventRecord record) {
    QueueHandle queue = Handles.queue(record.queue());
    int references = record.adopt(handle);
    if (references <= 0) {
      record.free();
      return null;
    }
    UserEvent event = queue.context().context().userEvent();
    if (record.status() < 0) {
      event.fail(record.status());
    } else {
      event.complete();
    }
    EventHandle made = new EventHandle(event, queue, record.commandType());
    made.adopt(handle, references);
    ADOPTED.put(handle, made);
    RECORDS.put(handle, record);
    return made;
  }

  /** Is told that an event is gone. */
  private static synchronized void remove(long handle) {
    ADOPTED.remove(handle);
    EventRecord record = RECORDS.remove(handle);
    if (record != null) {
      record.free();
    }
  }
}
