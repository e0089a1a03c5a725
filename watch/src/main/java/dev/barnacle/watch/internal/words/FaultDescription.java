package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.internal.run.memory.Naming;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import dev.barnacle.watch.internal.words.race.Cause;
import org.jspecify.annotations.Nullable;

/**
 * A fault in words.
 *
 * @param detail what is wrong, as a sentence
 * @param object the memory; null where there is none
 * @param offset the first byte of it
 * @param explanation why it is wrong; may be empty
 * @param suggestion what to do; may be empty
 * @param cause what faults have in common that one mend is for
 */
record FaultDescription(
    String detail,
    @Nullable Target object,
    long offset,
    String explanation,
    String suggestion,
    Cause cause) {
  /** One of which it is not known whether others have the same cause. */
  FaultDescription(
      String detail, @Nullable Target object, long offset, String explanation, String suggestion) {
    this(detail, object, offset, explanation, suggestion, Cause.Named.NONE);
  }

  /** One that no memory has part in. */
  static FaultDescription of(Record fact) {
    return of(fact, null, 0);
  }

  /** One in the words of the catalogue. */
  static FaultDescription of(Record fact, @Nullable Target object, long offset) {
    return new FaultDescription(
        Sentences.what(fact), object, offset, Sentences.why(fact), Sentences.help(fact));
  }

  /**
   * The memory that was accessed.
   *
   * @param byteSize its size in bytes
   * @param names what the source calls it and the part that was accessed
   */
  record Target(AddressSpace space, String name, long byteSize, Finding.Names names) {
    /** Some bytes of an object. */
    static Target of(WatchedObject object, long offset, long bytes) {
      return of(object, object.naming.part(offset, bytes));
    }

    /** An object of which no part is meant. */
    static Target whole(WatchedObject object) {
      return of(object, "");
    }

    private static Target of(WatchedObject object, String part) {
      return of(object.space, object.naming, object.byteSize, part);
    }

    static Target of(AddressSpace space, Naming naming, long byteSize, String part) {
      return new Target(space, naming.name(), byteSize, naming.names(byteSize, part));
    }
  }
}
