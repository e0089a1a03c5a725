// Subgroup Functions (OpenCL C 6.15.19, the optional feature __opencl_c_subgroups), with cl_khr_subgroup_extended_types,
// cl_khr_subgroup_shuffle, cl_khr_subgroup_shuffle_relative and cl_khr_subgroup_rotate.
#include "intrinsics.h"

THIN uint get_sub_group_size(void) { return __barnacle_get_sub_group_size(); }
THIN uint get_max_sub_group_size(void) { return __barnacle_get_max_sub_group_size(); }
THIN uint get_num_sub_groups(void) { return __barnacle_get_num_sub_groups(); }
THIN uint get_enqueued_num_sub_groups(void) { return __barnacle_get_enqueued_num_sub_groups(); }
THIN uint get_sub_group_id(void) { return __barnacle_get_sub_group_id(); }
THIN uint get_sub_group_local_id(void) { return __barnacle_get_sub_group_local_id(); }

// Without a scope: that of the work-items that meet.
THIN void sub_group_barrier(cl_mem_fence_flags flags) { __barnacle_sub_group_barrier(flags, memory_scope_sub_group); }
THIN void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  __barnacle_sub_group_barrier(flags, scope);
}

THIN int sub_group_all(int predicate) { return __barnacle_sub_group_all(predicate); }
THIN int sub_group_any(int predicate) { return __barnacle_sub_group_any(predicate); }

// T is computed in the type C: half in float, whose wider range and precision the rounding back keeps right.
#define COLLECTIVE(T, C, NAME, OP)                                                                                     \
  THIN T sub_group_##NAME(T v) { return (T)__barnacle_sub_group_##OP((C)v); }
#define COLLECTIVES(T, C, MIN, MAX)                                                                                    \
  COLLECTIVE(T, C, reduce_add, reduce_add)                                                                             \
  COLLECTIVE(T, C, reduce_min, reduce_##MIN)                                                                           \
  COLLECTIVE(T, C, reduce_max, reduce_##MAX)                                                                           \
  COLLECTIVE(T, C, scan_exclusive_add, scan_exclusive_add)                                                             \
  COLLECTIVE(T, C, scan_exclusive_min, scan_exclusive_##MIN)                                                           \
  COLLECTIVE(T, C, scan_exclusive_max, scan_exclusive_##MAX)                                                           \
  COLLECTIVE(T, C, scan_inclusive_add, scan_inclusive_add)                                                             \
  COLLECTIVE(T, C, scan_inclusive_min, scan_inclusive_##MIN)                                                           \
  COLLECTIVE(T, C, scan_inclusive_max, scan_inclusive_##MAX)

COLLECTIVES(char, char, min, max)
COLLECTIVES(uchar, uchar, umin, umax)
COLLECTIVES(short, short, min, max)
COLLECTIVES(ushort, ushort, umin, umax)
COLLECTIVES(int, int, min, max)
COLLECTIVES(uint, uint, umin, umax)
COLLECTIVES(long, long, min, max)
COLLECTIVES(ulong, ulong, umin, umax)
COLLECTIVES(half, float, min, max)
COLLECTIVES(float, float, min, max)
COLLECTIVES(double, double, min, max)

// A work-group that is smaller than a vector may have a number of work-items that is no power of two.
static THIN uint rotated(int delta) {
  uint size = __barnacle_get_max_sub_group_size();
  uint id = __barnacle_get_sub_group_local_id() + (uint)delta;
  int rest = (int)id % (int)size;
  return (size & (size - 1)) == 0 ? id & (size - 1) : (uint)(rest < 0 ? rest + (int)size : rest);
}

// What moves values moves their bits, U.
#define MOVES(T, U, ...)                                                                                               \
  THIN T sub_group_broadcast(T v, uint id) { return AS(T, __barnacle_sub_group_broadcast(AS(U, v), id)); }             \
  THIN T sub_group_shuffle(T v, uint id) { return AS(T, __barnacle_sub_group_shuffle(AS(U, v), id)); }                 \
  THIN T sub_group_shuffle_xor(T v, uint mask) {                                                                       \
    return sub_group_shuffle(v, __barnacle_get_sub_group_local_id() ^ mask);                                           \
  }                                                                                                                    \
  THIN T sub_group_shuffle_up(T v, uint delta) {                                                                       \
    return sub_group_shuffle(v, __barnacle_get_sub_group_local_id() - delta);                                          \
  }                                                                                                                    \
  THIN T sub_group_shuffle_down(T v, uint delta) {                                                                     \
    return sub_group_shuffle(v, __barnacle_get_sub_group_local_id() + delta);                                          \
  }                                                                                                                    \
  THIN T sub_group_rotate(T v, int delta) { return sub_group_shuffle(v, rotated(delta)); }                             \
  THIN T sub_group_clustered_rotate(T v, int delta, uint size) {                                                       \
    uint id = __barnacle_get_sub_group_local_id();                                                                     \
    return sub_group_shuffle(v, (id & ~(size - 1)) | ((id + (uint)delta) & (size - 1)));                               \
  }
#define EACH_MOVES(M, T, U, ...) M(T, U)
ALL_TYPES(EACH_MOVES, MOVES)

#define BROADCAST1(v) sub_group_broadcast(v, id)
#define BROADCASTS(T, U, N)                                                                                            \
  THIN T##N sub_group_broadcast(T##N v, uint id) { return MAP1_##N(T##N, BROADCAST1, v); }
#define EACH_BROADCASTS(M, T, U, ...) VECTORS(M, T, U)
ALL_TYPES(EACH_BROADCASTS, BROADCASTS)
