package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.List;

/** A pipe is used as it may not be (OpenCL C, "Pipe Functions", "Restrictions"). */
public sealed interface PipeFault extends Fault {
  /** Returns how it is used. */
  Use use();

  /**
   * The use of a pipe.
   *
   * @param accesses the call, and where there is one the call that made the reservation
   * @param pipe the pipe that is used
   * @param writes whether it is the end at which packets are written
   */
  record Use(List<Access> accesses, WatchedObject pipe, boolean writes) {
    public Use {
      accesses = List.copyOf(accesses);
    }
  }

  @Override
  default FindingKind kind() {
    return FindingKind.INVALID_RESERVATION;
  }

  @Override
  default List<Access> accesses() {
    return use().accesses();
  }

  /** A reservation of so many packets is never committed. */
  record Uncommitted(Use use, long packets) implements PipeFault {
    @Override
    public FindingKind kind() {
      return FindingKind.UNCOMMITTED_RESERVATION;
    }
  }

  /** A reservation is used that has been committed. */
  record Committed(Use use) implements PipeFault {}

  /** A reservation is used that has failed. */
  record Failed(Use use) implements PipeFault {}

  /** An id is used that no reservation of this launch has. */
  record Unknown(Use use) implements PipeFault {}

  /** A reservation of another pipe is used. */
  record OtherPipe(Use use) implements PipeFault {}

  /** A reservation of the other end of the pipe is used. */
  record OtherEnd(Use use) implements PipeFault {}

  /** A packet is named that a reservation of so many packets does not have. */
  record Index(Use use, long index, long packets) implements PipeFault {}

  /** The kernel declares packets of another size than the pipe's. */
  record PacketSize(Use use, long declared, long size) implements PipeFault {
    @Override
    public FindingKind kind() {
      return FindingKind.INVALID_ARGUMENT;
    }
  }
}
