package dev.barnacle.icd.internal.record;

import dev.barnacle.engine.NativePlan;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.llvm.clang.RecordLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** Keeps whether there are records, and what all of them share. */
public final class Records {
  static final long BUFFER = 1;
  static final long KERNEL = 2;
  static final long QUEUE = 3;
  static final long EVENT = 4;

  /** The positions in a box's info that the shim writes. */
  static final RecordLayout INFO = new RecordLayout("Info");

  private static final int GLOBAL_SIZE = INFO.field("long", "global_size");
  private static final int OFFSET = INFO.field("long", "offset");
  private static final int NUM_GROUPS = INFO.field("long", "num_groups");
  private static final int BOX_SIZE = INFO.field("long", "box_size");
  private static final int LENGTH = INFO.field("long", "length");

  private static volatile boolean on;
  private static long settle;
  private static long adopt;
  private static long infoAt;

  private Records() {}

  /**
   * From now on objects get records.
   *
   * @param functions the addresses of {@code void settle(queue)}, which returns when all launches
   *     have ended that wait in the shim, and of {@code long adopt(event)}, see {@link EventRecord}
   * @param info the address where the positions in a box's info go
   */
  public static void use(long functions, long info) {
    settle = Native.getLong(functions);
    adopt = Native.getLong(functions + Long.BYTES);
    infoAt = info;
    on = true;
  }

  /** Returns whether objects get records. */
  public static boolean areUsed() {
    return on;
  }

  /** Waits for the launches of a queue that wait in the shim. */
  public static void settle(long queueRecord) {
    Callbacks.call(settle, queueRecord);
  }

  /** Takes an event from the shim, see {@code adopt_event} in {@code events.c}. */
  static long adopt(long handle) {
    return Callbacks.ask(adopt, handle);
  }

  /** Says which word of a box's info is what. */
  static void say(NativePlan.InfoLayout layout) {
    Native.putLong(infoAt + GLOBAL_SIZE, layout.globalSize());
    Native.putLong(infoAt + OFFSET, layout.offset());
    Native.putLong(infoAt + NUM_GROUPS, layout.numGroups());
    Native.putLong(infoAt + BOX_SIZE, layout.boxSize());
    Native.putLong(infoAt + LENGTH, layout.length());
  }

  /** Writes the words that a record begins with, the kind last. */
  static void begin(long at, long kind, long context) {
    Native.putLong(at + Long.BYTES, context);
    Native.putLong(at, kind);
  }

  /** Returns the kinds of records in C. */
  static String constants() {
    return constants("BUFFER", BUFFER, "KERNEL", KERNEL, "QUEUE", QUEUE)
        + constants("EVENT", EVENT);
  }

  /** Returns constants in C, from names and values in turn. */
  static String constants(Object... namesAndValues) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      text.append("enum { ").append(namesAndValues[i]).append(" = ");
      text.append(namesAndValues[i + 1]).append(" };\n");
    }
    return text.toString();
  }

  /** Returns zeroed memory that is there as long as somebody holds it. */
  static MemorySegment memory(long bytes) {
    return Arena.ofAuto().allocate(bytes, Long.BYTES);
  }

  /** Has the shim find a record by an object's handle; 0 for none. */
  public static void attach(long handle, long record) {
    VarHandle.releaseFence(); // the record is whole before it is found
    Native.putLong(handle + Long.BYTES, record);
  }
}
