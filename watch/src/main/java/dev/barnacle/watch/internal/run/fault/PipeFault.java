package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.List;

/**
 * A pipe is used as it may not be (OpenCL C, "Pipe Functions", "Restrictions").
 *
 * @param accesses the call, and where there is one the call that made the reservation
 * @param pipe the pipe that is used
 * @param writes whether it is the end at which packets are written
 * @param values what can be said of it
 */
public record PipeFault(
    What what, List<Access> accesses, WatchedObject pipe, boolean writes, List<Long> values)
    implements Fault {
  public PipeFault {
    accesses = List.copyOf(accesses);
    values = List.copyOf(values);
  }

  /** What is wrong. */
  public enum What {
    /** A reservation is never committed: its packets. */
    NOT_COMMITTED,
    /** A reservation is used that has been committed. */
    COMMITTED,
    /** A reservation is used that has failed. */
    FAILED,
    /** An id is used that no reservation of this launch has. */
    UNKNOWN,
    /** A reservation of another pipe is used. */
    OTHER_PIPE,
    /** A reservation of the other end of the pipe is used. */
    OTHER_END,
    /** A packet is named that a reservation does not have: the index, its packets. */
    INDEX,
    /** The kernel declares packets of another size: the declared size, the pipe's. */
    PACKET_SIZE
  }

  @Override
  public FindingKind kind() {
    return switch (what) {
      case NOT_COMMITTED -> FindingKind.UNCOMMITTED_RESERVATION;
      case PACKET_SIZE -> FindingKind.INVALID_ARGUMENT;
      default -> FindingKind.INVALID_RESERVATION;
    };
  }
}
