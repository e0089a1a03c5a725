package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.engine.fault.FaultKind;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.Set;

/** What is wrong with an execution. It ends there where the fault is thrown. */
public final class Fault extends Exception {
  private static final long serialVersionUID = 1;

  private static final Set<FaultKind> ACCESSES =
      Set.of(
          FindingKind.OUT_OF_BOUNDS,
          FindingKind.NULL_DEREFERENCE,
          FindingKind.MISALIGNED,
          FindingKind.WRITE_TO_CONSTANT);

  /**
   * An access or another operation that takes part.
   *
   * @param item the work-item's number
   * @param op the operation
   */
  public record Part(int item, Op op) {}

  private final transient FaultKind kind;
  private final transient String message;
  private final transient java.util.List<Part> parts;
  private final transient String object;
  private final transient long offset;

  /** Makes one that concerns no memory object. */
  public Fault(FaultKind kind, String message, java.util.List<Part> parts) {
    this(kind, message, parts, "", -1);
  }

  /**
   * Makes one.
   *
   * @param object the name of the memory object, empty if none is concerned
   * @param offset the offset in bytes in it
   */
  public Fault(
      FaultKind kind, String message, java.util.List<Part> parts, String object, long offset) {
    super(message, null, false, false);
    this.kind = kind;
    this.message = message;
    this.parts = java.util.List.copyOf(parts);
    this.object = object;
    this.offset = offset;
  }

  /** What faults have in common that are told once. */
  record Key(FaultKind kind, java.util.List<Integer> operations) {}

  /** Returns the same for faults of the same kind by the same operations. */
  Key key() {
    return new Key(kind, parts.stream().map(p -> p.op().number).toList());
  }

  /** Returns whether an access that is so is left out, and its work-item goes on. */
  boolean isOfAccess() {
    return ACCESSES.contains(kind);
  }

  /** Returns its kind. */
  public FaultKind kind() {
    return kind;
  }

  /** Returns what happened, in words. */
  public String words() {
    return message;
  }

  /** Returns the operations that take part. */
  public java.util.List<Part> parts() {
    return parts;
  }

  /** Returns the memory object's name, empty if none is concerned. */
  public String object() {
    return object;
  }

  /** Returns the offset in the memory object. */
  public long offset() {
    return offset;
  }
}
