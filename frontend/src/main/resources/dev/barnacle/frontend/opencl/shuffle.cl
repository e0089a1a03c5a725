// Vector shuffles with a run-time mask (OpenCL C 6.15.13): only the mask's low bits count.
#include "barnacle.h"

#define PICKS2(M) M(0), M(1)
#define PICKS4(M) PICKS2(M), M(2), M(3)
#define PICKS8(M) PICKS4(M), M(4), M(5), M(6), M(7)
#define PICKS16(M) PICKS8(M), M(8), M(9), M(a), M(b), M(c), M(d), M(e), M(f)

#define FROM_ONE(i) x[m.s##i]
#define FROM_TWO(i) (m.s##i < n ? x[m.s##i & (n - 1)] : y[m.s##i & (n - 1)])

// From vectors of width N into one of width R.
#define SHUFFLE(T, U, N, R)                                                                                            \
  THIN T##R shuffle(T##N x, U##R mask) {                                                                               \
    const U##R m = mask & (U##R)(N - 1);                                                                               \
    return (T##R)(PICKS##R(FROM_ONE));                                                                                 \
  }                                                                                                                    \
  CALL T##R shuffle2(T##N x, T##N y, U##R mask) {                                                                      \
    const U n = N;                                                                                                     \
    const U##R m = mask & (U##R)(2 * N - 1);                                                                           \
    return (T##R)(PICKS##R(FROM_TWO));                                                                                 \
  }
#define SHUFFLES(T, U, N) SHUFFLE(T, U, N, 2) SHUFFLE(T, U, N, 4) SHUFFLE(T, U, N, 8) SHUFFLE(T, U, N, 16)
#define EVEN_VECTORS(M, ...) M(__VA_ARGS__, 2) M(__VA_ARGS__, 4) M(__VA_ARGS__, 8) M(__VA_ARGS__, 16)
ALL_TYPES(EVEN_VECTORS, SHUFFLES)
