// exp2, exp10 and log2 (OpenCL C 6.15.2, edge cases in 7.5.1): one text without branches, for all lanes at once. All
// polynomials are interpolants at Chebyshev's points.
#include "math.h"

#define FUSED _Pragma("OPENCL FP_CONTRACT ON")

// ---- 2^r, r from -1/2 to 1/2; 10^r, r from -log10(2)/2 to log10(2)/2 ----

#define float_EXP2(r)                                                                                                  \
  ((((((0x1.444p-13f * r + 0x1.5f48cp-10f) * r + 0x1.3b2a1cp-7f) * r + 0x1.c6aeccp-5f) * r + 0x1.ebfbep-3f) * r +      \
  0x1.62e43p-1f) * r + 0x1p+0f)
#define double_EXP2(r)                                                                                                 \
  ((((((((((((0x1.c4b5b04b1e8f9p-36 * r + 0x1.ea04423f983ddp-32) * r + 0x1.e4cf03bac04a7p-28) * r +                    \
  0x1.b524db399897cp-24) * r + 0x1.62c022460176ep-20) * r + 0x1.ffcbfc75f2b51p-17) * r + 0x1.430912f86ac5bp-13) * r    \
  + 0x1.5d87fe78a2293p-10) * r + 0x1.3b2ab6fba4e7bp-7) * r + 0x1.c6b08d704a0d1p-5) * r + 0x1.ebfbdff82c58fp-3) * r +   \
  0x1.62e42fefa39efp-1) * r + 0x1p+0)
#define float_EXP10(r)                                                                                                 \
  ((((((0x1.a9864ap-3f * r + 0x1.158d46p-1f) * r + 0x1.2bd6ccp+0f) * r + 0x1.046f56p+1f) * r + 0x1.53524cp+1f) * r +   \
  0x1.26bb1cp+1f) * r + 0x1p+0f)
#define double_EXP10(r)                                                                                                \
  ((((((((((((0x1.85d44eb55d5c4p-15 * r + 0x1.fc15861b9ca87p-13) * r + 0x1.2ea4fa876ed64p-10) * r +                    \
  0x1.48977a680930cp-8) * r + 0x1.4116b06a74fb1p-6) * r + 0x1.16e4dfd35266ep-4) * r + 0x1.a7ed70847a4c4p-3) * r +      \
  0x1.1429ffd1d16dp-1) * r + 0x1.2bd7609fd98c8p+0) * r + 0x1.0470591de2caep+1) * r + 0x1.53524c73cea69p+1) * r +       \
  0x1.26bb1bbb55516p+1) * r + 0x1p+0)
// ---- log2((1 + s) / (1 - s)) / s, of s * s ----

#define float_LOG2(y)                                                                                                  \
  ((((0x1.5ce39ep-2f * y + 0x1.a58dcep-2f) * y + 0x1.27778p-1f) * y + 0x1.ec709ep-1f) * y + 0x1.715476p+1f)
#define double_LOG2(y)                                                                                                 \
  (((((((((0x1.63d4aa76c1ac7p-3 * y + 0x1.58ba9f08d19a4p-3) * y + 0x1.8a0d81f54e41bp-3) * y + 0x1.c68ecb3d64457p-3)    \
  * y + 0x1.0c9a85814925dp-2) * y + 0x1.484b13d5ea5a8p-2) * y + 0x1.a61762a7b00f6p-2) * y + 0x1.2776c50ef9bf4p-1) *    \
  y + 0x1.ec709dc3a03fdp-1) * y + 0x1.71547652b82fep+1)

#define BETWEEN(x, most) ((x) > (most) ? (most) : ((x) < -(most) ? -(most) : (x)))

// p * 2^n, in two steps: the result may be denormal, and is rounded once.
#define SCALED(T, K, p, n)                                                                                             \
  const K whole = (K)(n == n ? n : (T)0), first = whole >> 1, second = whole - first;                                  \
  return (p) * AS(T, (first + T##_BIAS) << T##_FRACTION_BITS) * AS(T, (second + T##_BIAS) << T##_FRACTION_BITS);

#define float_LOG10_2 0x1.344p-2f
#define float_LOG10_2_REST 0x1.3509f8p-18f
#define double_LOG10_2 0x1.34413509fp-2
#define double_LOG10_2_REST 0x1.e7fbcc47c4acdp-40

#define EXPONENTIALS(T, K, MOST_2, MOST_10)                                                                            \
  CALL T exp2(T of) {                                                                                                  \
    FUSED const T x = BETWEEN(of, (T)MOST_2), n = __builtin_elementwise_rint(x), r = x - n;                            \
    SCALED(T, K, T##_EXP2(r), n)                                                                                       \
  }                                                                                                                    \
  CALL T exp10(T of) {                                                                                                 \
    FUSED const T x = BETWEEN(of, (T)MOST_10), n = __builtin_elementwise_rint(x * (T)3.321928094887362347870319);      \
    const T r = (x - n * T##_LOG10_2) - n * T##_LOG10_2_REST;                                                          \
    SCALED(T, K, T##_EXP10(r), n)                                                                                      \
  }
EXPONENTIALS(float, int, 200, 60)
EXPONENTIALS(double, long, 1200, 360)

// x = 2^e * m with m from sqrt(1/2) to sqrt(2).
#define LOGARITHM(T, K, LEAST, GREAT, SHIFT, ROOT_HALF)                                                                \
  CALL T log2(T x) {                                                                                                   \
    FUSED const K small = x < (T)LEAST, bits = AS(K, small ? x * (T)GREAT : x);                                        \
    const K exponent = (bits - (K)ROOT_HALF) >> T##_FRACTION_BITS;                                                     \
    const T f = AS(T, bits - (exponent << T##_FRACTION_BITS)) - (T)1, s = f / (f + (T)2), y = s * s;                   \
    const T value = s * T##_LOG2(y) + (T)(small ? exponent - SHIFT : exponent);                                        \
    const T infinite = x == (T)0 ? (T)-INFINITY : (T)NAN;                                                              \
    return x > (T)0 ? (x < (T)INFINITY ? value : x) : infinite;                                                        \
  }
LOGARITHM(float, int, 0x1p-126, 0x1p24, 24, 0x3f3504f3)
LOGARITHM(double, long, 0x1p-1022, 0x1p54, 54, 0x3fe6a09e667f3bcd)

#define COMPONENTS(T, K, NAME, N)                                                                                      \
  CALL T##N NAME(T##N x) { return MAP1_##N(T##N, NAME, x); }
#define ALL_WIDTHS(NAME)                                                                                               \
  FLOAT_TYPES(VECTORS, COMPONENTS, NAME)                                                                               \
  HALF1_SAME(NAME)
ALL_WIDTHS(exp2)
ALL_WIDTHS(exp10)
ALL_WIDTHS(log2)
