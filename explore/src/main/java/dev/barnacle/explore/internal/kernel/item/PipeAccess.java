package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.code.PipeState;
import dev.barnacle.ir.PipeOperation;

/** The part of operations on pipes that is no atomic operation on their {@link PipeState}. */
final class PipeAccess {
  private final Execution x;
  private final Item item;
  private final Op op;
  private final PipeOperation source;

  private PipeAccess(Execution x, Item item, Op op) {
    this.x = x;
    this.item = item;
    this.op = op;
    this.source = (PipeOperation) op.source;
  }

  /**
   * Runs an operation.
   *
   * @throws ExploreException if the kernel declares packets of another size than the pipe's
   */
  static void run(Execution x, Item item, Op op) throws ExploreException {
    Registers.set(item, op, 0, new PipeAccess(x, item, op).result());
  }

  private long result() throws ExploreException {
    return switch (source.op()) {
      case RESERVE_READ -> bound(0);
      case RESERVE_WRITE -> bound(word(PipeState.MAX_PACKETS));
      case COMMIT_READ, COMMIT_WRITE -> PipeState.count(reservation());
      case PACKET_READ, PACKET_WRITE -> packet(reservation());
      case NUM_PACKETS -> Math.max(0, Registers.get(item, op.b) - Registers.get(item, op.c));
      case MAX_PACKETS -> word(PipeState.MAX_PACKETS);
    };
  }

  private long word(int offset) {
    return x.memory().value(Address.object(Registers.get(item, op.a)), offset, Long.BYTES);
  }

  private String packets() {
    return x.memory().objects().get(Address.object(word(PipeState.PACKETS)) - 1).name();
  }

  /** Returns the number of the first packet that cannot be reserved. */
  private long bound(long room) throws ExploreException {
    if (word(PipeState.PACKET_BYTES) != source.packetBytes()) {
      throw new ExploreException(
          "the kernel declares packets of %d bytes, and those of %s have %d"
              .formatted(source.packetBytes(), packets(), word(PipeState.PACKET_BYTES)),
          source.location());
    }
    return Registers.get(item, op.b) + room;
  }

  /** Returns the id of a reservation, 0 for none, which is a fault. */
  private long reservation() {
    long id = Registers.get(item, op.b);
    if (id == 0) {
      x.note(new Fault.NoReservation(MemoryRules.part(item, op), packets()));
    }
    return id;
  }

  /** Returns the address of a packet of a reservation, 0 for none, which is a fault. */
  private long packet(long reservation) {
    long index = Lanes.unsigned(Registers.get(item, op.c), Integer.SIZE);
    long count = PipeState.count(reservation);
    if (reservation == 0) {
      return 0;
    }
    if (index >= count) {
      x.note(new Fault.NoPacket(MemoryRules.part(item, op), packets(), index, count));
      return 0;
    }
    long slot = (PipeState.first(reservation) + index) % word(PipeState.MAX_PACKETS);
    return word(PipeState.PACKETS) + slot * word(PipeState.PACKET_BYTES);
  }

  /** Returns the id of the reservation that a read-modify-write of a pipe makes. */
  static long reserve(Item item, Op op, long first) {
    long count = Lanes.unsigned(Registers.get(item, op.b), Integer.SIZE);
    return PipeState.reserve(first, count, Registers.get(item, op.c));
  }
}
