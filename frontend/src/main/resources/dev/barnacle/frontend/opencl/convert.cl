// Explicit Conversions (OpenCL C 6.4.3): convert_TYPE[_sat][_rte|_rtz|_rtp|_rtn] between all scalar and vector types.
// Without a mode, a conversion to an integer type rounds toward zero and one to a floating-point type to nearest even.
#include "rounding.h"

#define DEFINE(D, S, N, SUFFIX, VALUE)                                                                                 \
  THIN D##N convert_##D##N##SUFFIX(S##N x) { return VALUE; }
#define ALL_MODES(D, S, N, SATURATION, VALUE)                                                                          \
  DEFINE(D, S, N, SATURATION, VALUE)                                                                                   \
  DEFINE(D, S, N, SATURATION##_rte, VALUE)                                                                             \
  DEFINE(D, S, N, SATURATION##_rtz, VALUE)                                                                             \
  DEFINE(D, S, N, SATURATION##_rtp, VALUE)                                                                             \
  DEFINE(D, S, N, SATURATION##_rtn, VALUE)

// ---- Integer to integer ----

#define char_LEAST CHAR_MIN
#define char_MOST CHAR_MAX
#define uchar_LEAST 0
#define uchar_MOST UCHAR_MAX
#define short_LEAST SHRT_MIN
#define short_MOST SHRT_MAX
#define ushort_LEAST 0
#define ushort_MOST USHRT_MAX
#define int_LEAST INT_MIN
#define int_MOST INT_MAX
#define uint_LEAST 0
#define uint_MOST UINT_MAX
#define long_LEAST LONG_MIN
#define long_MOST LONG_MAX
#define ulong_LEAST 0
#define ulong_MOST ULONG_MAX

// The least and the greatest value that the types D and S have in common, in the type S.
#define LEAST_COMMON(D, S) ((S)((long)S##_LEAST > (long)D##_LEAST ? (long)S##_LEAST : (long)D##_LEAST))
#define MOST_COMMON(D, S) ((S)((ulong)S##_MOST < (ulong)D##_MOST ? (ulong)S##_MOST : (ulong)D##_MOST))

#define INTEGER_TO_INTEGER(S, D, N)                                                                                    \
  ALL_MODES(D, S, N, , CONVERT##N(D##N, x))                                                                            \
  ALL_MODES(D, S, N, _sat,                                                                                             \
            CONVERT##N(D##N, __builtin_elementwise_min(__builtin_elementwise_max(x, (S##N)LEAST_COMMON(D, S)),         \
                                                       (S##N)MOST_COMMON(D, S))))

// ---- Floating point to integer. K: the signed integer type of D's size ----

#define ROUND(x) (x)
#define ROUND_rte(x) __builtin_elementwise_rint(x)
#define ROUND_rtz(x) (x)
#define ROUND_rtp(x) __builtin_elementwise_ceil(x)
#define ROUND_rtn(x) __builtin_elementwise_floor(x)

// F: the type in which S is rounded and compared.
#define REAL_TO_INTEGER_MODE(S, F, D, K, MODE, N)                                                                      \
  THIN D##N convert_##D##N##MODE(S##N x) { return CONVERT##N(D##N, ROUND##MODE(CONVERT##N(F##N, x))); }                \
  THIN D##N convert_##D##N##_sat##MODE(S##N x) {                                                                       \
    const F##N low = (F##N)(F)D##_LEAST, limit = (F##N)((F)2 * (F)(D##_MOST / 2 + 1));                                 \
    const F##N rounded = ROUND##MODE(CONVERT##N(F##N, x));                                                             \
    const F##N inside = ((rounded >= low) & (rounded < limit)) ? rounded : (F##N)(F)0;                                 \
    const D##N low_or_value = MASK##N(K##N, rounded < low) ? (D##N)(D)D##_LEAST : CONVERT##N(D##N, inside);            \
    return MASK##N(K##N, rounded >= limit) ? (D##N)(D)D##_MOST : low_or_value;                                         \
  }
#define REAL_TO_INTEGER_MODES(S, F, D, K, N)                                                                           \
  REAL_TO_INTEGER_MODE(S, F, D, K, , N)                                                                                \
  REAL_TO_INTEGER_MODE(S, F, D, K, _rte, N)                                                                            \
  REAL_TO_INTEGER_MODE(S, F, D, K, _rtz, N)                                                                            \
  REAL_TO_INTEGER_MODE(S, F, D, K, _rtp, N)                                                                            \
  REAL_TO_INTEGER_MODE(S, F, D, K, _rtn, N)

#define TO_INTEGER(D, K)                                                                                               \
  WIDTHS(INTEGER_TO_INTEGER, char, D)                                                                                  \
  WIDTHS(INTEGER_TO_INTEGER, uchar, D)                                                                                 \
  WIDTHS(INTEGER_TO_INTEGER, short, D)                                                                                 \
  WIDTHS(INTEGER_TO_INTEGER, ushort, D)                                                                                \
  WIDTHS(INTEGER_TO_INTEGER, int, D)                                                                                   \
  WIDTHS(INTEGER_TO_INTEGER, uint, D)                                                                                  \
  WIDTHS(INTEGER_TO_INTEGER, long, D)                                                                                  \
  WIDTHS(INTEGER_TO_INTEGER, ulong, D)                                                                                 \
  WIDTHS(REAL_TO_INTEGER_MODES, half, float, D, K)                                                                     \
  WIDTHS(REAL_TO_INTEGER_MODES, float, float, D, K)                                                                    \
  WIDTHS(REAL_TO_INTEGER_MODES, double, double, D, K)
TO_INTEGER(char, char)
TO_INTEGER(uchar, char)
TO_INTEGER(short, short)
TO_INTEGER(ushort, short)
TO_INTEGER(int, int)
TO_INTEGER(uint, int)
TO_INTEGER(long, long)
TO_INTEGER(ulong, long)

// ---- Conversions that are exact ----

#define EXACT(S, D, N) ALL_MODES(D, S, N, , CONVERT##N(D##N, x))
#define EXACT_FROM_SMALL(D)                                                                                            \
  WIDTHS(EXACT, char, D)                                                                                               \
  WIDTHS(EXACT, uchar, D)
EXACT_FROM_SMALL(half)
EXACT_FROM_SMALL(float)
EXACT_FROM_SMALL(double)
WIDTHS(EXACT, short, float)
WIDTHS(EXACT, ushort, float)
WIDTHS(EXACT, short, double)
WIDTHS(EXACT, ushort, double)
WIDTHS(EXACT, int, double)
WIDTHS(EXACT, uint, double)
WIDTHS(EXACT, half, half)
WIDTHS(EXACT, half, float)
WIDTHS(EXACT, half, double)
WIDTHS(EXACT, float, float)
WIDTHS(EXACT, float, double)
WIDTHS(EXACT, double, double)

// ---- To narrower floating-point types ----

#define MODES_OF(S, D, N, VALUE)                                                                                       \
  DEFINE(D, S, N, , narrow_##D##N##_rte(VALUE))                                                                        \
  DEFINE(D, S, N, _rte, narrow_##D##N##_rte(VALUE))                                                                    \
  DEFINE(D, S, N, _rtz, narrow_##D##N##_rtz(VALUE))                                                                    \
  DEFINE(D, S, N, _rtp, narrow_##D##N##_rtp(VALUE))                                                                    \
  DEFINE(D, S, N, _rtn, narrow_##D##N##_rtn(VALUE))
#define NARROWER(S, D, N) MODES_OF(S, D, N, x)
WIDTHS(NARROWER, float, half)
WIDTHS(NARROWER, double, half)
WIDTHS(NARROWER, double, float)

// An integer goes to half by way of float: one that float cannot hold exactly is beyond the range of half anyway.
#define INTEGER_TO_HALF(S, N) MODES_OF(S, half, N, CONVERT##N(float##N, x))
WIDTHS(INTEGER_TO_HALF, short)
WIDTHS(INTEGER_TO_HALF, ushort)
WIDTHS(INTEGER_TO_HALF, int)
WIDTHS(INTEGER_TO_HALF, uint)
WIDTHS(INTEGER_TO_HALF, long)
WIDTHS(INTEGER_TO_HALF, ulong)

// ---- Integers with more bits than the significand: S and U, signed and unsigned, to D with K of its size ----

// The magnitude a, rounded down and up. What the nearest value is as an integer tells on which side it lies.
#define MAGNITUDE(U, D, K, N)                                                                                          \
  static THIN D##N down_to_##D(U##N a) {                                                                               \
    const D##N limit = (D##N)((D)2 * (D)(U##_MOST / 2 + 1)), nearest = CONVERT##N(D##N, a);                            \
    const U##N back = CONVERT##N(U##N, nearest < limit ? nearest : (D##N)(D)0);                                        \
    const D##N below = AS(D##N, AS(K##N, nearest) - (K##N)1);                                                          \
    return (MASK##N(K##N, back > a) | (nearest >= limit)) ? below : nearest;                                           \
  }                                                                                                                    \
  static THIN D##N up_to_##D(U##N a) {                                                                                 \
    const D##N limit = (D##N)((D)2 * (D)(U##_MOST / 2 + 1)), nearest = CONVERT##N(D##N, a);                            \
    const U##N back = CONVERT##N(U##N, nearest < limit ? nearest : (D##N)(D)0);                                        \
    const D##N above = AS(D##N, AS(K##N, nearest) + (K##N)1);                                                          \
    return (MASK##N(K##N, back < a) & (nearest < limit)) ? above : nearest;                                            \
  }
#define INTEGER_TO_REAL(S, U, D, K, N)                                                                                 \
  MAGNITUDE(U, D, K, N)                                                                                                \
  DEFINE(D, U, N, , CONVERT##N(D##N, x))                                                                               \
  DEFINE(D, U, N, _rte, CONVERT##N(D##N, x))                                                                           \
  DEFINE(D, U, N, _rtz, down_to_##D(x))                                                                                \
  DEFINE(D, U, N, _rtp, up_to_##D(x))                                                                                  \
  DEFINE(D, U, N, _rtn, down_to_##D(x))                                                                                \
  DEFINE(D, S, N, , CONVERT##N(D##N, x))                                                                               \
  DEFINE(D, S, N, _rte, CONVERT##N(D##N, x))                                                                           \
  DEFINE(D, S, N, _rtz, SIGNED_VALUE(S, U, D, K, N, down, down))                                                       \
  DEFINE(D, S, N, _rtp, SIGNED_VALUE(S, U, D, K, N, down, up))                                                         \
  DEFINE(D, S, N, _rtn, SIGNED_VALUE(S, U, D, K, N, up, down))
#define SIGNED_VALUE(S, U, D, K, N, NEGATIVE, POSITIVE)                                                                \
  (MASK##N(K##N, x < (S##N)0) ? -NEGATIVE##_to_##D((U##N)0 - AS(U##N, x)) : POSITIVE##_to_##D(AS(U##N, x)))
WIDTHS(INTEGER_TO_REAL, int, uint, float, int)
WIDTHS(INTEGER_TO_REAL, long, ulong, float, int)
WIDTHS(INTEGER_TO_REAL, long, ulong, double, long)
