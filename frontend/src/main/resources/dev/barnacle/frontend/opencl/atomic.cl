// Atomic Functions (OpenCL C 6.15.12) with cl_ext_float_atomics, and the atomics of OpenCL 1.x with
// cl_khr_int64_base_atomics and cl_khr_int64_extended_atomics.
#include "intrinsics.h"

#define SEQ_CST memory_order_seq_cst, memory_scope_device
#define ADDRESS_SPACES(M, ...) M(__VA_ARGS__, global) M(__VA_ARGS__, local) M(__VA_ARGS__, __generic)

// ---- Loads, stores and exchanges ----

#define LOAD_STORE(T, A)                                                                                               \
  THIN T atomic_load(volatile A atomic_##T *p) { return __barnacle_atomic_load((volatile A T *)p, SEQ_CST); }          \
  THIN T atomic_load_explicit(volatile A atomic_##T *p, memory_order order) {                                          \
    return __barnacle_atomic_load((volatile A T *)p, order, memory_scope_device);                                      \
  }                                                                                                                    \
  THIN T atomic_load_explicit(volatile A atomic_##T *p, memory_order order, memory_scope scope) {                      \
    return __barnacle_atomic_load((volatile A T *)p, order, scope);                                                    \
  }                                                                                                                    \
  THIN void atomic_store(volatile A atomic_##T *p, T v) { __barnacle_atomic_store((volatile A T *)p, v, SEQ_CST); }    \
  THIN void atomic_store_explicit(volatile A atomic_##T *p, T v, memory_order order) {                                 \
    __barnacle_atomic_store((volatile A T *)p, v, order, memory_scope_device);                                         \
  }                                                                                                                    \
  THIN void atomic_store_explicit(volatile A atomic_##T *p, T v, memory_order order, memory_scope scope) {             \
    __barnacle_atomic_store((volatile A T *)p, v, order, scope);                                                       \
  }
// The initialization is a plain store: it is not atomic.
#define INIT(T, A)                                                                                                     \
  THIN void atomic_init(volatile A atomic_##T *p, T v) { *(A T *)p = v; }

#define RMW(NAME, OP, T, V, A)                                                                                         \
  THIN T NAME(volatile A atomic_##T *p, V v) {                                                                         \
    return __barnacle_atomic_##OP((volatile A T *)p, (T)v, SEQ_CST);                                                   \
  }                                                                                                                    \
  THIN T NAME##_explicit(volatile A atomic_##T *p, V v, memory_order order) {                                          \
    return __barnacle_atomic_##OP((volatile A T *)p, (T)v, order, memory_scope_device);                                \
  }                                                                                                                    \
  THIN T NAME##_explicit(volatile A atomic_##T *p, V v, memory_order order, memory_scope scope) {                      \
    return __barnacle_atomic_##OP((volatile A T *)p, (T)v, order, scope);                                              \
  }

#define COMMON(T)                                                                                                      \
  ADDRESS_SPACES(LOAD_STORE, T)                                                                                        \
  ADDRESS_SPACES(RMW, atomic_exchange, xchg, T, T)
COMMON(int)
COMMON(uint)
COMMON(long)
COMMON(ulong)
COMMON(half)
COMMON(float)
COMMON(double)
ADDRESS_SPACES(INIT, int)
ADDRESS_SPACES(INIT, uint)
ADDRESS_SPACES(INIT, long)
ADDRESS_SPACES(INIT, ulong)
ADDRESS_SPACES(INIT, float)
ADDRESS_SPACES(INIT, double)

// clang's own table of built-in functions declares the value that atomic_store puts into an atomic_half as an atomic_half.
#define STORE_ATOMIC_HALF(T, A)                                                                                        \
  THIN void atomic_store(volatile A atomic_half *p, atomic_half v) {                                                   \
    __barnacle_atomic_store((volatile A half *)p, *(private half *)&v, SEQ_CST);                                       \
  }                                                                                                                    \
  THIN void atomic_store_explicit(volatile A atomic_half *p, atomic_half v, memory_order order) {                      \
    __barnacle_atomic_store((volatile A half *)p, *(private half *)&v, order, memory_scope_device);                    \
  }                                                                                                                    \
  THIN void atomic_store_explicit(volatile A atomic_half *p, atomic_half v, memory_order order, memory_scope scope) {  \
    __barnacle_atomic_store((volatile A half *)p, *(private half *)&v, order, scope);                                  \
  }
ADDRESS_SPACES(STORE_ATOMIC_HALF, half)

// ---- Read-modify-writes; (u)intptr_t's take operands of the other sign ----

#define ARITHMETIC(T, V)                                                                                               \
  ADDRESS_SPACES(RMW, atomic_fetch_add, add, T, V)                                                                     \
  ADDRESS_SPACES(RMW, atomic_fetch_sub, sub, T, V)
#define BITWISE(T, V)                                                                                                  \
  ADDRESS_SPACES(RMW, atomic_fetch_or, or, T, V)                                                                       \
  ADDRESS_SPACES(RMW, atomic_fetch_xor, xor, T, V)                                                                     \
  ADDRESS_SPACES(RMW, atomic_fetch_and, and, T, V)
#define EXTREMES(T, V, MIN, MAX)                                                                                       \
  ADDRESS_SPACES(RMW, atomic_fetch_min, MIN, T, V)                                                                     \
  ADDRESS_SPACES(RMW, atomic_fetch_max, MAX, T, V)

#define INTEGER(T, MIN, MAX) ARITHMETIC(T, T) BITWISE(T, T) EXTREMES(T, T, MIN, MAX)
INTEGER(int, min, max)
INTEGER(uint, umin, umax)
INTEGER(long, min, max)
INTEGER(ulong, umin, umax)
ARITHMETIC(ulong, long)
BITWISE(ulong, long)
BITWISE(long, ulong)
EXTREMES(ulong, long, umin, umax)
EXTREMES(long, ulong, min, max)

#define REAL(T)                                                                                                        \
  ADDRESS_SPACES(RMW, atomic_fetch_add, fadd, T, T)                                                                    \
  ADDRESS_SPACES(RMW, atomic_fetch_sub, fsub, T, T)                                                                    \
  EXTREMES(T, T, fmin, fmax)
REAL(half)
REAL(float)
REAL(double)

// ---- Compare-and-exchange; floating-point values are compared by their bits, so as integers I of their size ----

// A weak one may fail spuriously, with the value that it expects (C11 7.17.7.4).

#define STRONG(EQUAL) (EQUAL)
#define WEAK(EQUAL) __barnacle_expect_exchange(EQUAL)
#define CAS(NAME, OP, KIND, T, I, E, A)                                                                                \
  THIN bool NAME##_explicit(volatile A atomic_##T *p, E T *expected, T desired, memory_order success,                  \
                            memory_order failure, memory_scope scope) {                                                \
    const I wanted = *(E I *)expected;                                                                                 \
    const I found =                                                                                                    \
        __barnacle_atomic_##OP((volatile A I *)p, wanted, AS(I, desired), success, failure, scope);                    \
    if (KIND(found == wanted)) return true;                                                                            \
    *(E I *)expected = found;                                                                                          \
    return false;                                                                                                      \
  }                                                                                                                    \
  THIN bool NAME##_explicit(volatile A atomic_##T *p, E T *expected, T desired, memory_order success,                  \
                            memory_order failure) {                                                                    \
    return NAME##_explicit(p, expected, desired, success, failure, memory_scope_device);                               \
  }                                                                                                                    \
  THIN bool NAME(volatile A atomic_##T *p, E T *expected, T desired) {                                                 \
    return NAME##_explicit(p, expected, desired, memory_order_seq_cst, memory_order_seq_cst, memory_scope_device);     \
  }
