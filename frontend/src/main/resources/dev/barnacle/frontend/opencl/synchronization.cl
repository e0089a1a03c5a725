// Synchronization Functions (OpenCL C 6.15.8), explicit fences (6.15.9, 6.15.12.2) and work-group collectives (6.15.16)
// with cl_khr_work_group_uniform_arithmetic.
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
#define EACH_WAY(T, C, NAME, OP)                                                                                       \
  COLLECTIVE(T, C, reduce_##NAME, reduce_##OP)                                                                         \
  COLLECTIVE(T, C, scan_exclusive_##NAME, scan_exclusive_##OP)                                                         \
  COLLECTIVE(T, C, scan_inclusive_##NAME, scan_inclusive_##OP)
#define COLLECTIVES(T, C, MIN, MAX)                                                                                    \
  THIN T work_group_broadcast(T v, size_t x) { return (T)__barnacle_work_group_broadcast((C)v, x, 0, 0); }             \
  THIN T work_group_broadcast(T v, size_t x, size_t y) { return (T)__barnacle_work_group_broadcast((C)v, x, y, 0); }   \
  THIN T work_group_broadcast(T v, size_t x, size_t y, size_t z) {                                                     \
    return (T)__barnacle_work_group_broadcast((C)v, x, y, z);                                                          \
  }                                                                                                                    \
  EACH_WAY(T, C, add, add)                                                                                             \
  EACH_WAY(T, C, mul, mul)                                                                                             \
  EACH_WAY(T, C, min, MIN)                                                                                             \
  EACH_WAY(T, C, max, MAX)
#define INTEGER_COLLECTIVES(T, MIN, MAX)                                                                               \
  COLLECTIVES(T, T, MIN, MAX)                                                                                          \
  EACH_WAY(T, T, and, and)                                                                                             \
  EACH_WAY(T, T, or, or)                                                                                               \
  EACH_WAY(T, T, xor, xor)

INTEGER_COLLECTIVES(int, min, max)
INTEGER_COLLECTIVES(uint, umin, umax)
INTEGER_COLLECTIVES(long, min, max)
INTEGER_COLLECTIVES(ulong, umin, umax)
COLLECTIVES(half, float, min, max)
COLLECTIVES(float, float, min, max)
COLLECTIVES(double, double, min, max)

// Truth values are 0 or 1. What the exclusive "and" of nobody gives is all bits: not 0 either.
#define LOGICAL(OP)                                                                                                    \
  THIN int work_group_reduce_logical_##OP(int v) { return __barnacle_work_group_reduce_##OP(v != 0); }                 \
  THIN int work_group_scan_inclusive_logical_##OP(int v) { return __barnacle_work_group_scan_inclusive_##OP(v != 0); } \
  THIN int work_group_scan_exclusive_logical_##OP(int v) {                                                             \
    return __barnacle_work_group_scan_exclusive_##OP(v != 0) & 1;                                                      \
  }
LOGICAL(and)
LOGICAL(or)
LOGICAL(xor)
