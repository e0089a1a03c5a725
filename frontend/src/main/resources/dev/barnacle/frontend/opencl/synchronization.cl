// Synchronization Functions (OpenCL C 6.15.8), explicit fences (6.15.9, 6.15.12.2) and work-group collectives (6.15.16).
#include "intrinsics.h"

THIN void barrier(cl_mem_fence_flags flags) { __barnacle_barrier(flags, memory_scope_work_group); }
THIN void work_group_barrier(cl_mem_fence_flags flags) { __barnacle_barrier(flags, memory_scope_work_group); }
THIN void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { __barnacle_barrier(flags, scope); }

THIN void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
  __barnacle_fence(flags, order, scope);
}
THIN void mem_fence(cl_mem_fence_flags flags) {
  __barnacle_implicit_fence(flags, memory_order_acq_rel, memory_scope_work_group);
}
THIN void read_mem_fence(cl_mem_fence_flags flags) {
  __barnacle_implicit_fence(flags, memory_order_acquire, memory_scope_work_group);
}
THIN void write_mem_fence(cl_mem_fence_flags flags) {
  __barnacle_implicit_fence(flags, memory_order_release, memory_scope_work_group);
}

THIN int work_group_all(int predicate) { return __barnacle_work_group_all(predicate); }
THIN int work_group_any(int predicate) { return __barnacle_work_group_any(predicate); }

// T is computed in the type C: half in float, whose wider range and precision the rounding back keeps right.
#define COLLECTIVE(T, C, NAME, OP)                                                                                     \
  THIN T work_group_##NAME(T v) { return (T)__barnacle_work_group_##OP((C)v); }
#define COLLECTIVES(T, C, MIN, MAX)                                                                                    \
  THIN T work_group_broadcast(T v, size_t x) { return (T)__barnacle_work_group_broadcast((C)v, x, 0, 0); }             \
  THIN T work_group_broadcast(T v, size_t x, size_t y) { return (T)__barnacle_work_group_broadcast((C)v, x, y, 0); }   \
  THIN T work_group_broadcast(T v, size_t x, size_t y, size_t z) {                                                     \
    return (T)__barnacle_work_group_broadcast((C)v, x, y, z);                                                          \
  }                                                                                                                    \
  COLLECTIVE(T, C, reduce_add, reduce_add)                                                                             \
  COLLECTIVE(T, C, reduce_min, reduce_##MIN)                                                                           \
  COLLECTIVE(T, C, reduce_max, reduce_##MAX)                                                                           \
  COLLECTIVE(T, C, scan_exclusive_add, scan_exclusive_add)                                                             \
  COLLECTIVE(T, C, scan_exclusive_min, scan_exclusive_##MIN)                                                           \
  COLLECTIVE(T, C, scan_exclusive_max, scan_exclusive_##MAX)                                                           \
  COLLECTIVE(T, C, scan_inclusive_add, scan_inclusive_add)                                                             \
  COLLECTIVE(T, C, scan_inclusive_min, scan_inclusive_##MIN)                                                           \
  COLLECTIVE(T, C, scan_inclusive_max, scan_inclusive_##MAX)

COLLECTIVES(int, int, min, max)
COLLECTIVES(uint, uint, umin, umax)
COLLECTIVES(long, long, min, max)
COLLECTIVES(ulong, ulong, umin, umax)
COLLECTIVES(half, float, min, max)
COLLECTIVES(float, float, min, max)
COLLECTIVES(double, double, min, max)
