// The functions that the library calls and nobody defines: the reader of LLVM IR takes their calls for instructions.
#ifndef BARNACLE_INTRINSICS_H
#define BARNACLE_INTRINSICS_H

#include "barnacle.h"

// ---- Work-item queries ----

uint __barnacle_get_work_dim(void);
size_t __barnacle_get_global_size(uint dim);
size_t __barnacle_get_global_id(uint dim);
size_t __barnacle_get_local_size(uint dim);
size_t __barnacle_get_enqueued_local_size(uint dim);
size_t __barnacle_get_local_id(uint dim);
size_t __barnacle_get_num_groups(uint dim);
size_t __barnacle_get_group_id(uint dim);
size_t __barnacle_get_global_offset(uint dim);
size_t __barnacle_get_global_linear_id(void);
size_t __barnacle_get_local_linear_id(void);
uint __barnacle_get_sub_group_size(void);
uint __barnacle_get_max_sub_group_size(void);
uint __barnacle_get_num_sub_groups(void);
uint __barnacle_get_enqueued_num_sub_groups(void);
uint __barnacle_get_sub_group_id(void);
uint __barnacle_get_sub_group_local_id(void);

// ---- Synchronisation; order and scope have the values of memory_order and memory_scope ----

void __barnacle_barrier(uint flags, int scope);
void __barnacle_sub_group_barrier(uint flags, int scope);
void __barnacle_fence(uint flags, int order, int scope);
void __barnacle_implicit_fence(uint flags, int order, int scope); // the program names neither order nor scope

#define DECLARE_ATOMIC(T, A)                                                                                           \
  EXTERN T __barnacle_atomic_load(volatile A T *p, int order, int scope);                                              \
  EXTERN void __barnacle_atomic_store(volatile A T *p, T v, int order, int scope);                                     \
  EXTERN T __barnacle_atomic_xchg(volatile A T *p, T v, int order, int scope);
#define DECLARE_ATOMIC_RMW(T, A, OP) EXTERN T __barnacle_atomic_##OP(volatile A T *p, T v, int order, int scope);
#define DECLARE_ATOMIC_INTEGER(T, A, MIN, MAX)                                                                         \
  DECLARE_ATOMIC(T, A)                                                                                                 \
  EXTERN T __barnacle_atomic_cmpxchg(volatile A T *p, T expected, T desired, int success, int failure, int scope);     \
  EXTERN T __barnacle_atomic_cmpxchg_weak(volatile A T *p, T expected, T desired, int success, int failure, int scope);\
  DECLARE_ATOMIC_RMW(T, A, add)                                                                                        \
  DECLARE_ATOMIC_RMW(T, A, sub)                                                                                        \
  DECLARE_ATOMIC_RMW(T, A, and)                                                                                        \
  DECLARE_ATOMIC_RMW(T, A, or)                                                                                         \
  DECLARE_ATOMIC_RMW(T, A, xor)                                                                                        \
  DECLARE_ATOMIC_RMW(T, A, MIN)                                                                                        \
  DECLARE_ATOMIC_RMW(T, A, MAX)
#define DECLARE_ATOMIC_REAL(T, A)                                                                                      \
  DECLARE_ATOMIC(T, A)                                                                                                 \
  DECLARE_ATOMIC_RMW(T, A, fadd)                                                                                       \
  DECLARE_ATOMIC_RMW(T, A, fsub)                                                                                       \
  DECLARE_ATOMIC_RMW(T, A, fmin)                                                                                       \
  DECLARE_ATOMIC_RMW(T, A, fmax)
#define DECLARE_ATOMICS(A)                                                                                             \
  DECLARE_ATOMIC_INTEGER(int, A, min, max)                                                                             \
  DECLARE_ATOMIC_INTEGER(uint, A, umin, umax)                                                                          \
  DECLARE_ATOMIC_INTEGER(long, A, min, max)                                                                            \
  DECLARE_ATOMIC_INTEGER(ulong, A, umin, umax)                                                                         \
  DECLARE_ATOMIC_REAL(half, A)                                                                                         \
  DECLARE_ATOMIC_REAL(float, A)                                                                                        \
  DECLARE_ATOMIC_REAL(double, A)
DECLARE_ATOMICS(global)
DECLARE_ATOMICS(local)
DECLARE_ATOMICS(__generic)

// Whether the compare-exchange just before has exchanged, where the values are equal: a weak one may fail all the same.
int __barnacle_expect_exchange(int equal);

// ---- Mathematics that LLVM has no intrinsic for ----

#define DECLARE_RSQRT(T, K, N) EXTERN T##N __barnacle_math_rsqrt(T##N x);
FLOAT_TYPES(WIDTHS, DECLARE_RSQRT)

#define DECLARE_MATH1(NAME)                                                                                            \
  EXTERN float __barnacle_math_##NAME(float x);                                                                        \
  EXTERN double __barnacle_math_##NAME(double x);
