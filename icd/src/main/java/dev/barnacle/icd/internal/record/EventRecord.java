package dev.barnacle.icd.internal.record;

import dev.barnacle.icd.internal.abi.Native;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * {@code Event} of {@code events.c}: of a command that the shim has carried out. Java adopts what
 * it is asked for.
 *
 * @param address of the record
 */
public record EventRecord(long address) {
  /** The bytes at the end of the handles' region that are the shim's events'. */
  public static final long HANDLE_BYTES = 16L * 65_536;

  private static final long EVENT = 4;
  private static final int QUEUE = 16;
  private static final int STATE = 24;
  private static final int REFERENCES = 32;
  private static final int STATUS = 40;
  private static final int TYPE = 48;
  private static final int QUEUE_RECORD = 96;
  private static final int STATES = 4;
  private static final int ADOPTED = 2;
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  /** Returns the record of a handle of the shim's; its address is 0 if it is none. */
  public static EventRecord of(long handle) {
    long address = Native.getLong(handle + Long.BYTES);
    return new EventRecord(address != 0 && Native.getLong(address) == EVENT ? address : 0);
  }

  /** Waits until its command has ended. */
  public void await() {
    if (status() > 0) {
      Records.settle(Native.getLong(address + QUEUE_RECORD));
    }
  }

  /** Takes it from the shim; its command has ended. Returns the references that there are. */
  public int adopt(long handle) {
    Records.attach(handle, 0);
    long references = (long) LONG.getAndSet(Native.at(address, QUEUE_RECORD), REFERENCES, 0L);
    Native.putLong(address + STATE, Native.getLong(address + STATE) - 1 + ADOPTED);
    return (int) references;
  }

  /** Gives its place back to the shim. */
  public void free() {
    long state = Native.getLong(address + STATE);
    LONG.setRelease(Native.at(address, QUEUE_RECORD), (long) STATE, state - ADOPTED + STATES);
  }

  /** Returns the handle of its queue. */
  public long queue() {
    return Native.getLong(address + QUEUE);
  }

  /** Returns {@code CL_EVENT_COMMAND_EXECUTION_STATUS}. */
  public int status() {
    return (int) (long) LONG.getAcquire(Native.at(address, QUEUE_RECORD), (long) STATUS);
  }

  /** Returns {@code CL_EVENT_COMMAND_TYPE}. */
  public int commandType() {
    return (int) Native.getLong(address + TYPE);
  }
}
