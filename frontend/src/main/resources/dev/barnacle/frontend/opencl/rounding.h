// Conversions to a narrower floating-point type in each rounding mode, for convert.cl and vload_half.cl:
// narrow_TYPE_MODE(x). The hardware rounds to nearest even; a result on the wrong side of the exact value moves to its
// neighbour, which is the next integer in the bits of the magnitude (beyond the largest finite number lies infinity).
#ifndef BARNACLE_ROUNDING_H
#define BARNACLE_ROUNDING_H

#include "barnacle.h"

// D: the narrower type, K: the signed integer type of its size, S: the wider type.
#define NARROW(D, K, S, N)                                                                                             \
  static THIN D##N narrow_##D##N##_rte(S##N x) { return CONVERT##N(D##N, x); }                                         \
  static THIN D##N narrow_##D##N##_rtz(S##N x) {                                                                       \
    const D##N nearest = CONVERT##N(D##N, x);                                                                          \
    const S##N back = CONVERT##N(S##N, nearest);                                                                       \
    const K##N bits = AS(K##N, nearest);                                                                               \
    const K##N chosen = MASK##N(K##N, __builtin_elementwise_abs(back) > __builtin_elementwise_abs(x))                  \
                            ? (K##N)(bits - (K##N)1) : bits;                                                           \
    return AS(D##N, chosen);                                                                                           \
  }                                                                                                                    \
  static THIN D##N narrow_##D##N##_rtp(S##N x) {                                                                       \
    const D##N nearest = CONVERT##N(D##N, x);                                                                          \
    const S##N back = CONVERT##N(S##N, nearest);                                                                       \
    const K##N bits = AS(K##N, nearest);                                                                               \
    const K##N above = (K##N)(bits < (K##N)0 ? (K##N)(bits - (K##N)1) : (K##N)(bits + (K##N)1));                       \
    const K##N chosen = MASK##N(K##N, back < x) ? above : bits;                                                        \
    return AS(D##N, chosen);                                                                                           \
  }                                                                                                                    \
  static THIN D##N narrow_##D##N##_rtn(S##N x) { return -narrow_##D##N##_rtp(-x); }
WIDTHS(NARROW, half, short, float)
WIDTHS(NARROW, float, int, double)

// A double goes to half by way of a float rounded to odd, which keeps what the second rounding has to know.
#define TO_ODD(N)                                                                                                      \
  static THIN float##N narrow_to_odd(double##N x) {                                                                    \
    const float##N nearest = CONVERT##N(float##N, x);                                                                  \
    const double##N back = CONVERT##N(double##N, nearest);                                                             \
    const int##N bits = AS(int##N, nearest);                                                                           \
    const int##N truncated =                                                                                           \
        MASK##N(int##N, __builtin_elementwise_abs(back) > __builtin_elementwise_abs(x)) ? bits - (int##N)1 : bits;     \
    const int##N odd = MASK##N(int##N, back != x) ? (truncated | (int##N)1) : truncated;                               \
    return AS(float##N, odd);                                                                                          \
  }                                                                                                                    \
  static THIN half##N narrow_half##N##_rte(double##N x) { return narrow_half##N##_rte(narrow_to_odd(x)); }             \
  static THIN half##N narrow_half##N##_rtz(double##N x) { return narrow_half##N##_rtz(narrow_to_odd(x)); }             \
  static THIN half##N narrow_half##N##_rtp(double##N x) { return narrow_half##N##_rtp(narrow_to_odd(x)); }             \
  static THIN half##N narrow_half##N##_rtn(double##N x) { return narrow_half##N##_rtn(narrow_to_odd(x)); }
TO_ODD()
TO_ODD(2)
TO_ODD(3)
TO_ODD(4)
TO_ODD(8)
TO_ODD(16)

#endif