#define DECLARE_MATH2(NAME)                                                                                            \
  EXTERN float __barnacle_math_##NAME(float x, float y);                                                               \
  EXTERN double __barnacle_math_##NAME(double x, double y);
DECLARE_MATH1(acosh)
DECLARE_MATH1(asinh)
DECLARE_MATH1(atanh)
DECLARE_MATH1(cbrt)
DECLARE_MATH1(erf)
DECLARE_MATH1(erfc)
DECLARE_MATH1(exp10)
DECLARE_MATH1(expm1)
DECLARE_MATH1(lgamma)
DECLARE_MATH1(log1p)
DECLARE_MATH1(tgamma)
DECLARE_MATH2(hypot)
DECLARE_MATH2(remainder)

// ---- What functions expect of their arguments. Each gives its first argument, whose lanes that are used are looked at
// when the program is checked; in other programs nothing is left of them. ----

#define DECLARE_EXPECT_CLAMP(T, U, NAME, N) EXTERN T##N __barnacle_expect_##NAME(T##N high, T##N low);
SIGNED_TYPES(WIDTHS, DECLARE_EXPECT_CLAMP, clamp)
UNSIGNED_TYPES(WIDTHS, DECLARE_EXPECT_CLAMP, uclamp)
REAL_TYPES(WIDTHS, DECLARE_EXPECT_CLAMP, fclamp)
#define DECLARE_EXPECT_REAL(T, K, N)                                                                                   \
  EXTERN T##N __barnacle_expect_smoothstep(T##N edge0, T##N edge1, T##N x);                                            \
  EXTERN T##N __barnacle_expect_mix(T##N a);
REAL_TYPES(WIDTHS, DECLARE_EXPECT_REAL)
#define DECLARE_EXPECT_FLOAT(T, N)                                                                                     \
  EXTERN T##N __barnacle_expect_angle(T##N x);                                                                         \
  EXTERN T##N __barnacle_expect_coordinate(T##N x);
WIDTHS(DECLARE_EXPECT_FLOAT, float)
#define DECLARE_EXPECT_24(T, NAME, N) EXTERN T##N __barnacle_expect_##NAME(T##N x);
WIDTHS(DECLARE_EXPECT_24, int, mul24)
WIDTHS(DECLARE_EXPECT_24, uint, umul24)
EXTERN float __barnacle_expect_squares(float sum);
EXTERN uint __barnacle_expect_bitfield(uint offset, uint count, uint bits);
#define SAMPLER_OF_WHOLE_COORDINATES 1
#define SAMPLER_OF_INTEGERS 2
#define SAMPLER_OF_LEVELS 4
EXTERN ulong __barnacle_expect_step(ulong step, ulong extent);
EXTERN int __barnacle_expect_sampler(int sampler, int use);

// ---- Group collectives ----

int __barnacle_work_group_all(int predicate);
int __barnacle_work_group_any(int predicate);
int __barnacle_sub_group_all(int predicate);
int __barnacle_sub_group_any(int predicate);
int __barnacle_sub_group_non_uniform_all(int predicate);
int __barnacle_sub_group_non_uniform_any(int predicate);
long __barnacle_sub_group_ballot(long predicate);
#define DECLARE_COMBINATION(T, GROUP, OP)                                                                              \
  EXTERN T __barnacle_##GROUP##_reduce_##OP(T v);                                                                      \
  EXTERN T __barnacle_##GROUP##_scan_exclusive_##OP(T v);                                                              \
  EXTERN T __barnacle_##GROUP##_scan_inclusive_##OP(T v);
#define DECLARE_NUMBERS(T, GROUP, MIN, MAX)                                                                            \
  DECLARE_COMBINATION(T, GROUP, add)                                                                                   \
  DECLARE_COMBINATION(T, GROUP, mul)                                                                                   \
  DECLARE_COMBINATION(T, GROUP, MIN)                                                                                   \
  DECLARE_COMBINATION(T, GROUP, MAX)
#define DECLARE_INTEGERS(T, GROUP, MIN, MAX)                                                                           \
  DECLARE_NUMBERS(T, GROUP, MIN, MAX)                                                                                  \
  DECLARE_COMBINATION(T, GROUP, and)                                                                                   \
  DECLARE_COMBINATION(T, GROUP, or)                                                                                    \
  DECLARE_COMBINATION(T, GROUP, xor)
#define DECLARE_CLUSTER(T, OP) EXTERN T __barnacle_sub_group_clustered_reduce_##OP(T v, uint size);
#define DECLARE_MOVES(T)                                                                                               \
  EXTERN T __barnacle_sub_group_broadcast(T v, uint id);                                                               \
  EXTERN T __barnacle_sub_group_shuffle(T v, uint id);                                                                 \
  EXTERN T __barnacle_sub_group_broadcast_first(T v);                                                                  \
  EXTERN T __barnacle_sub_group_non_uniform_broadcast(T v, uint id);
