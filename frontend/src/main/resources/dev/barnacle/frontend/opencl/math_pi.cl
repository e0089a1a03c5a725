// The trigonometric functions in units of pi, and sincos (OpenCL C 6.15.2, edge cases in 7.5.1).
#include "math.h"

// ---- sin(pi * r) / r and cos(pi * r), r up to 1/4, of r * r: interpolants at Chebyshev's points ----

#define float_SINE(y)                                                                                                  \
  (((-0x1.2d9b4p-1f * y + 0x1.465ec4p+1f) * y - 0x1.4abbbap+2f) * y + 0x1.921fb6p+1f)
#define double_SINE(y)                                                                                                 \
  (((((((-0x1.6c5b875d4e739p-16 * y + 0x1.e8eed12ee00a3p-12) * y - 0x1.e3074b4ff3058p-8) * y + 0x1.50783485cbd83p-4)   \
  * y - 0x1.32d2cce62ac22p-1) * y + 0x1.466bc6775aad9p+1) * y - 0x1.4abbce625be53p+2) * y + 0x1.921fb54442d18p+1)
#define float_COSINE(y)                                                                                                \
  ((((0x1.d9c2e8p-3f * y - 0x1.55c57ap+0f) * y + 0x1.03c1dcp+2f) * y - 0x1.3bd3ccp+2f) * y + 0x1p+0f)
#define double_COSINE(y)                                                                                               \
  (((((((-0x1.b264ba152378ap-14 * y + 0x1.f9cc41140bb6p-10) * y - 0x1.a6d1ec7906c2p-6) * y + 0x1.e1f5068355e15p-3) *   \
  y - 0x1.55d3c7e3c90f8p+0) * y + 0x1.03c1f081b5aacp+2) * y - 0x1.3bd3cc9be45dep+2) * y + 0x1p+0)

// x = q/2 + r with |r| <= 1/4, both exact; the quarter turn m = q mod 4 chooses among +-sin and +-cos of pi*r.
// From 2^FRACTION_BITS+1 on all numbers are even integers, where x counts as a zero of x's sign (and infinity as NaN).
#define REDUCE(T, N)                                                                                                   \
  _Pragma("OPENCL FP_CONTRACT ON")                                                                                     \
  const T##N least_even = (T##N)((T)(1UL << (T##_FRACTION_BITS + 1)));                                                 \
  const T##N a = __builtin_elementwise_abs(x) < least_even ? x : x * (T##N)(T)0;                                       \
  const T##N q = __builtin_elementwise_rint(a + a);                                                                    \
  const T##N r = a - q * (T##N)(T)0.5, y = r * r;                                                                      \
  const T##N m = q - (T##N)(T)4 * __builtin_elementwise_floor(q * (T##N)(T)0.25);                                      \
  const T##N s = r * T##_SINE(y), c = T##_COSINE(y);                                                                   \
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
