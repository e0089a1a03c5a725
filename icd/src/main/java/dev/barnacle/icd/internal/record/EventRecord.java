package dev.barnacle.icd.internal.record;

import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.llvm.clang.RecordLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/**
 * {@code Event} of {@code events.c}: of a command that the shim carries out. Java adopts what it is
 * asked for.
 *
 * @param address of the record
 */
public record EventRecord(long address) {
  /** The bytes at the end of the handles' region that are the shim's events'. */
  public static final long HANDLE_BYTES = 16L * 65_536;

  static final RecordLayout LAYOUT = new RecordLayout("Event");

  private static final int HEAD = LAYOUT.structure(RecordHeader.HEAD, "head");
  private static final int QUEUE = LAYOUT.field("long", "queue");
  private static final int STATE = LAYOUT.field("long", "state");

  static {
    LAYOUT.field("long", "references"); // 0 when Java has adopted it, too
  }

  /** {@code CL_EVENT_COMMAND_EXECUTION_STATUS}. */
  private static final int STATUS = LAYOUT.field("long", "status");

  private static final int TYPE = LAYOUT.field("long", "type");
  private static final int STATES = 4;
  private static final int ADOPTED = 2;
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  /** Returns the record of a handle of the shim's; its address is 0 if it is none. */
  public static EventRecord of(long handle) {
    long address = Native.getLong(handle + Long.BYTES);
    return new EventRecord(
        address != 0 && Native.getLong(address + HEAD) == Records.EVENT ? address : 0);
  }

  /**
   * The state of an event that Java has been given.
   *
   * @param references those of the program, at least 1
   * @param hasEnded its command has; else the shim will tell of its end once
   */
  public record Adoption(int references, boolean hasEnded) {}

  /** Takes it from the shim; empty where the program has no reference to it any more. */
  public static Optional<Adoption> adopt(long handle) {
    long answer = Records.adopt(handle);
    return answer == 0
        ? Optional.empty()
        : Optional.of(new Adoption((int) (answer >> 1), (answer & 1) != 0));
  }

  /** Gives its place back to the shim. */
  public void free() {
    long state = Native.getLong(address + STATE);
    LONG.setRelease(Native.at(address, LAYOUT.bytes()), (long) STATE, state - ADOPTED + STATES);
  }

  /** Returns the handle of its queue. */
  public long queue() {
    return Native.getLong(address + QUEUE);
  }

  /** Returns {@code CL_EVENT_COMMAND_EXECUTION_STATUS}. */
  public int status() {
    return (int) (long) LONG.getAcquire(Native.at(address, LAYOUT.bytes()), (long) STATUS);
  }

  /** Returns {@code CL_EVENT_COMMAND_TYPE}. */
  public int commandType() {
    return (int) Native.getLong(address + TYPE);
  }
}
