// fmod and remainder (OpenCL C 6.15.2, edge cases in 7.5.1), which are exact.
#include "math.h"

static THIN long exponent(double x) {
  const long small = x < 0x1p-1000, bits = AS(long, small ? x * 0x1p60 : x);
  return (bits >> double_FRACTION_BITS) - (small ? 60 : 0);
}
static THIN double power_of_two(long n) { return AS(double, (n + double_BIAS) << double_FRACTION_BITS); }

// a modulo b, both at least 0: b times a power of two is taken away up to 2^30 times. A quotient may be rounded up to the
// next integer.
static THIN double modulo_far(double a, double b) {
  double r = a;
  while (r >= b) {
    const long distance = exponent(r) - exponent(b) - 29, n = distance > 0 ? distance : 0;
    const double some = power_of_two(n >> 2), t = b * some * some * some * power_of_two(n - 3 * (n >> 2));
    const double q = __builtin_elementwise_floor(r / t), rest = __builtin_elementwise_fma(-q, t, r);
    r = rest < 0.0 ? rest + t : rest;
  }
  return r;
}

// The same, at once where b fits into a less than MOST times: a - q * b is exact.
#define REMAINDERS(T, MOST)                                                                                            \
  static THIN T modulo(T a, T b) {                                                                                     \
    const T q = __builtin_elementwise_floor(a / b), rest = __builtin_elementwise_fma(-q, b, a);                        \
    T r = ((a >= b) & (a < b * (T)MOST)) ? (rest < (T)0 ? rest + b : rest) : a;                                        \
    if (r >= b) r = (T)modulo_far((double)r, (double)b);                                                               \
    return r;                                                                                                          \
  }                                                                                                                    \
  CALL T fmod(T x, T y) {                                                                                              \
    const T a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y);                                        \
    const bool valid = (a < (T)INFINITY) & (b > (T)0);                                                                 \
    const T r = modulo(valid ? a : (T)0, valid ? b : (T)1);                                                            \
    return valid ? __builtin_elementwise_copysign(r, x) : (T)NAN;                                                      \
  }                                                                                                                    \
  CALL T remainder(T x, T y) {                                                                                         \
    const T a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y);                                        \
    const bool valid = (a < (T)INFINITY) & (b > (T)0);                                                                 \
    const T twice = modulo(valid ? a : (T)0, valid ? b + b : (T)1);                                                    \
    const bool over = twice >= b;                                                                                      \
    const T r = over ? twice - b : twice, rest = b - r;                                                                \
    const bool up = over ? r >= rest : r > rest;                                                                       \
    const T result = (up ? r - b : r) * __builtin_elementwise_copysign((T)1, x);                                       \
    return valid ? result : (T)NAN;                                                                                    \
  }
REMAINDERS(float, 0x1p22)
REMAINDERS(double, 0x1p29)

#define COMPONENTS(T, K, NAME, N)                                                                                      \
  CALL T##N NAME(T##N x, T##N y) { return MAP2_##N(T##N, NAME, x, y); }
FLOAT_TYPES(VECTORS, COMPONENTS, fmod)
FLOAT_TYPES(VECTORS, COMPONENTS, remainder)
HALF2_SAME(fmod)
HALF2_SAME(remainder)
