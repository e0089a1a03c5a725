// The functions of cl_khr_subgroup_non_uniform_vote and cl_khr_subgroup_ballot. A sub-group has 64 work-items at most: a
// ballot is a ulong, and the upper half of a uint4 is 0.
#include "intrinsics.h"

static THIN ulong low(uint4 ballot) { return AS(ulong, ballot.xy); }
static THIN uint4 wide(ulong bits) { return (uint4)(AS(uint2, bits), 0, 0); }

// The bits of the sub-group local ids that a sub-group can have, of those up to this work-item's own, and of those before.
static THIN ulong all_ids(void) { return ~0UL >> (64 - __barnacle_get_max_sub_group_size()); }
static THIN ulong own_id(void) { return 1UL << __barnacle_get_sub_group_local_id(); }
static THIN ulong ids_before(void) { return own_id() - 1; }
static THIN ulong ids_up_to(void) { return own_id() | ids_before(); }

static THIN ulong ballot(int predicate) { return (ulong)__barnacle_sub_group_ballot((long)(predicate != 0)); }

// ---- Votes ----

THIN int sub_group_elect(void) {
  uint id = __barnacle_get_sub_group_local_id();
  return __barnacle_sub_group_broadcast_first(id) == id;
}
THIN int sub_group_non_uniform_all(int predicate) { return __barnacle_sub_group_non_uniform_all(predicate); }
THIN int sub_group_non_uniform_any(int predicate) { return __barnacle_sub_group_non_uniform_any(predicate); }

// ---- Ballots ----

THIN uint4 sub_group_ballot(int predicate) { return wide(ballot(predicate)); }
THIN int sub_group_inverse_ballot(uint4 value) { return (low(value) & own_id()) != 0; }
THIN int sub_group_ballot_bit_extract(uint4 value, uint index) { return (int)(low(value) >> (index & 63)) & 1; }
THIN uint sub_group_ballot_bit_count(uint4 value) {
  return (uint)__builtin_elementwise_popcount(low(value) & all_ids());
}
THIN uint sub_group_ballot_inclusive_scan(uint4 value) {
  return (uint)__builtin_elementwise_popcount(low(value) & ids_up_to());
}
THIN uint sub_group_ballot_exclusive_scan(uint4 value) {
  return (uint)__builtin_elementwise_popcount(low(value) & ids_before());
}
THIN uint sub_group_ballot_find_lsb(uint4 value) { return (uint)__builtin_ctzg(low(value) & all_ids(), 0); }
THIN uint sub_group_ballot_find_msb(uint4 value) { return 63 - (uint)__builtin_clzg(low(value) & all_ids(), 63); }

THIN uint4 get_sub_group_eq_mask(void) { return wide(own_id()); }
THIN uint4 get_sub_group_ge_mask(void) { return wide(all_ids() & ~ids_before()); }
THIN uint4 get_sub_group_gt_mask(void) { return wide(all_ids() & ~ids_up_to()); }
THIN uint4 get_sub_group_le_mask(void) { return wide(ids_up_to()); }
THIN uint4 get_sub_group_lt_mask(void) { return wide(ids_before()); }

// ---- Values; what moves them moves their bits, U ----

#define MOVES(T, U, ...)                                                                                               \
  THIN T sub_group_non_uniform_broadcast(T v, uint id) {                                                               \
    return AS(T, __barnacle_sub_group_non_uniform_broadcast(AS(U, v), id));                                            \
  }                                                                                                                    \
  THIN T sub_group_broadcast_first(T v) { return AS(T, __barnacle_sub_group_broadcast_first(AS(U, v))); }              \
  THIN int sub_group_non_uniform_all_equal(T v) {                                                                      \
    return __barnacle_sub_group_non_uniform_all(v == sub_group_broadcast_first(v));                                    \
  }
#define EACH_MOVES(M, T, U, ...) M(T, U)
ALL_TYPES(EACH_MOVES, MOVES)

#define BROADCAST1(v) sub_group_non_uniform_broadcast(v, id)
#define BROADCASTS(T, U, N)                                                                                            \
  THIN T##N sub_group_non_uniform_broadcast(T##N v, uint id) { return MAP1_##N(T##N, BROADCAST1, v); }
#define EACH_BROADCASTS(M, T, U, ...) VECTORS(M, T, U)
ALL_TYPES(EACH_BROADCASTS, BROADCASTS)
