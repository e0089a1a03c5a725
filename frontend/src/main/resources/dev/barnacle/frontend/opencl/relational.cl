// Relational Functions (OpenCL C 6.15.6): 1 or 0 for scalars, all ones or 0 in each component for vectors.
#include "barnacle.h"

#define IS(R, T, K, N, CONVERT_RESULT)                                                                                 \
  THIN R isequal(T##N x, T##N y) { return CONVERT_RESULT(x == y); }                                                    \
  THIN R isnotequal(T##N x, T##N y) { return CONVERT_RESULT(x != y); }                                                 \
  THIN R isgreater(T##N x, T##N y) { return CONVERT_RESULT(x > y); }                                                   \
  THIN R isgreaterequal(T##N x, T##N y) { return CONVERT_RESULT(x >= y); }                                             \
  THIN R isless(T##N x, T##N y) { return CONVERT_RESULT(x < y); }                                                      \
  THIN R islessequal(T##N x, T##N y) { return CONVERT_RESULT(x <= y); }                                                \
  THIN R islessgreater(T##N x, T##N y) { return CONVERT_RESULT((x < y) | (x > y)); }                                   \
  THIN R isordered(T##N x, T##N y) { return CONVERT_RESULT((x == x) & (y == y)); }                                     \
  THIN R isunordered(T##N x, T##N y) { return CONVERT_RESULT((x != x) | (y != y)); }                                   \
  THIN R isnan(T##N x) { return CONVERT_RESULT(x != x); }                                                              \
  THIN R isinf(T##N x) { return CONVERT_RESULT(MAGNITUDE(T, K, N, x) == INFINITY_BITS(T, K, N)); }                     \
  THIN R isfinite(T##N x) { return CONVERT_RESULT(MAGNITUDE(T, K, N, x) < INFINITY_BITS(T, K, N)); }                   \
  THIN R isnormal(T##N x) {                                                                                            \
    return CONVERT_RESULT((MAGNITUDE(T, K, N, x) < INFINITY_BITS(T, K, N)) &                                           \
                          (MAGNITUDE(T, K, N, x) >= LEAST_NORMAL_BITS(T, K, N)));                                      \
  }                                                                                                                    \
  THIN R signbit(T##N x) { return CONVERT_RESULT(AS(K##N, x) < (K##N)0); }

// The bits of |x|, and those of infinity and the smallest normal number, as signed integers: their order is the numbers'.
#define MAGNITUDE(T, K, N, x) (AS(K##N, x) & (K##N)K##_MOST)
#define INFINITY_BITS(T, K, N) ((K##N)AS(K, (T)INFINITY))
#define LEAST_NORMAL_BITS(T, K, N) ((K##N)AS(K, T##_LEAST_NORMAL))
#define short_MOST SHRT_MAX
#define int_MOST INT_MAX
#define long_MOST LONG_MAX
#define half_LEAST_NORMAL HALF_MIN
#define float_LEAST_NORMAL FLT_MIN
#define double_LEAST_NORMAL DBL_MIN

#define UNCHANGED(x) (x)
#define IS_SCALAR(T, K) IS(int, T, K, , UNCHANGED)
#define IS_VECTOR(T, K, N) IS(K##N, T, K, N, UNCHANGED)
#define APPLY(M, ...) M(__VA_ARGS__)
REAL_TYPES(APPLY, IS_SCALAR)
REAL_TYPES(VECTORS, IS_VECTOR)

// ---- any and all look at the most significant bits ----

#define ANY_ALL_SCALAR(T, U)                                                                                           \
  THIN int any(T x) { return x < 0; }                                                                                  \
  THIN int all(T x) { return x < 0; }
#define REDUCE2(OP, x) ((x).s0 OP (x).s1)
#define REDUCE3(OP, x) ((x).s0 OP (x).s1 OP (x).s2)
#define REDUCE4(OP, x) REDUCE2(OP, (x).lo OP (x).hi)
#define REDUCE8(OP, x) REDUCE4(OP, (x).lo OP (x).hi)
#define REDUCE16(OP, x) REDUCE8(OP, (x).lo OP (x).hi)
#define ANY_ALL_VECTOR(T, U, N)                                                                                        \
  THIN int any(T##N x) { return (T)REDUCE##N(|, x) < 0; }                                                              \
  THIN int all(T##N x) { return (T)REDUCE##N(&, x) < 0; }
SIGNED_TYPES(APPLY, ANY_ALL_SCALAR)
SIGNED_TYPES(VECTORS, ANY_ALL_VECTOR)

// ---- bitselect and select ----

#define BITSELECT(T, U, N)                                                                                             \
  THIN T##N bitselect(T##N a, T##N b, T##N c) {                                                                        \
    return AS(T##N, (U##N)((AS(U##N, a) & ~AS(U##N, c)) | (AS(U##N, b) & AS(U##N, c))));                               \
  }
ALL_TYPES(WIDTHS, BITSELECT)

// M(type, signed and unsigned integer types of its size, ..., width)
#define SELECT_SCALAR(T, S, U)                                                                                         \
  THIN T select(T a, T b, S c) { return c ? b : a; }                                                                   \
  THIN T select(T a, T b, U c) { return c ? b : a; }
#define SELECT_VECTOR(T, S, U, N)                                                                                      \
  THIN T##N select(T##N a, T##N b, S##N c) { return c < (S##N)0 ? b : a; }                                             \
  THIN T##N select(T##N a, T##N b, U##N c) { return AS(S##N, c) < (S##N)0 ? b : a; }
#define SELECT(T, S, U)                                                                                                \
  SELECT_SCALAR(T, S, U)                                                                                               \
  VECTORS(SELECT_VECTOR, T, S, U)
SELECT(char, char, uchar)
SELECT(uchar, char, uchar)
SELECT(short, short, ushort)
SELECT(ushort, short, ushort)
SELECT(int, int, uint)
SELECT(uint, int, uint)
SELECT(long, long, ulong)
SELECT(ulong, long, ulong)
SELECT(half, short, ushort)
SELECT(float, int, uint)
SELECT(double, long, ulong)
