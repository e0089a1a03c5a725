// The functions of cl_khr_subgroup_non_uniform_arithmetic and cl_khr_subgroup_clustered_reduce.
#include "intrinsics.h"

// T is computed in the type C: half in float, whose wider range and precision the rounding back keeps right.
#define COLLECTIVE(T, C, NAME, OP)                                                                                     \
  THIN T sub_group_non_uniform_reduce_##NAME(T v) { return (T)__barnacle_sub_group_non_uniform_reduce_##OP((C)v); }    \
  THIN T sub_group_non_uniform_scan_inclusive_##NAME(T v) {                                                            \
    return (T)__barnacle_sub_group_non_uniform_scan_inclusive_##OP((C)v);                                              \
  }                                                                                                                    \
  THIN T sub_group_non_uniform_scan_exclusive_##NAME(T v) {                                                            \
    return (T)__barnacle_sub_group_non_uniform_scan_exclusive_##OP((C)v);                                              \
  }                                                                                                                    \
  THIN T sub_group_clustered_reduce_##NAME(T v, uint size) {                                                           \
    return (T)__barnacle_sub_group_clustered_reduce_##OP((C)v, size);                                                  \
  }
#define NUMBERS(T, C, MIN, MAX)                                                                                        \
  COLLECTIVE(T, C, add, add)                                                                                           \
  COLLECTIVE(T, C, mul, mul)                                                                                           \
  COLLECTIVE(T, C, min, MIN)                                                                                           \
  COLLECTIVE(T, C, max, MAX)
#define INTEGERS(T, MIN, MAX)                                                                                          \
  NUMBERS(T, T, MIN, MAX)                                                                                              \
  COLLECTIVE(T, T, and, and)                                                                                           \
  COLLECTIVE(T, T, or, or)                                                                                             \
  COLLECTIVE(T, T, xor, xor)

INTEGERS(char, min, max)
INTEGERS(uchar, umin, umax)
INTEGERS(short, min, max)
INTEGERS(ushort, umin, umax)
INTEGERS(int, min, max)
INTEGERS(uint, umin, umax)
INTEGERS(long, min, max)
INTEGERS(ulong, umin, umax)
NUMBERS(half, float, min, max)
NUMBERS(float, float, min, max)
NUMBERS(double, double, min, max)

// Truth values are 0 or 1. What the exclusive "and" of nobody gives is all bits: not 0 either.
#define LOGICAL(OP)                                                                                                    \
  THIN int sub_group_non_uniform_reduce_logical_##OP(int v) { return sub_group_non_uniform_reduce_##OP(v != 0); }      \
  THIN int sub_group_non_uniform_scan_inclusive_logical_##OP(int v) {                                                  \
    return sub_group_non_uniform_scan_inclusive_##OP(v != 0);                                                          \
  }                                                                                                                    \
  THIN int sub_group_non_uniform_scan_exclusive_logical_##OP(int v) {                                                  \
    return sub_group_non_uniform_scan_exclusive_##OP(v != 0) & 1;                                                      \
  }                                                                                                                    \
  THIN int sub_group_clustered_reduce_logical_##OP(int v, uint size) {                                                 \
    return sub_group_clustered_reduce_##OP(v != 0, size);                                                              \
  }
LOGICAL(and)
LOGICAL(or)
LOGICAL(xor)
