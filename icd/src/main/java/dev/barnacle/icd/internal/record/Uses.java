package dev.barnacle.icd.internal.record;

import dev.barnacle.llvm.clang.RecordLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * {@code Uses} of {@code records.h}: how many launches that have not ended in the shim use an
 * object. The object is kept so long, whatever references the program has.
 */
final class Uses {
  static final RecordLayout LAYOUT = new RecordLayout("Uses");

  private static final long COUNT = LAYOUT.field("long", "count");

  /** The handle of an object that is to go with its last use; 0 for none. */
  private static final long HANDLE = LAYOUT.field("long", "handle");

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment words;

  /** Makes the uses at a place of a record. */
  Uses(MemorySegment record, long offset) {
    words = record.asSlice(offset, LAYOUT.bytes());
  }

  /**
   * Takes the record away from the shim, which begins no launch with the object any more.
   *
   * @return whether launches use it that have not ended; the shim tells of the end of the last one
   */
  boolean retire(long handle) {
    Records.attach(handle, 0);
    VarHandle.fullFence(); // the shim counts, and then looks whether there is still a record
    if (count() == 0) {
      return false;
    }
    LONG.setVolatile(words, HANDLE, handle);
    // The last one may have ended between; then either of the two sees that the other has not.
    return count() != 0 || (long) LONG.getAndSet(words, HANDLE, 0L) == 0;
  }

  private long count() {
    return (long) LONG.getVolatile(words, COUNT);
  }
}
