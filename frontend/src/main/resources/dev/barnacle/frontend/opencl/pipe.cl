// Pipe Functions (OpenCL C 6.15.17) and those of sub-groups (6.15.19).
//
// A pipe is a bounded queue that many work-items write and many read, and none of them locks. The technique is that of
// D. Vyukov's "Bounded MPMC queue" (1024cores.net, 2010): each packet has a turn of its own, which says who may have it
// next, so that work-items only meet at the two ends. Here a compare-and-exchange at an end takes a run of packets, not
// one, if all of the run are ready: that is a reservation. It fails only where the pipe is full or empty at that moment,
// and never waits for another work-item. Commits set the turns of the run and meet nobody; a reader takes packets in the
// order in which they were reserved for writing, as far as they are committed.
//
// A position counts the packets that have gone by: the slot in the lower half, the number of rounds in the upper one. A
// slot's turn is 2 * round where it may be written in that round, 2 * round + 1 where it may be read.
//
// The functions __barnacle_pipe_... have engines that watch programs for themselves (the instruction "pipe").
#include "intrinsics.h"

// The host's side of this contract is dev.barnacle.engine's PipeMemory.
struct pipe_slot {
  uint turn;
  uint reserved; // the packets of the reservation that begins here; 0 for none
};
struct pipe_memory {
  uint packet_bytes, max_packets;
  ulong packets; // where they are, in bytes from here
  ulong unused[6];
  ulong read_end; // each on a cache line of its own
  ulong unused_read[7];
  ulong write_end;
  ulong unused_write[7];
  ulong committed; // packets that have been written, in all
  ulong unused_committed[7];
  struct pipe_slot slots[];
};

// Who reserves: PipeOperation.Owner.
#define PACKET 0
#define WORK_ITEM 1
#define SUB_GROUP 2
#define WORK_GROUP 3

#define WHOLE __attribute__((noinline))
#define NO_RESERVATION 0ul
#define RELAXED memory_order_relaxed, memory_scope_device

// What lanes would do no faster together (WHOLE) stays a call, for one work-item after the other: see LlvmReader.
static THIN ulong take(pipe_state p, volatile global ulong *end, uint n, uint bytes, uint owner, uint odd) {
  const uint max = p->max_packets;
  if (n - 1 >= max || bytes != p->packet_bytes) return NO_RESERVATION;
  ulong at = __barnacle_atomic_load(end, RELAXED);
  while (true) {
    uint slot = (uint)at;
    uint round = (uint)(at >> 32);
    bool ready = true;
    for (uint i = 0; i < n && ready; i++) {
      ready = __barnacle_atomic_load((volatile global uint *)&p->slots[slot].turn, memory_order_acquire,
                                     memory_scope_device) == 2 * round + odd;
      if (++slot == max) {
        slot = 0;
        round++;
      }
    }
    const ulong next = (ulong)round << 32 | slot;
    const ulong found = ready ? __barnacle_atomic_cmpxchg(end, at, next, memory_order_relaxed, RELAXED)
                              : __barnacle_atomic_load(end, RELAXED);
    if (found == at) {
      if (!ready) return NO_RESERVATION;
      if (owner != PACKET) p->slots[(uint)at].reserved = n;
      return at + 1;
    }
    at = found;
  }
}

// Gives the number of packets.
static THIN uint give(pipe_state p, ulong reservation, uint owner, uint added) {
  const ulong at = reservation - 1;
  uint slot = (uint)at;
  if (reservation == NO_RESERVATION || slot >= p->max_packets) return 0;
  // An id that is committed twice, which is undefined, finds nothing left to commit.
  const uint n = owner == PACKET
                     ? 1
                     : __barnacle_atomic_xchg((volatile global uint *)&p->slots[slot].reserved, 0u, RELAXED);
  uint turn = 2 * (uint)(at >> 32) + added;
  for (uint i = 0; i < n; i++) {
    __barnacle_atomic_store((volatile global uint *)&p->slots[slot].turn, turn, memory_order_release,
                            memory_scope_device);
    if (++slot == p->max_packets) {
      slot = 0;
      turn += 2;
    }
  }
  return n;
}

