package dev.barnacle.engine;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.OptionalLong;

/**
 * The memory of a pipe (OpenCL API, 5.4) as kernels see it: its state, a slot for each packet and
 * the packets. The OpenCL C library's {@code pipe.cl} has the other half of this contract and says
 * how many work-items use a pipe at once without a lock; what is done here is the same.
 *
 * <p>Positions count the packets that have gone by: the slot in the lower 32 bits, the rounds
 * through all slots in the upper ones.
 */
public final class PipeMemory {
  private static final long PACKET_BYTES = 0;
  private static final long MAX_PACKETS = 4;
  private static final long PACKETS = 8;
  private static final long READ_END = 64;
  private static final long WRITE_END = 128;
  private static final long COMMITTED = 192;
  private static final long SLOTS = 256;
  private static final long SLOT_BYTES = 8;

  /** Packets begin at a multiple of this: no type is aligned to more. */
  private static final long ALIGNMENT = 128;

  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final MemorySegment memory;
  private final int packetBytes;
  private final int maxPackets;

  /** The end of a pipe at which a reservation is made. */
  public enum End {
    READ(READ_END, 1),
    WRITE(WRITE_END, 0);

    private final long offset;
    private final int odd;

    End(long offset, int odd) {
      this.offset = offset;
      this.odd = odd;
    }
  }

  private PipeMemory(MemorySegment memory, int packetBytes, int maxPackets) {
    this.memory = memory;
    this.packetBytes = packetBytes;
    this.maxPackets = maxPackets;
  }

  /**
   * Returns how many bytes of memory a pipe takes.
   *
   * @param packetBytes the size of a packet, above 0
   * @param maxPackets how many packets it has room for, an unsigned number above 0
   */
  public static long byteSize(int packetBytes, int maxPackets) {
    return packets(maxPackets) + Integer.toUnsignedLong(maxPackets) * packetBytes;
  }

  private static long packets(int maxPackets) {
    long end = SLOTS + Integer.toUnsignedLong(maxPackets) * SLOT_BYTES;
    return (end + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /**
   * Makes an empty pipe.
   *
   * @param memory native memory of {@link #byteSize} bytes that are zero, aligned to 128
   */
  public static PipeMemory of(MemorySegment memory, int packetBytes, int maxPackets) {
    if (!memory.isNative() || memory.byteSize() < byteSize(packetBytes, maxPackets)) {
      throw new IllegalArgumentException("a pipe of " + memory.byteSize() + " bytes of memory");
    }
    memory.set(JAVA_INT, PACKET_BYTES, packetBytes);
    memory.set(JAVA_INT, MAX_PACKETS, maxPackets);
    memory.set(JAVA_LONG, PACKETS, packets(maxPackets));
    return new PipeMemory(memory, packetBytes, maxPackets);
  }

  /** Returns all its memory, which begins with the state that kernels are given. */
  public MemorySegment memory() {
    return memory;
  }

  /** Returns the size of a packet in bytes. */
  public int packetBytes() {
    return packetBytes;
  }

  /** Returns how many packets it has room for, an unsigned number. */
  public int maxPackets() {
    return maxPackets;
  }

  private long capacity() {
    return Integer.toUnsignedLong(maxPackets);
  }

  /** Returns how many packets are committed and not reserved for reading. */
  public long available() {
    long at = (long) LONG.getAcquire(memory, READ_END);
    long committed = (long) LONG.getAcquire(memory, COMMITTED);
    return Math.max(0, committed - ((at >>> 32) * capacity() + (at & 0xFFFFFFFFL)));
  }

  /**
   * Reserves packets.
   *
   * @param count how many, an unsigned number
   * @return the position of the first one; empty where there are not as many packets to read, or
   *     not as much room
   */
  public OptionalLong reserve(End end, int count) {
    if (Integer.compareUnsigned(count - 1, maxPackets) >= 0) {
      return OptionalLong.empty();
    }
    long at = (long) LONG.getAcquire(memory, end.offset);
    while (true) {
      boolean ready = isReady(at, count, end);
      long next = plus(at, Integer.toUnsignedLong(count));
      long found =
          ready
              ? (long) LONG.compareAndExchange(memory, end.offset, at, next)
              : (long) LONG.getAcquire(memory, end.offset);
      if (found == at) {
        return ready ? OptionalLong.of(at) : OptionalLong.empty();
      }
      at = found;
    }
  }

  private boolean isReady(long at, int count, End end) {
    long position = at;
    for (long i = Integer.toUnsignedLong(count); i > 0; i--) {
      int turn = 2 * (int) (position >>> 32) + end.odd;
      if ((int) INT.getAcquire(memory, slot(position)) != turn) {
        return false;
      }
      position = plus(position, 1);
    }
    return true;
  }

  /** Ends a reservation: the packets can be read, or there is room for others. */
  public void commit(End end, long first, int count) {
    long position = first;
    for (long i = Integer.toUnsignedLong(count); i > 0; i--) {
      INT.setRelease(memory, slot(position), 2 * (int) (position >>> 32) + end.odd + 1);
      position = plus(position, 1);
    }
    if (end == End.WRITE) {
      LONG.getAndAdd(memory, COMMITTED, Integer.toUnsignedLong(count));
    }
  }

  private static long slot(long position) {
    return SLOTS + (position & 0xFFFFFFFFL) * SLOT_BYTES;
  }

  /** Returns the position that is so many packets, at most as many as the pipe has, behind one. */
  public long plus(long position, long packets) {
    long slot = (position & 0xFFFFFFFFL) + packets;
    long round = position >>> 32;
    return slot < capacity() ? round << 32 | slot : (round + 1) << 32 | (slot - capacity());
  }

  /** Returns where the packet at a position is, in bytes from the beginning of the memory. */
  public long offset(long position) {
    return packets(maxPackets) + (position & 0xFFFFFFFFL) * packetBytes;
  }

  /** Returns where the state of an end is that reservations change: 8 bytes from here. */
  public static long offset(End end) {
    return end.offset;
  }

  /**
   * Adds a packet.
   *
   * @return whether there was room for it
   */
  public boolean write(MemorySegment packet) {
    OptionalLong at = reserve(End.WRITE, 1);
    if (at.isEmpty()) {
      return false;
    }
    MemorySegment.copy(packet, 0, memory, offset(at.getAsLong()), packetBytes);
    commit(End.WRITE, at.getAsLong(), 1);
    return true;
  }

  /** Takes all packets and reservations from it, while nobody uses it. */
  public void clear() {
    memory.asSlice(READ_END, packets(maxPackets) - READ_END).fill((byte) 0);
  }

  /** Returns the packets that can be read, one after the other, which stay in the pipe. */
  public byte[] contents() {
    long position = (long) LONG.getAcquire(memory, READ_END);
    long count = available();
    byte[] bytes = new byte[Math.toIntExact(count * packetBytes)];
    for (int i = 0; i < count; i++) {
      MemorySegment.copy(
          memory, ValueLayout.JAVA_BYTE, offset(position), bytes, i * packetBytes, packetBytes);
      position = plus(position, 1);
    }
    return bytes;
  }
}
