// vload_half, vloada_half, vstore_half and vstorea_half in all rounding modes (OpenCL C 6.15.7). The forms with an "a"
// ask for the vector's alignment, and give width 3 the room of 4.
#include "rounding.h"

#define PACKED(T, N) typedef T##N packed_##T##N __attribute__((aligned(sizeof(T))));
VECTORS(PACKED, half)

#define CONSECUTIVE(M, ...) M(__VA_ARGS__, 2) M(__VA_ARGS__, 4) M(__VA_ARGS__, 8) M(__VA_ARGS__, 16)

// ---- Loads ----

#define LOAD(A, N)                                                                                                     \
  THIN float##N vload_half##N(size_t offset, const A half *p) {                                                        \
    return __builtin_convertvector(*(const A packed_half##N *)(p + offset * N), float##N);                             \
  }                                                                                                                    \
  THIN float##N vloada_half##N(size_t offset, const A half *p) {                                                       \
    return __builtin_convertvector(*(const A half##N *)(p + offset * N), float##N);                                    \
  }
#define LOADS(A)                                                                                                       \
  THIN float vload_half(size_t offset, const A half *p) { return (float)p[offset]; }                                   \
  THIN float3 vload_half3(size_t offset, const A half *p) {                                                            \
    return (float3)((float)p[offset * 3], (float)p[offset * 3 + 1], (float)p[offset * 3 + 2]);                         \
  }                                                                                                                    \
  THIN float3 vloada_half3(size_t offset, const A half *p) {                                                           \
    return (float3)((float)p[offset * 4], (float)p[offset * 4 + 1], (float)p[offset * 4 + 2]);                         \
  }                                                                                                                    \
  CONSECUTIVE(LOAD, A)
LOADS(constant)
LOADS(global)
LOADS(local)
LOADS(private)
LOADS(__generic)

// ---- Stores of float and double, S. MODE is the suffix, ROUNDING the mode that it stands for ----

#define STORE(S, MODE, ROUNDING, A, N)                                                                                 \
  THIN void vstore_half##N##MODE(S##N v, size_t offset, A half *p) {                                                   \
    *(A packed_half##N *)(p + offset * N) = narrow_half##N##ROUNDING(v);                                               \
  }                                                                                                                    \
  THIN void vstorea_half##N##MODE(S##N v, size_t offset, A half *p) {                                                  \
    *(A half##N *)(p + offset * N) = narrow_half##N##ROUNDING(v);                                                      \
  }
#define STORE_3(S, MODE, ROUNDING, A, NAME, ROOM)                                                                      \
  THIN void NAME##MODE(S##3 v, size_t offset, A half *p) {                                                             \
    const half3 rounded = narrow_half3##ROUNDING(v);                                                                   \
    p[offset * ROOM] = rounded.s0;                                                                                     \
    p[offset * ROOM + 1] = rounded.s1;                                                                                 \
    p[offset * ROOM + 2] = rounded.s2;                                                                                 \
  }
#define STORES_MODE(S, MODE, ROUNDING, A)                                                                              \
  THIN void vstore_half##MODE(S v, size_t offset, A half *p) { p[offset] = narrow_half##ROUNDING(v); }                 \
  STORE_3(S, MODE, ROUNDING, A, vstore_half3, 3)                                                                       \
  STORE_3(S, MODE, ROUNDING, A, vstorea_half3, 4)                                                                      \
  CONSECUTIVE(STORE, S, MODE, ROUNDING, A)
#define STORES(S, A)                                                                                                   \
  STORES_MODE(S, , _rte, A)                                                                                            \
  STORES_MODE(S, _rte, _rte, A)                                                                                        \
  STORES_MODE(S, _rtz, _rtz, A)                                                                                        \
  STORES_MODE(S, _rtp, _rtp, A)                                                                                        \
  STORES_MODE(S, _rtn, _rtn, A)
STORES(float, global)
STORES(float, local)
STORES(float, private)
STORES(float, __generic)
STORES(double, global)
STORES(double, local)
STORES(double, private)
STORES(double, __generic)
