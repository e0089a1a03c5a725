package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.ir.PipeOperation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The state of a pipe as it is explored: how many packets have been reserved at each end and
 * committed there, each a word that atomic operations change. Operations on pipes are atomic, and
 * order nothing else: what a pipe holds is there for others at a synchronisation point of commands
 * (OpenCL API, 5.4, "Pipes").
 */
public final class PipeState {
  /** The bytes of a state. */
  public static final int BYTES = 56;

  private static final int READ_END = 0;
  private static final int WRITE_END = 8;
  private static final int READ = 16;
  private static final int WRITTEN = 24;

  /** The offset of how many packets the pipe has room for. */
  public static final int MAX_PACKETS = 32;

  /** The offset of a packet's size. */
  public static final int PACKET_BYTES = 40;

  /** The offset of the address of the first packet. */
  public static final int PACKETS = 48;

  private PipeState() {}

  /**
   * Returns the state of a pipe that nobody uses.
   *
   * @param packets the number of those that can be read
   * @param address that of the first
   */
  public static byte[] of(long packets, long maxPackets, long packetBytes, long address) {
    return ByteBuffer.allocate(BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(WRITE_END, packets)
        .putLong(WRITTEN, packets)
        .putLong(MAX_PACKETS, maxPackets)
        .putLong(PACKET_BYTES, packetBytes)
        .putLong(PACKETS, address)
        .array();
  }

  /** Returns the offset of what an operation changes, or asks for first. */
  static int own(PipeOperation.Op op) {
    return switch (op) {
      case RESERVE_READ, PACKET_READ -> READ_END;
      case RESERVE_WRITE, PACKET_WRITE -> WRITE_END;
      case COMMIT_READ -> READ;
      case COMMIT_WRITE, NUM_PACKETS -> WRITTEN;
      case MAX_PACKETS -> MAX_PACKETS;
    };
  }

  /** Returns the offset of what limits the packets that an operation may have, or reports. */
  static int other(PipeOperation.Op op) {
    return switch (op) {
      case RESERVE_READ -> WRITTEN;
      case RESERVE_WRITE -> READ;
      case NUM_PACKETS -> READ_END;
      default -> throw new IllegalArgumentException(op.keyword());
    };
  }

  /**
   * Returns the id of a reservation, 0 if there are too few packets or none are wanted.
   *
   * @param first the number of its first packet
   * @param bound the number of the first packet that cannot be had
   */
  public static long reserve(long first, long count, long bound) {
    return count > 0 && first + count <= bound ? count << 32 | (first + 1) : 0;
  }

  /** Returns how many packets a reservation has. */
  public static long count(long reservation) {
    return reservation >>> 32;
  }

  /** Returns the number of its first packet. */
  public static long first(long reservation) {
    return (reservation & 0xffff_ffffL) - 1;
  }
}