WHOLE ulong __barnacle_pipe_reserve_read(pipe_state p, uint n, uint bytes, uint owner) {
  return take(p, &p->read_end, n, bytes, owner, 1);
}
WHOLE ulong __barnacle_pipe_reserve_write(pipe_state p, uint n, uint bytes, uint owner) {
  return take(p, &p->write_end, n, bytes, owner, 0);
}
WHOLE void __barnacle_pipe_commit_read(pipe_state p, ulong reservation, uint bytes, uint owner) {
  give(p, reservation, owner, 2);
}
WHOLE void __barnacle_pipe_commit_write(pipe_state p, ulong reservation, uint bytes, uint owner) {
  const uint n = give(p, reservation, owner, 1);
  __barnacle_atomic_add((volatile global ulong *)&p->committed, (ulong)n, RELAXED);
}

// The packet at an index of a reservation; null where it has none.
static THIN global void *packet(pipe_state p, ulong reservation, uint index, uint bytes, uint owner) {
  ulong slot = (uint)(reservation - 1);
  if (reservation == NO_RESERVATION || slot >= p->max_packets) return 0;
  if (owner != PACKET && index >= p->slots[slot].reserved) return 0;
  slot += index;
  if (slot >= p->max_packets) slot -= p->max_packets;
  return (global uchar *)p + p->packets + slot * bytes;
}
CALL global void *__barnacle_pipe_packet_read(pipe_state p, ulong reservation, uint index, uint bytes, uint owner) {
  return packet(p, reservation, index, bytes, owner);
}
CALL global void *__barnacle_pipe_packet_write(pipe_state p, ulong reservation, uint index, uint bytes, uint owner) {
  return packet(p, reservation, index, bytes, owner);
}

// Packets that are committed and not reserved for reading. A reader may be ahead of the writer's count for a moment.
CALL uint __barnacle_pipe_num_packets(pipe_state p, uint bytes) {
  const ulong at = __barnacle_atomic_load((volatile global ulong *)&p->read_end, RELAXED);
  const ulong gone = (at >> 32) * p->max_packets + (uint)at;
  const ulong committed = __barnacle_atomic_load((volatile global ulong *)&p->committed, RELAXED);
  return committed > gone ? (uint)(committed - gone) : 0;
}
CALL uint __barnacle_pipe_max_packets(pipe_state p, uint bytes) { return p->max_packets; }

// ---- What clang calls: with the size and alignment of packets, and without mangling ----

#define PUBLIC __attribute__((always_inline))

THIN bool is_valid_reserve_id(reserve_id_t id) { return __barnacle_reservation_of(id) != NO_RESERVATION; }
PUBLIC reserve_id_t __barnacle_null_reserve_id(void) { return __barnacle_reserve_id(NO_RESERVATION); }

PUBLIC int __read_pipe_2(read_only pipe int which, __generic void *to, uint bytes, uint alignment) {
  const pipe_state p = __barnacle_read_end(which);
  const ulong reservation = __barnacle_pipe_reserve_read(p, 1, bytes, PACKET);
  if (reservation == NO_RESERVATION) return -1;
  __barnacle_copy_packet(to, __barnacle_pipe_packet_read(p, reservation, 0, bytes, PACKET), bytes, alignment);
  __barnacle_pipe_commit_read(p, reservation, bytes, PACKET);
  return 0;
}
PUBLIC int __write_pipe_2(write_only pipe int which, const __generic void *from, uint bytes, uint alignment) {
  const pipe_state p = __barnacle_write_end(which);
  const ulong reservation = __barnacle_pipe_reserve_write(p, 1, bytes, PACKET);
  if (reservation == NO_RESERVATION) return -1;
  __barnacle_copy_packet(__barnacle_pipe_packet_write(p, reservation, 0, bytes, PACKET), from, bytes, alignment);
  __barnacle_pipe_commit_write(p, reservation, bytes, PACKET);
  return 0;
}
PUBLIC int __read_pipe_4(read_only pipe int which, reserve_id_t id, uint index, __generic void *to, uint bytes,
                         uint alignment) {
  const pipe_state p = __barnacle_read_end(which);
  const global void *packet =
      __barnacle_pipe_packet_read(p, __barnacle_reservation_of(id), index, bytes, WORK_ITEM);
  if (!packet) return -1;
  __barnacle_copy_packet(to, packet, bytes, alignment);
  return 0;
}
PUBLIC int __write_pipe_4(write_only pipe int which, reserve_id_t id, uint index, const __generic void *from,
                          uint bytes, uint alignment) {
  const pipe_state p = __barnacle_write_end(which);
  global void *packet = __barnacle_pipe_packet_write(p, __barnacle_reservation_of(id), index, bytes, WORK_ITEM);
  if (!packet) return -1;
  __barnacle_copy_packet(packet, from, bytes, alignment);
  return 0;
}

