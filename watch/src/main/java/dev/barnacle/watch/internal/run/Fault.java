package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.watch.Finding;
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
 * @param cause what faults have in common that one mend is for; empty where that is not known
 */
public record Fault(
    FindingKind kind,
    String detail,
    List<Access> accesses,
    @Nullable Target object,
    long offset,
    String explanation,
    String suggestion,
    String cause) {
  public Fault {
    accesses = List.copyOf(accesses);
  }

  /** One of which it is not known whether others have the same cause. */
  public Fault(
      FindingKind kind,
      String detail,
      List<Access> accesses,
      @Nullable Target object,
      long offset,
      String explanation,
      String suggestion) {
    this(kind, detail, accesses, object, offset, explanation, suggestion, "");
  }

  /** Tells whether all who had part are of one work-group. */
  boolean isOfOneGroup() {
    return accesses.stream().map(Access::group).distinct().count() <= 1;
  }

  /**
   * The memory that was accessed.
   *
   * @param byteSize its size in bytes
   * @param names what the source calls it and the part that was accessed
   */
  public record Target(AddressSpace space, String name, long byteSize, Finding.Names names) {
    /** Some bytes of an object. */
    static Target of(MemoryObject object, long offset, long bytes) {
      return of(object, object.naming.part(offset, bytes));
    }

    /**
     * The smallest part of an object that has a byte.
     *
     * @param at the byte
     * @param offset where an access begins that has the byte
     * @param bytes how many it has
     */
    static Target at(MemoryObject object, long at, long offset, long bytes) {
      return of(object, object.naming.partAt(at, offset, bytes));
    }

    /** An object of which no part is meant. */
    static Target whole(MemoryObject object) {
      return of(object, "");
    }

    private static Target of(MemoryObject object, String part) {
      return of(object.space, object.naming, object.byteSize, part);
    }

    static Target of(AddressSpace space, Naming naming, long byteSize, String part) {
      return new Target(space, naming.name(), byteSize, naming.names(byteSize, part));
    }
  }

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