#define DECLARE_SUB_GROUP(T, KIND, MIN, MAX)                                                                           \
  DECLARE_MOVES(T)                                                                                                     \
  DECLARE_##KIND(T, sub_group, MIN, MAX)                                                                               \
  DECLARE_##KIND(T, sub_group_non_uniform, MIN, MAX)                                                                   \
  DECLARE_CLUSTER(T, add)                                                                                              \
  DECLARE_CLUSTER(T, mul)                                                                                              \
  DECLARE_CLUSTER(T, MIN)                                                                                              \
  DECLARE_CLUSTER(T, MAX)
#define DECLARE_SUB_GROUP_BITS(T)                                                                                      \
  DECLARE_CLUSTER(T, and)                                                                                              \
  DECLARE_CLUSTER(T, or)                                                                                               \
  DECLARE_CLUSTER(T, xor)
#define DECLARE_INTEGER_GROUP(T, MIN, MAX)                                                                             \
  DECLARE_SUB_GROUP(T, INTEGERS, MIN, MAX)                                                                             \
  DECLARE_SUB_GROUP_BITS(T)
#define DECLARE_COLLECTIVE(T, KIND, MIN, MAX)                                                                          \
  EXTERN T __barnacle_work_group_broadcast(T v, size_t x, size_t y, size_t z);                                         \
  DECLARE_##KIND(T, work_group, MIN, MAX)
DECLARE_INTEGER_GROUP(char, min, max)
DECLARE_INTEGER_GROUP(uchar, umin, umax)
DECLARE_INTEGER_GROUP(short, min, max)
DECLARE_INTEGER_GROUP(ushort, umin, umax)
DECLARE_INTEGER_GROUP(int, min, max)
DECLARE_INTEGER_GROUP(uint, umin, umax)
DECLARE_INTEGER_GROUP(long, min, max)
DECLARE_INTEGER_GROUP(ulong, umin, umax)
DECLARE_SUB_GROUP(float, NUMBERS, min, max)
DECLARE_SUB_GROUP(double, NUMBERS, min, max)
DECLARE_COLLECTIVE(int, INTEGERS, min, max)
DECLARE_COLLECTIVE(uint, INTEGERS, umin, umax)
DECLARE_COLLECTIVE(long, INTEGERS, min, max)
DECLARE_COLLECTIVE(ulong, INTEGERS, umin, umax)
DECLARE_COLLECTIVE(float, NUMBERS, min, max)
DECLARE_COLLECTIVE(double, NUMBERS, min, max)

// ---- Asynchronous copies, strides in elements; and what address space a generic pointer points into ----

EXTERN event_t __barnacle_async_copy(local void *dst, const global void *src, size_t element_bytes, size_t count,
                                     size_t dst_stride, size_t src_stride, event_t event);
EXTERN event_t __barnacle_async_copy(global void *dst, const local void *src, size_t element_bytes, size_t count,
                                     size_t dst_stride, size_t src_stride, event_t event);
EXTERN void __barnacle_async_fence(cl_mem_fence_flags flags);
EXTERN void __barnacle_wait_group_events(int n, event_t *list);
EXTERN void __barnacle_wait_group_events(int n, private event_t *list);
EXTERN void __barnacle_wait_group_events(int n, local event_t *list);
EXTERN void __barnacle_wait_group_events(int n, global event_t *list);
int __barnacle_is_global(const __generic void *p);
int __barnacle_is_local(const __generic void *p);
int __barnacle_is_private(const __generic void *p);

// ---- Queues of the device, and the events of their commands ----

queue_t __barnacle_default_queue(void);
int __barnacle_enqueue_marker(queue_t queue, uint count, const clk_event_t *list, clk_event_t *event);
clk_event_t __barnacle_create_user_event(void);
void __barnacle_set_user_event_status(clk_event_t event, int status);
void __barnacle_retain_event(clk_event_t event);
void __barnacle_release_event(clk_event_t event);
bool __barnacle_is_valid_event(clk_event_t event);
void __barnacle_capture_profiling_info(clk_event_t event, int name, global void *value);

// ---- Pipes: the state of a pipe (pipe.cl) from either end, the bits of a reservation id, and a copy of a packet, whose
// size and alignment are constants ----

typedef global struct pipe_memory *pipe_state;
pipe_state __barnacle_read_end(read_only pipe int which);
pipe_state __barnacle_write_end(write_only pipe int which);
ulong __barnacle_reservation_of(reserve_id_t id);
reserve_id_t __barnacle_reserve_id(ulong reservation);
void __barnacle_copy_packet(__generic void *to, const __generic void *from, uint bytes, uint alignment);

#endif
