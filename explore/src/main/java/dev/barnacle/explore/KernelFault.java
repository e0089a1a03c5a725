package dev.barnacle.explore;

import dev.barnacle.engine.fault.FaultKind;
import dev.barnacle.ir.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fault of a kernel in some execution.
 *
 * @param kind the kind: one of {@code check}, an assertion, a hang, or a memory model's own
 * @param message what happened
 * @param accesses the operations that take part
 * @param object the name of the memory object, empty if none is concerned
 * @param offset the offset in bytes in it
 * @param executions in how many of the executions that were looked at it was found, at least
 * @param weak whether none of them is one operation after another, so that no run shows it that
 *     makes them so, as those of {@code check} do
 */
public record KernelFault(
    FaultKind kind,
    String message,
    List<Access> accesses,
    String object,
    long offset,
    long executions,
    boolean weak) {
  /**
   * An operation of a work-item.
   *
   * @param location where it stands; null if that is not known
   * @param access {@code read}, {@code write}, {@code atomic}, {@code barrier} or {@code other}
   * @param operation the operation, in the words of the memory model where it is atomic
   * @param bytes the size of an atomic operation, 0 for others
   */
  public record Access(
      @Nullable Location location,
      String access,
      String operation,
      int bytes,
      List<Long> globalId,
      List<Long> localId,
      List<Long> groupId) {}
}
