// Vector Data Load and Store Functions (OpenCL C 6.15.7), but those of half, which are in vload_half.cl.
#include "barnacle.h"

// A vector type that asks for no more than its elements' alignment, so that a vector is one access; but width 3, whose
// type has room for 4, is three accesses.
#define PACKED(T, U, N) typedef T##N packed_##T##N __attribute__((aligned(sizeof(T))));
#define PACKED_VECTORS(M, ...) M(__VA_ARGS__, 2) M(__VA_ARGS__, 4) M(__VA_ARGS__, 8) M(__VA_ARGS__, 16)
ALL_TYPES(PACKED_VECTORS, PACKED)

#define LOAD(T, U, A, N)                                                                                               \
  THIN T##N vload##N(size_t offset, const A T *p) { return *(const A packed_##T##N *)(p + offset * N); }
#define LOAD3(T, U, A)                                                                                                 \
  THIN T##3 vload3(size_t offset, const A T *p) {                                                                      \
    return (T##3)(p[offset * 3], p[offset * 3 + 1], p[offset * 3 + 2]);                                                \
  }
#define STORE(T, U, A, N)                                                                                              \
  THIN void vstore##N(T##N v, size_t offset, A T *p) { *(A packed_##T##N *)(p + offset * N) = v; }
#define STORE3(T, U, A)                                                                                                \
  THIN void vstore3(T##3 v, size_t offset, A T *p) {                                                                   \
    p[offset * 3] = v.s0;                                                                                              \
    p[offset * 3 + 1] = v.s1;                                                                                          \
    p[offset * 3 + 2] = v.s2;                                                                                          \
  }
#define LOADS(T, U, A) PACKED_VECTORS(LOAD, T, U, A) LOAD3(T, U, A)
#define STORES(T, U, A) PACKED_VECTORS(STORE, T, U, A) STORE3(T, U, A)

#define SPACES(T, U)                                                                                                   \
  LOADS(T, U, constant)                                                                                                \
  LOADS(T, U, global)                                                                                                  \
  LOADS(T, U, local)                                                                                                   \
  LOADS(T, U, private)                                                                                                 \
  LOADS(T, U, __generic)                                                                                               \
  STORES(T, U, global)                                                                                                 \
  STORES(T, U, local)                                                                                                  \
  STORES(T, U, private)                                                                                                \
  STORES(T, U, __generic)
#define APPLY(M, ...) M(__VA_ARGS__)
ALL_TYPES(APPLY, SPACES)