#define CAS_SPACES(NAME, OP, KIND, T, I)                                                                               \
  CAS(NAME, OP, KIND, T, I, __generic, __generic)                                                                      \
  CAS(NAME, OP, KIND, T, I, global, global)                                                                            \
  CAS(NAME, OP, KIND, T, I, local, global)                                                                             \
  CAS(NAME, OP, KIND, T, I, private, global)                                                                           \
  CAS(NAME, OP, KIND, T, I, global, local)                                                                             \
  CAS(NAME, OP, KIND, T, I, local, local)                                                                              \
  CAS(NAME, OP, KIND, T, I, private, local)
#define COMPARE_EXCHANGE(T, I)                                                                                         \
  CAS_SPACES(atomic_compare_exchange_strong, cmpxchg, STRONG, T, I)                                                    \
  CAS_SPACES(atomic_compare_exchange_weak, cmpxchg_weak, WEAK, T, I)
COMPARE_EXCHANGE(int, int)
COMPARE_EXCHANGE(uint, uint)
COMPARE_EXCHANGE(long, long)
COMPARE_EXCHANGE(ulong, ulong)
COMPARE_EXCHANGE(float, int)
COMPARE_EXCHANGE(double, long)

// ---- Flags ----

#define FLAG(A)                                                                                                        \
  THIN bool atomic_flag_test_and_set_explicit(volatile A atomic_flag *p, memory_order order, memory_scope scope) {     \
    return __barnacle_atomic_xchg((volatile A int *)p, 1, order, scope) != 0;                                          \
  }                                                                                                                    \
  THIN bool atomic_flag_test_and_set_explicit(volatile A atomic_flag *p, memory_order order) {                         \
    return atomic_flag_test_and_set_explicit(p, order, memory_scope_device);                                           \
  }                                                                                                                    \
  THIN bool atomic_flag_test_and_set(volatile A atomic_flag *p) { return atomic_flag_test_and_set_explicit(p, SEQ_CST); } \
  THIN void atomic_flag_clear_explicit(volatile A atomic_flag *p, memory_order order, memory_scope scope) {            \
    __barnacle_atomic_store((volatile A int *)p, 0, order, scope);                                                     \
  }                                                                                                                    \
  THIN void atomic_flag_clear_explicit(volatile A atomic_flag *p, memory_order order) {                                \
    atomic_flag_clear_explicit(p, order, memory_scope_device);                                                         \
  }                                                                                                                    \
  THIN void atomic_flag_clear(volatile A atomic_flag *p) { atomic_flag_clear_explicit(p, SEQ_CST); }
