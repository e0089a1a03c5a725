package dev.barnacle.icd.internal.record;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.llvm.clang.RecordLayout;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/** {@code Buffer} of {@code records.h}: where a buffer's memory is. */
public final class BufferRecord {
  static final RecordLayout LAYOUT = new RecordLayout("Buffer");

  private static final int HEAD = LAYOUT.structure(RecordHeader.HEAD, "head");
  private static final int MEMORY = LAYOUT.field("char", "*memory");
  private static final int BYTES = LAYOUT.field("long", "bytes");
  private static final int FLAGS = LAYOUT.field("long", "flags");
  private static final int USES = LAYOUT.structure(Uses.LAYOUT, "uses");

  private static final long IMMUTABLE = 1;
  private static final long NO_HOST_READ = 2;
  private static final long NO_HOST_WRITE = 4;

  private final MemorySegment memory = Records.memory(LAYOUT.bytes());

  /**
   * Makes the record of a buffer that is an address and nothing more: no part of shared virtual
   * memory, without a device address.
   *
   * @param context the handle of its context
   */
  public BufferRecord(long context, Buffer buffer) {
    long at = memory.address();
    Records.begin(at + HEAD, Records.BUFFER, context);
    Native.putLong(at + MEMORY, buffer.memory().address());
    Native.putLong(at + BYTES, buffer.byteSize());
    Native.putLong(at + FLAGS, flags(buffer.flags()));
  }

  /** Returns the bits of {@code flags} in C. */
  static String constants() {
    return Records.constants(
        "IMMUTABLE", IMMUTABLE, "NO_HOST_READ", NO_HOST_READ, "NO_HOST_WRITE", NO_HOST_WRITE);
  }

  /** Returns whether a buffer can have a record. */
  public static boolean isFor(Buffer buffer) {
    return !buffer.usesSvm() && !buffer.hasDeviceAddress();
  }

  private static long flags(Set<MemoryFlag> flags) {
    boolean none = flags.contains(MemoryFlag.HOST_NO_ACCESS);
    boolean immutable = flags.contains(MemoryFlag.IMMUTABLE);
    return (immutable ? IMMUTABLE : 0)
        | (none || flags.contains(MemoryFlag.HOST_WRITE_ONLY) ? NO_HOST_READ : 0)
        | (none || immutable || flags.contains(MemoryFlag.HOST_READ_ONLY) ? NO_HOST_WRITE : 0);
  }

  /**
   * Takes it away from the shim.
   *
   * @return whether launches in the shim use the buffer, which tells of the end of the last one
   */
  public boolean retire(long handle) {
    return new Uses(memory, USES).retire(handle);
  }

  /** Returns its address. */
  public long address() {
    return memory.address();
  }
}