// A group reserves and commits by its first work-item; a barrier lets the others come to an end with the packets.
#define ONE_END(END, A, ABBREVIATION)                                                                                  \
  PUBLIC reserve_id_t __reserve_##END##_pipe(A pipe int which, uint n, uint bytes, uint alignment) {                   \
    return __barnacle_reserve_id(__barnacle_pipe_reserve_##END(__barnacle_##END##_end(which), n, bytes, WORK_ITEM));   \
  }                                                                                                                    \
  PUBLIC void __commit_##END##_pipe(A pipe int which, reserve_id_t id, uint bytes, uint alignment) {                   \
    __barnacle_pipe_commit_##END(__barnacle_##END##_end(which), __barnacle_reservation_of(id), bytes, WORK_ITEM);      \
  }                                                                                                                    \
  PUBLIC reserve_id_t __work_group_reserve_##END##_pipe(A pipe int which, uint n, uint bytes, uint alignment) {        \
    ulong reservation = NO_RESERVATION;                                                                                \
    if (__barnacle_get_local_linear_id() == 0)                                                                         \
      reservation = __barnacle_pipe_reserve_##END(__barnacle_##END##_end(which), n, bytes, WORK_GROUP);                \
    return __barnacle_reserve_id(__barnacle_work_group_broadcast(reservation, 0, 0, 0));                               \
  }                                                                                                                    \
  PUBLIC void __work_group_commit_##END##_pipe(A pipe int which, reserve_id_t id, uint bytes, uint alignment) {        \
    __barnacle_barrier(0, memory_scope_work_group);                                                                    \
    if (__barnacle_get_local_linear_id() == 0)                                                                         \
      __barnacle_pipe_commit_##END(__barnacle_##END##_end(which), __barnacle_reservation_of(id), bytes, WORK_GROUP);   \
  }                                                                                                                    \
  PUBLIC reserve_id_t __sub_group_reserve_##END##_pipe(A pipe int which, uint n, uint bytes, uint alignment) {         \
    ulong reservation = NO_RESERVATION;                                                                                \
    if (__barnacle_get_sub_group_local_id() == 0)                                                                      \
      reservation = __barnacle_pipe_reserve_##END(__barnacle_##END##_end(which), n, bytes, SUB_GROUP);                 \
    return __barnacle_reserve_id(__barnacle_sub_group_broadcast(reservation, 0));                                      \
  }                                                                                                                    \
  PUBLIC void __sub_group_commit_##END##_pipe(A pipe int which, reserve_id_t id, uint bytes, uint alignment) {         \
    __barnacle_sub_group_barrier(0, memory_scope_sub_group);                                                           \
    if (__barnacle_get_sub_group_local_id() == 0)                                                                      \
      __barnacle_pipe_commit_##END(__barnacle_##END##_end(which), __barnacle_reservation_of(id), bytes, SUB_GROUP);    \
  }                                                                                                                    \
  PUBLIC uint __get_pipe_num_packets_##ABBREVIATION(A pipe int which, uint bytes, uint alignment) {                    \
    return __barnacle_pipe_num_packets(__barnacle_##END##_end(which), bytes);                                          \
  }                                                                                                                    \
  PUBLIC uint __get_pipe_max_packets_##ABBREVIATION(A pipe int which, uint bytes, uint alignment) {                    \
    return __barnacle_pipe_max_packets(__barnacle_##END##_end(which), bytes);                                          \
  }
ONE_END(read, read_only, ro)
ONE_END(write, write_only, wo)
