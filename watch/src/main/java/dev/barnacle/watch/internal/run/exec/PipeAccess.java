package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.engine.PipeMemory;
import dev.barnacle.engine.PipeMemory.End;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.PipeFault;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import dev.barnacle.watch.internal.run.pipe.BoundPipe;
import dev.barnacle.watch.internal.run.pipe.PipeTable;
import dev.barnacle.watch.internal.run.pipe.Reservation;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The operations of work-items on pipes, as compiled kernels call them, with checks for all that
 * OpenCL C forbids ("Pipe Functions", "Restrictions"). Packets are copied by ordinary accesses to
 * the pipe's memory, which look for races and for packets that nobody has written.
 */
public final class PipeAccess {
  private PipeAccess() {}

  public static long reserveRead(WorkItem item, long pipe, int count, long bytes, int place) {
    return reserve(item, pipe, End.READ, count, bytes, place);
  }

  public static long reserveWrite(WorkItem item, long pipe, int count, long bytes, int place) {
    return reserve(item, pipe, End.WRITE, count, bytes, place);
  }

  private static long reserve(
      WorkItem item, long pointer, End end, int count, long bytes, int place) {
    BoundPipe pipe = item.launch.pipes().pipe(pointer);
    pipe.uses(end, place);
    PipeMemory memory = pipe.memory();
    if (bytes != memory.packetBytes()) {
      PipeFault.Use use = use(item, pipe, end, place, null);
      item.faults().add(new PipeFault.PacketSize(use, bytes, memory.packetBytes()));
      return PipeTable.NO_RESERVATION;
    }
    OptionalLong first = memory.reserve(end, count);
    if (first.isEmpty()) {
      return PipeTable.NO_RESERVATION;
    }
    Fault.Access access = item.access(place, "call");
    Reservation made = new Reservation(pipe, end, first.getAsLong(), count, access);
    if (end == End.WRITE) {
      undefine(made);
    }
    return item.launch.pipes().open(made);
  }

  /** The contents of packets are undefined until they are written. */
  private static void undefine(Reservation reservation) {
    PipeMemory memory = reservation.pipe().memory();
    WatchedObject object = reservation.pipe().object();
    long position = reservation.first();
    for (int i = 0; object.unset != null && i != reservation.count(); i++) {
      object.unset.set(object.address + memory.offset(position), memory.packetBytes(), null);
      position = memory.plus(position, 1);
    }
  }

  public static void commitRead(WorkItem item, long pipe, long id, long bytes, int place) {
    commit(item, pipe, End.READ, id, place);
  }

  public static void commitWrite(WorkItem item, long pipe, long id, long bytes, int place) {
    commit(item, pipe, End.WRITE, id, place);
  }

  private static void commit(WorkItem item, long pointer, End end, long id, int place) {
    if (reservation(item, pointer, end, id, place) != null) {
      Reservation ended = item.launch.pipes().commit(id);
      if (ended != null) {
        ended.pipe().memory().commit(end, ended.first(), ended.count());
      }
    }
  }

  public static long packetRead(
      WorkItem item, long pipe, long id, int index, long bytes, int place) {
    return packet(item, pipe, End.READ, id, index, place);
  }

  public static long packetWrite(
      WorkItem item, long pipe, long id, int index, long bytes, int place) {
    return packet(item, pipe, End.WRITE, id, index, place);
  }

  /** Returns a pointer to a packet; null where there is none. */
  private static long packet(WorkItem item, long pointer, End end, long id, int index, int place) {
    Reservation reservation = reservation(item, pointer, end, id, place);
    if (reservation == null) {
      return 0;
    }
    if (Integer.compareUnsigned(index, reservation.count()) >= 0) {
      PipeFault.Use use = use(item, reservation.pipe(), end, place, reservation);
      long packets = Integer.toUnsignedLong(reservation.count());
      item.faults().add(new PipeFault.Index(use, Integer.toUnsignedLong(index), packets));
      return 0;
    }
    PipeMemory memory = reservation.pipe().memory();
    long position = memory.plus(reservation.first(), Integer.toUnsignedLong(index));
    return Pointers.add(pointer, memory.offset(position));
  }

  /** Returns the reservation of an id, after all checks; null where it is none for this. */
  private static @Nullable Reservation reservation(
      WorkItem item, long pointer, End end, long id, int place) {
    PipeTable pipes = item.launch.pipes();
    BoundPipe pipe = pipes.pipe(pointer);
    Reservation found = pipes.get(id);
    if (found == null) {
      PipeFault.Use use = use(item, pipe, end, place, null);
      item.faults()
          .add(
              id == PipeTable.NO_RESERVATION
                  ? new PipeFault.Failed(use)
                  : pipes.isCommitted(id)
                      ? new PipeFault.Committed(use)
                      : new PipeFault.Unknown(use));
      return null;
    }
    boolean same = found.pipe().memory().memory().equals(pipe.memory().memory());
    if (!same || found.end() != end) {
      PipeFault.Use use = use(item, pipe, end, place, found);
      item.faults().add(same ? new PipeFault.OtherEnd(use) : new PipeFault.OtherPipe(use));
      return null;
    }
    return found;
  }

  public static int numPackets(WorkItem item, long pointer, long bytes, int place) {
    BoundPipe pipe = item.launch.pipes().pipe(pointer);
    pipe.asks(place);
    return (int) pipe.memory().available();
  }

  public static int maxPackets(WorkItem item, long pointer, long bytes, int place) {
    return item.launch.pipes().pipe(pointer).memory().maxPackets();
  }

  private static PipeFault.Use use(
      WorkItem item, BoundPipe pipe, End end, int place, @Nullable Reservation made) {
    Fault.Access call = item.access(place, "call");
    List<Fault.Access> accesses = made == null ? List.of(call) : List.of(call, made.access());
    return new PipeFault.Use(accesses, pipe.object(), end == End.WRITE);
  }
}
