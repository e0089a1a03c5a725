// What -cl-unsafe-math-optimizations and -cl-fast-relaxed-math allow (OpenCL C 7.4, "ULP values for single precision
// built-in math functions with unsafe math optimizations"): programs that are built so call these instead of exp, sin and
// so on (RelaxedFunctions). They are some twenty operations on registers, without a call. native_ functions are these, too.
#include "math.h"

// To add it rounds a float to an integer, which stands in the sum's low bits.
#define MAGIC 0x1.8p23f

// Twice a part of the exponent, so that denormal results and infinity come out right.
#define SCALED(N)                                                                                                      \
  static THIN float##N scaled(float##N p, float##N rounded) {                                                          \
    const int##N n = AS(int##N, rounded) - (int##N)AS(int, MAGIC), half_of = n >> (int##N)1;                           \
    const int##N first = (half_of + (int##N)127) << (int##N)23, second = (n - half_of + (int##N)127) << (int##N)23;    \
    return p * AS(float##N, first) * AS(float##N, second);                                                             \
  }                                                                                                                    \
  /* exp(r) for |r| up to half of log(2), to 2^-26. */                                                                 \
  static THIN float##N near_one(float##N r) {                                                                          \
    _Pragma("OPENCL FP_CONTRACT ON") float##N q = r * (float##N)0.001394110731780529f + (float##N)0.008363175205886364f;\
    q = q * r + (float##N)0.04166637361049652f;                                                                        \
    q = q * r + (float##N)0.16666576266288757f;                                                                        \
    q = q * r + (float##N)0.5f;                                                                                        \
    return (q * r) * r + r + (float##N)1.0f;                                                                           \
  }                                                                                                                    \
  static THIN float##N between(float##N x, float least, float most) {                                                  \
    const float##N low = x < (float##N)least ? (float##N)least : x;                                                    \
    return low > (float##N)most ? (float##N)most : low;                                                                \
  }

#define EXPONENTIALS(N)                                                                                                \
  CALL float##N __relaxed_exp(float##N of) {                                                                           \
    _Pragma("OPENCL FP_CONTRACT ON") const float##N x = between(of, -150.0f, 130.0f);                                  \
    const float##N rounded = x * (float##N)M_LOG2E_F + (float##N)MAGIC, n = rounded - (float##N)MAGIC;                 \
    const float##N high = x - n * (float##N)0.693359375f;                                                              \
    return scaled(near_one(high + n * (float##N)2.12194440e-4f), rounded);                                             \
  }                                                                                                                    \
  CALL float##N __relaxed_exp2(float##N of) {                                                                          \
    const float##N x = between(of, -200.0f, 200.0f);                                                                   \
    const float##N rounded = x + (float##N)MAGIC, n = rounded - (float##N)MAGIC;                                       \
    return scaled(near_one((x - n) * (float##N)M_LN2_F), rounded);                                                     \
  }                                                                                                                    \
  CALL float##N __relaxed_exp10(float##N of) {                                                                         \
    _Pragma("OPENCL FP_CONTRACT ON") const float##N x = between(of, -60.0f, 60.0f);                                    \
    const float##N rounded = x * (float##N)LOG2_10 + (float##N)MAGIC, n = rounded - (float##N)MAGIC;                   \
    const float##N high = x - n * (float##N)0x1.34p-2f;                                                                \
    return scaled(near_one((high - n * (float##N)0x1.04d42810p-12f) * (float##N)M_LN10_F), rounded);                   \
  }
#define LOG2_10 3.321928094887362347870319429489f

// x = 2^e * (1 + f) with f from sqrt(1/2) - 1 to sqrt(2) - 1, and log(1 + f) = f + tail. LOG has both.
#define LOGARITHM(NAME, N, OF_PARTS)                                                                                   \
  CALL float##N __relaxed_##NAME(float##N x) {                                                                         \
    _Pragma("OPENCL FP_CONTRACT ON") const int##N small = x < (float##N)FLT_MIN;                                       \
    const int##N bits = AS(int##N, SELECTED(N, small, x * (float##N)0x1p23f, x));                                      \
    const int##N exponent = (bits - (int##N)0x3f3504f3) >> (int##N)23;                                                 \
    const float##N f = AS(float##N, bits - (exponent << (int##N)23)) - (float##N)1.0f, z = f * f;                      \
    const float##N e = CONVERT##N(float##N, exponent) - SELECTED(N, small, (float##N)23.0f, (float##N)0.0f);           \
    float##N p = f * (float##N)0.07344325631856918f - (float##N)0.1167612299323082f;                                   \
    p = p * f + (float##N)0.11637432873249054f;                                                                        \
    p = p * f - (float##N)0.12394636124372482f;                                                                        \
    p = p * f + (float##N)0.1425071358680725f;                                                                         \
    p = p * f - (float##N)0.16669227182865143f;                                                                        \
    p = p * f + (float##N)0.20000702142715454f;                                                                        \
    p = p * f - (float##N)0.24999980628490448f;                                                                        \
    p = p * f + (float##N)0.3333333134651184f;                                                                         \
    const float##N tail = (f * z) * p - (float##N)0.5f * z;                                                            \
    const float##N infinite = x == (float##N)0.0f ? (float##N)-INFINITY : QUIET_NAN(float, N);                         \
    const float##N finite = x < (float##N)INFINITY ? (OF_PARTS) : x;                                                   \
    return x > (float##N)0.0f ? finite : infinite;                                                                     \
  }
#define SELECTED(N, CONDITION, A, B) ((CONDITION) != (int##N)0 ? (A) : (B))
#define LOGARITHMS(N)                                                                                                  \
  LOGARITHM(log, N, (e * (float##N)-2.12194440e-4f + tail) + f + e * (float##N)0.693359375f)                           \
  LOGARITHM(log2, N, (f + tail) * (float##N)M_LOG2E_F + e)                                                             \
  LOGARITHM(log10, N, (f + tail) * (float##N)M_LOG10E_F + (e * (float##N)0x1.04d42810p-12f + e * (float##N)0x1.34p-2f))

// The quadrant, and the sine and cosine of what x is away from its middle. Parts of pi/2 of eight bits make products with
// numbers of quadrants below 2^16 exact, also where there is no fused multiply-add.
#define QUADRANT(N)                                                                                                    \
  const float##N rounded = x * (float##N)M_2_PI_F + (float##N)MAGIC, n = rounded - (float##N)MAGIC;                    \
  const float##N high = x - n * (float##N)0x1.92p+0f, middle = high - n * (float##N)0x1.fcp-12f;                       \
  const float##N low = middle + n * (float##N)0x1.58p-21f;                                                             \
  const float##N near = between(low - n * (float##N)0x1.10b462p-30f, -0.8f, 0.8f);                                     \
  const float##N r = n == (float##N)0.0f ? x : near, z = r * r; /* -0 stays */                                         \
  const int##N quadrant = AS(int##N, rounded), odd = (quadrant & (int##N)1) != (int##N)0;                              \
  float##N s = z * (float##N)-0.00019519601482897997f + (float##N)0.0083323884755373f;                                 \
  s = s * z - (float##N)0.16666662693023682f;                                                                          \
  s = r * (s * z + (float##N)1.0f);                                                                                    \
  float##N c = z * (float##N)1.0215724614681676e-05f - (float##N)0.0013799453154206276f;                               \
  c = c * z + (float##N)0.04166596382856369f;                                                                          \
  c = (c * z) * z - (float##N)0.5f * z + (float##N)1.0f;
#define NEGATED(N, x, quadrants) AS(float##N, AS(int##N, x) ^ (((quadrants) & (int##N)2) << (int##N)30))
#define TRIGONOMETRIC(N)                                                                                               \
  CALL float##N __relaxed_sin(float##N x) {                                                                            \
    _Pragma("OPENCL FP_CONTRACT ON") QUADRANT(N) return NEGATED(N, SELECTED(N, odd, c, s), quadrant);                  \
  }                                                                                                                    \
  CALL float##N __relaxed_cos(float##N x) {                                                                            \
    _Pragma("OPENCL FP_CONTRACT ON") QUADRANT(N) return NEGATED(N, SELECTED(N, odd, s, c), quadrant + (int##N)1);      \
  }                                                                                                                    \
  CALL float##N __relaxed_tan(float##N x) {                                                                            \
    _Pragma("OPENCL FP_CONTRACT ON") QUADRANT(N) return SELECTED(N, odd, -c, s) / SELECTED(N, odd, s, c);              \
  }

#define POWERS(N)                                                                                                      \
  CALL float##N __relaxed_powr(float##N x, float##N y) {                                                               \
    const float##N power = __relaxed_exp2(y * __relaxed_log2(x));                                                      \
    return y == (float##N)0.0f ? (float##N)1.0f : power;                                                               \
  }                                                                                                                    \
  CALL float##N __relaxed_pow(float##N x, float##N y) {                                                                \
    const float##N power = __relaxed_powr(__builtin_elementwise_abs(x), y), half_of = y * (float##N)0.5f;              \
    const int##N negative = (x < (float##N)0.0f) & (half_of != __builtin_elementwise_rint(half_of));                   \
    return SELECTED(N, negative, -power, power);                                                                       \
  }

#define RELAXED(N) SCALED(N) EXPONENTIALS(N) LOGARITHMS(N) TRIGONOMETRIC(N) POWERS(N)
RELAXED()
RELAXED(2)
RELAXED(3)
RELAXED(4)
RELAXED(8)
RELAXED(16)