FLAG(global)
FLAG(local)
FLAG(__generic)

// ---- OpenCL 1.x: relaxed, device scope in global memory and work-group scope in local memory ----

#define LEGACY_RMW(NAME, OP, T, A, SCOPE)                                                                              \
  THIN T NAME(volatile A T *p, T v) { return __barnacle_atomic_##OP(p, v, memory_order_relaxed, SCOPE); }
#define LEGACY(PREFIX, T, MIN, MAX, A, SCOPE)                                                                          \
  LEGACY_RMW(PREFIX##_add, add, T, A, SCOPE)                                                                           \
  LEGACY_RMW(PREFIX##_sub, sub, T, A, SCOPE)                                                                           \
  LEGACY_RMW(PREFIX##_xchg, xchg, T, A, SCOPE)                                                                         \
  LEGACY_RMW(PREFIX##_min, MIN, T, A, SCOPE)                                                                           \
  LEGACY_RMW(PREFIX##_max, MAX, T, A, SCOPE)                                                                           \
  LEGACY_RMW(PREFIX##_and, and, T, A, SCOPE)                                                                           \
  LEGACY_RMW(PREFIX##_or, or, T, A, SCOPE)                                                                             \
  LEGACY_RMW(PREFIX##_xor, xor, T, A, SCOPE)                                                                           \
  THIN T PREFIX##_inc(volatile A T *p) { return __barnacle_atomic_add(p, (T)1, memory_order_relaxed, SCOPE); }         \
  THIN T PREFIX##_dec(volatile A T *p) { return __barnacle_atomic_sub(p, (T)1, memory_order_relaxed, SCOPE); }         \
  THIN T PREFIX##_cmpxchg(volatile A T *p, T expected, T desired) {                                                    \
    return __barnacle_atomic_cmpxchg(p, expected, desired, memory_order_relaxed, memory_order_relaxed, SCOPE);         \
  }
#define LEGACY_SPACES(PREFIX, T, MIN, MAX)                                                                             \
  LEGACY(PREFIX, T, MIN, MAX, global, memory_scope_device)                                                             \
  LEGACY(PREFIX, T, MIN, MAX, local, memory_scope_work_group)
LEGACY_SPACES(atomic, int, min, max)
LEGACY_SPACES(atomic, uint, umin, umax)
LEGACY_SPACES(atom, int, min, max)
LEGACY_SPACES(atom, uint, umin, umax)
LEGACY_SPACES(atom, long, min, max)
LEGACY_SPACES(atom, ulong, umin, umax)
// C++ for OpenCL has them for generic pointers too.
LEGACY(atomic, int, min, max, __generic, memory_scope_device)
LEGACY(atomic, uint, umin, umax, __generic, memory_scope_device)
LEGACY_RMW(atomic_xchg, xchg, float, global, memory_scope_device)
LEGACY_RMW(atomic_xchg, xchg, float, local, memory_scope_work_group)
