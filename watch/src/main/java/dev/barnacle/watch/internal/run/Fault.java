package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.watch.FindingKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fault as it was met first, before it is put into words.
 *
 * @param kind what is wrong
 * @param detail what is wrong, as a sentence
 * @param accesses who did it and where
 * @param object the memory; null where there is none
 * @param offset the first byte of it
 * @param explanation why it is wrong; may be empty
 * @param suggestion what to do; may be empty
 */
public record Fault(
    FindingKind kind,
    String detail,
    List<Access> accesses,
    @Nullable Target object,
    long offset,
    String explanation,
    String suggestion) {
  public Fault {
    accesses = List.copyOf(accesses);
  }

  /** Tells whether all who had part are of one work-group. */
  boolean isOfOneGroup() {
    return accesses.stream().map(Access::group).distinct().count() <= 1;
  }

  /**
   * The memory that was accessed.
   *
   * @param byteSize its size in bytes
   */
  public record Target(AddressSpace space, String name, long byteSize) {}

  /**
   * Who accessed.
   *
   * @param place the instruction's number, or -1
   * @param access "read", "write", "atomic" or what the work-item did
   * @param group linear number of the work-group
   * @param item local linear id; -1 for none in particular, the size of the group for an
   *     asynchronous copy
   */
  public record Access(int place, String access, long group, int item) {}
}
