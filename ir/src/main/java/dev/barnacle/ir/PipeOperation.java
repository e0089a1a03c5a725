package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;

/**
 * An operation of a work-item on a pipe (OpenCL C, "Pipe Functions"), in kernels that are watched.
 * Other programs use the OpenCL C library, whose functions are made of these operations. The first
 * operand is the pipe, a pointer to its state in global memory.
 */
public final class PipeOperation extends Instruction {
  /** The operations. */
  public enum Op {
    /** Reserves as many packets for reading as the second operand says, an i32: gives an i64. */
    RESERVE_READ(2),
    /** Reserves as many packets for writing as the second operand says, an i32: gives an i64. */
    RESERVE_WRITE(2),
    /** Ends a reservation, an i64, and removes its packets from the pipe. */
    COMMIT_READ(2),
    /** Ends a reservation, an i64, and adds its packets to the pipe. */
    COMMIT_WRITE(2),
    /** Gives where the packet is that a reservation, an i64, has at an index, an i32. */
    PACKET_READ(3),
    /** Gives where the packet goes that a reservation, an i64, has at an index, an i32. */
    PACKET_WRITE(3),
    /** Gives how many packets can be read, an i32. */
    NUM_PACKETS(1),
    /** Gives how many packets the pipe has room for, an i32. */
    MAX_PACKETS(1);

    private final int arity;

    Op(int arity) {
      this.arity = arity;
    }

    /** Returns the number of operands. */
    public int arity() {
      return arity;
    }

    /** Returns the type of the result. */
    public Type result() {
      return switch (this) {
        case RESERVE_READ, RESERVE_WRITE -> Types.I64;
        case COMMIT_READ, COMMIT_WRITE -> Types.VOID;
        case PACKET_READ, PACKET_WRITE -> new PointerType(AddressSpace.GLOBAL);
        case NUM_PACKETS, MAX_PACKETS -> Types.I32;
      };
    }

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** For whom packets are reserved. */
  public enum Owner {
    /** For a function that reads or writes one packet without a reservation of the program. */
    PACKET,
    WORK_ITEM,
    SUB_GROUP,
    WORK_GROUP;

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Op op;
  private final Owner owner;
  private final long packetBytes;

  /**
   * Makes an operation.
   *
   * @param packetBytes the size of the packets as the kernel declares them
   */
  public PipeOperation(Op op, Owner owner, long packetBytes, List<? extends Value> operands) {
    super(op.result(), operands);
    this.op = op;
    this.owner = owner;
    this.packetBytes = packetBytes;
  }

  /** Returns the operation. */
  public Op op() {
    return op;
  }

  /** Returns for whom the packets are reserved. */
  public Owner owner() {
    return owner;
  }

  /** Returns the size of a packet in bytes, as the kernel declares it. */
  public long packetBytes() {
    return packetBytes;
  }

  @Override
  public String mnemonic() {
    return "pipe";
  }
}
