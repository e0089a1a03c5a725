// The trigonometric functions in units of pi, and sincos (OpenCL C 6.15.2, edge cases in 7.5.1).
#include "math.h"

// x = q/2 + r with |r| <= 1/4, both exact; the quarter turn m = q mod 4 chooses among +-sin and +-cos of pi*r.
// From 2^FRACTION_BITS+1 on all numbers are even integers, where x counts as a zero of x's sign (and infinity as NaN).
#define REDUCE(T, N)                                                                                                   \
  const T##N least_even = (T##N)((T)(1UL << (T##_FRACTION_BITS + 1)));                                                 \
  const T##N a = __builtin_elementwise_abs(x) < least_even ? x : x * (T##N)(T)0;                                       \
  const T##N q = __builtin_elementwise_rint(a + a);                                                                    \
  const T##N r = (a - q * (T##N)(T)0.5) * (T##N)T##_PI;                                                                \
  const T##N m = q - (T##N)(T)4 * __builtin_elementwise_floor(q * (T##N)(T)0.25);                                      \
  const T##N s = __builtin_elementwise_sin(r), c = __builtin_elementwise_cos(r);                                       \
  const T##N zero = (T##N)(T)0, one = (T##N)(T)1, two = (T##N)(T)2;

#define IN_PI(T, K, N)                                                                                                 \
  CALL T##N sinpi(T##N x) {                                                                                            \
    REDUCE(T, N)                                                                                                       \
    const T##N v = ((m == one) | (m == two + one)) ? c : s, signed_v = m >= two ? -v : v;                              \
    return v == zero ? __builtin_elementwise_copysign(zero, x) : signed_v;                                             \
  }                                                                                                                    \
  CALL T##N cospi(T##N x) {                                                                                            \
    REDUCE(T, N)                                                                                                       \
    const T##N v = ((m == one) | (m == two + one)) ? s : c, signed_v = ((m == one) | (m == two)) ? -v : v;             \
    return v == zero ? zero : signed_v;                                                                                \
  }                                                                                                                    \
  CALL T##N tanpi(T##N x) {                                                                                            \
    REDUCE(T, N)                                                                                                       \
    const T##N infinity = (T##N)(T)INFINITY, signed_zero = __builtin_elementwise_copysign(zero, x);                    \
    const T##N at_zero = m == zero ? signed_zero : (m == two ? -signed_zero : (m == one ? infinity : -infinity));      \
    const T##N elsewhere = ((m == one) | (m == two + one)) ? -c / s : s / c;                                           \
    return s == zero ? at_zero : elsewhere;                                                                            \
  }                                                                                                                    \
  THIN T##N acospi(T##N x) { return __builtin_elementwise_acos(x) * (T##N)T##_1_PI; }                                  \
  THIN T##N asinpi(T##N x) { return __builtin_elementwise_asin(x) * (T##N)T##_1_PI; }                                  \
  THIN T##N atanpi(T##N x) { return __builtin_elementwise_atan(x) * (T##N)T##_1_PI; }                                  \
  THIN T##N atan2pi(T##N y, T##N x) { return __builtin_elementwise_atan2(y, x) * (T##N)T##_1_PI; }
FLOAT_TYPES(WIDTHS, IN_PI)
HALF1_SAME(sinpi)
HALF1_SAME(cospi)
HALF1_SAME(tanpi)
HALF1_SAME(acospi)
HALF1_SAME(asinpi)
HALF1_SAME(atanpi)
HALF2_SAME(atan2pi)

#define SINCOS(T, A, N)                                                                                                \
  THIN T##N sincos(T##N x, A T##N *cosine) {                                                                           \
    *cosine = __builtin_elementwise_cos(x);                                                                            \
    return __builtin_elementwise_sin(x);                                                                               \
  }
#define SINCOS_HALF(A, N)                                                                                              \
  THIN half##N sincos(half##N x, A half##N *cosine) {                                                                  \
    const float##N wide = CONVERT##N(float##N, x);                                                                     \
    *cosine = CONVERT##N(half##N, __builtin_elementwise_cos(wide));                                                    \
    return CONVERT##N(half##N, __builtin_elementwise_sin(wide));                                                       \
  }
#define SINCOS_SPACE(A)                                                                                                \
  WIDTHS(SINCOS, float, A)                                                                                             \
  WIDTHS(SINCOS, double, A)                                                                                            \
  WIDTHS(SINCOS_HALF, A)
SINCOS_SPACE(private)
SINCOS_SPACE(local)
SINCOS_SPACE(global)
SINCOS_SPACE(__generic)
