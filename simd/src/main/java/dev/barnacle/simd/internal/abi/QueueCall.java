package dev.barnacle.simd.internal.abi;

import dev.barnacle.ir.QueueOperation;

/**
 * The call of emitted code for an operation on queues of the device. It passes a number that has
 * the operation and the block, and a block of memory with the operands, 8 bytes each. The
 * operation's result is the call's i32, or stands in the first 8 bytes if it is a queue or an
 * event.
 */
public final class QueueCall {
  private static final QueueOperation.Op[] OPERATIONS = QueueOperation.Op.values();
  private static final int BITS = 8;

  private QueueCall() {}

  /**
   * Returns the number of an operation.
   *
   * @param block the index of its kernel in {@link KernelObject.Needs#blocks}
   */
  @SuppressWarnings("EnumOrdinal") // only the same build reads it
  public static long number(QueueOperation.Op op, int block) {
    return (long) block << BITS | op.ordinal();
  }

  /** Returns the operation of a number. */
  public static QueueOperation.Op operation(long number) {
    return OPERATIONS[(int) (number & ((1 << BITS) - 1))];
  }

  /** Returns the block of a number. */
  public static int block(long number) {
    return (int) (number >> BITS);
  }

  /** Returns where an operand stands, in bytes. */
  public static long operand(int index) {
    return 8L * index;
  }
}
