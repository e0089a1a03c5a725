// What the files of mathematical functions share: constants by type, properties of the formats, and declarations of the
// functions that one file defines and another calls.
#ifndef BARNACLE_MATH_H
#define BARNACLE_MATH_H

#include "intrinsics.h"

#define float_PI M_PI_F
#define double_PI M_PI
#define float_1_PI M_1_PI_F
#define double_1_PI M_1_PI

#define float_FRACTION_BITS 23
#define double_FRACTION_BITS 52
#define float_BIAS 127
#define double_BIAS 1023
#define int_MOST INT_MAX
#define long_MOST LONG_MAX

// The bits of |x|, and of infinity, as a signed integer of type K.
#define MAGNITUDE(K, N, x) (AS(K##N, x) & (K##N)K##_MOST)
#define INFINITY_BITS(T, K, N) ((K##N)AS(K, (T)INFINITY))

#define DECLARED(T, K, NAME, N) EXTERN T##N NAME(T##N x);
FLOAT_TYPES(WIDTHS, DECLARED, lgamma)
FLOAT_TYPES(WIDTHS, DECLARED, log1p)

#define QUIET_NAN(T, N) ((T##N)(T)NAN)

// The functions of half go through float, whose precision is more than twice that of half.
#define HALF1(NAME, N)                                                                                                 \
  THIN half##N NAME(half##N x) { return CONVERT##N(half##N, NAME(CONVERT##N(float##N, x))); }
#define HALF2(NAME, N)                                                                                                 \
  THIN half##N NAME(half##N x, half##N y) {                                                                            \
    return CONVERT##N(half##N, NAME(CONVERT##N(float##N, x), CONVERT##N(float##N, y)));                                \
  }
#define HALF1_SAME(NAME) WIDTHS(HALF1, NAME)
#define HALF2_SAME(NAME) WIDTHS(HALF2, NAME)

#endif
