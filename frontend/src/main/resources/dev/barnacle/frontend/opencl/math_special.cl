// The error and the gamma functions, and the inverse hyperbolic ones (OpenCL C 6.15.2, edge cases in 7.5.1): one text
// without branches, which runs on all lanes at once. All polynomials are interpolants at Chebyshev's points.
#include "math.h"

#define FUSED _Pragma("OPENCL FP_CONTRACT ON")
#define ABS(x) __builtin_elementwise_abs(x)
#define WITH_SIGN(x, of) __builtin_elementwise_copysign(x, of)

// ---- erf(x) / x, of x * x up to 1; -log(erfc(x)) from 1 to 4 ----

#define ERF_FLOAT(z)                                                                                                   \
  ((((((0x1.4a569p-14f * z - 0x1.a45088p-11f) * z + 0x1.54127p-8f) * z - 0x1.b7fabap-6f) * z + 0x1.ce2d1p-4f) * z -    \
  0x1.81273ep-2f) * z + 0x1.20dd74p+0f)
#define ERF_DOUBLE(z)                                                                                                  \
  ((((((((((((0x1.05ffd737fb32ep-34 * z - 0x1.389d4f2641625p-30) * z + 0x1.f7b4bf3b13964p-27) * z -                    \
  0x1.5f1ecb6f0764cp-23) * z + 0x1.b9df224ca4b97p-20) * z - 0x1.f4d1e3183f7aep-17) * z + 0x1.f9a321d5b8e1ep-14) * z    \
  - 0x1.c02db3dac435fp-11) * z + 0x1.565bcd0dbaa38p-8) * z - 0x1.b82ce31284ep-6) * z + 0x1.ce2f21a042b3p-4) * z -      \
  0x1.812746b0379e6p-2) * z + 0x1.20dd750429b6dp+0)
#define LOG_ERFC(x)                                                                                                    \
  ((((((((-0x1.b7783p-20f * x + 0x1.825ce4p-15f) * x - 0x1.38e5e6p-11f) * x + 0x1.37ecc6p-8f) * x - 0x1.b0e246p-6f)    \
  * x + 0x1.c2e356p-4f) * x + 0x1.437eb4p-1f) * x + 0x1.2156fap+0f) * x - 0x1.4fb068p-12f)

// ---- erfc(x) * exp(x * x) * (1 + 2 * x): of (x - 3) / (x + 3) from 0 to 10.1, of (x - 4) / (x + 4) to 27.3 ----

#define SCALED_FLOAT(t)                                                                                                \
  ((((((((((-0x1.22cc6p-12f * t - 0x1.a28f44p-11f) * t + 0x1.056b76p-9f) * t + 0x1.521778p-9f) * t - 0x1.85c77ap-6f)   \
  * t + 0x1.17bafp-4f) * t - 0x1.e88a7p-4f) * t + 0x1.098424p-3f) * t - 0x1.85a154p-5f) * t - 0x1.15c08ap-3f) * t +    \
  0x1.40c522p+0f)
#define SCALED_DOUBLE(t)                                                                                               \
  (((((((((((((((((((((((0x1.57766c474bb72p-30 * t + 0x1.f52bd4db827bcp-30) * t - 0x1.e46ff4f7d53f8p-27) * t -         \
  0x1.334c684f30cadp-26) * t + 0x1.d9122092779f2p-24) * t + 0x1.4070257da6effp-24) * t - 0x1.bb3da464a49f4p-21) * t    \
  + 0x1.3b80118fd6399p-22) * t + 0x1.7f2f095432ac6p-18) * t - 0x1.788cbb5dfd554p-17) * t - 0x1.995a2469c2d03p-16) *    \
  t + 0x1.3be0682c5341dp-13) * t - 0x1.a1df1c86a1ba7p-13) * t - 0x1.8d4a9c319f70bp-11) * t + 0x1.49c67278b36a5p-8) *   \
  t - 0x1.09623882a098ap-6) * t + 0x1.3079edf6b1df5p-5) * t - 0x1.0fb06dfe558bap-4) * t + 0x1.7fee004e10f4ap-4) * t    \
  - 0x1.9ddb23c3e88dep-4) * t + 0x1.16ecefcfa5426p-4) * t + 0x1.f7f5df66fd6b6p-7) * t - 0x1.1df1ad154a28fp-3) * t +    \
  0x1.3ba5916e9fd7fp+0)

// erfc(x) of x from 0 to MOST. The rounding error of x * x is known exactly, as half of x's bits have an exact square.
#define COMPLEMENT(T, K, NAME, HALF_BITS, MOST, CENTRE, SCALED)                                                        \
  static THIN T complement(T a) {                                                                                      \
    FUSED const T x = a > (T)MOST ? (T)MOST : a, square = x * x;                                                       \
    const T high = AS(T, AS(K, x) & ~(K)HALF_BITS), low = x - high;                                                    \
    const T rest = ((high * high - square) + (high + high) * low) + low * low;                                         \
    const T t = (x - (T)CENTRE) / (x + (T)CENTRE);                                                                     \
    const T value = __builtin_elementwise_exp(-square) * (SCALED(t) / (x + x + (T)1));                                 \
    return value - value * rest;                                                                                       \
  }
COMPLEMENT(float, int, complement, 0xfff, 10.1, 3, SCALED_FLOAT)
COMPLEMENT(double, long, complement, 0x7ffffff, 27.3, 4, SCALED_DOUBLE)

CALL float erf(float x) {
  FUSED const float a = ABS(x), z = x * x, near = x * ERF_FLOAT(z), most = a > 4.0f ? 4.0f : a;
  const float far = 1.0f - __builtin_elementwise_exp(-LOG_ERFC(most));
  return a < 1.0f ? near : WITH_SIGN(far, x);
}
CALL double erf(double x) {
  FUSED const double a = ABS(x), z = x * x, near = x * ERF_DOUBLE(z);
  return a < 1.0 ? near : WITH_SIGN(1.0 - complement(a), x);
}
CALL float erfc(float x) {
  const float value = complement(ABS(x));
  return x < 0.0f ? 2.0f - value : value;
}
CALL double erfc(double x) {
  const double value = complement(ABS(x));
  return x < 0.0 ? 2.0 - value : value;
}

// ---- gamma(2 + u), u from 0 to 1; Stirling's series, of 1/x from x = 8 on; sin(pi * r) / r, of r * r ----

#define GAMMA(u)                                                                                                       \
  (((((((((((((((((-0x1.61678760e530bp-24 * u + 0x1.e60eb6c1bd1ap-21) * u - 0x1.466851c1f5b9cp-18) * u +               \
  0x1.238d48076ddf1p-16) * u - 0x1.8fd9989e48bddp-15) * u + 0x1.d2d2b3abf8285p-14) * u - 0x1.ebd6d77c522dap-13) * u    \
  + 0x1.fef9cb3580d11p-12) * u - 0x1.e1859cab9e03ap-11) * u + 0x1.13b9723e39d1p-9) * u - 0x1.75e49e3ca31cdp-9) * u +   \
  0x1.6d7ed42ccd80fp-7) * u - 0x1.17f325b2fb855p-12) * u + 0x1.301fbb09812d7p-4) * u + 0x1.4e239984a4919p-4) * u +     \
  0x1.a5b978b96b8d5p-2) * u + 0x1.b0ee6072093dcp-2) * u + 0x1p+0)
#define STIRLING(v)                                                                                                    \
  (((((((((0x1.56ff521d37ac8p-10 * v + 0x1.3a81ac73d8db1p-13) * v - 0x1.9107576eafab6p-10) * v +                       \
  0x1.7771eb54d1353p-13) * v + 0x1.01904d06c3436p-9) * v - 0x1.2d911b3a317c7p-11) * v - 0x1.b87930763301cp-8) * v +    \
  0x1.1d32d71cc17bbp-7) * v + 0x1.abcc42a9d8887p-3) * v + 0x1.40d931ff62706p+1)
#define LOG_STIRLING(y)                                                                                                \
  ((((((0x1.4bffc9d8b455bp-8 * y - 0x1.ef8d748aeb0f2p-10) * y + 0x1.b92c33f9445e5p-11) * y - 0x1.38134d4f8896fp-11)    \
  * y + 0x1.a01a017dcf9e1p-11) * y - 0x1.6c16c16c149f4p-9) * y + 0x1.5555555555555p-4)
#define SINE(y)                                                                                                        \
  ((((((((0x1.9d462020fcc78p-21 * y - 0x1.6f7acdb8f658p-16) * y + 0x1.e8f3675ee37ddp-12) * y - 0x1.e3074dfaf87afp-8)   \
  * y + 0x1.5078348551854p-4) * y - 0x1.32d2cce627c86p-1) * y + 0x1.466bc6775aa7dp+1) * y - 0x1.4abbce625be52p+2) *    \
  y + 0x1.921fb54442d18p+1)
// log(gamma(2 + u)) / (u * (1 + u)), u from -1 to 1
#define LOG_GAMMA(u)                                                                                                   \
  ((((((((((((((((((((((((((0x1.95a1a3aa9df99p-30 * u - 0x1.a28356454125p-29) * u - 0x1.f88206a4a8bbbp-29) * u +       \
  0x1.034ff4e678816p-27) * u + 0x1.ed386b522dfd8p-27) * u - 0x1.fe0f43107e644p-26) * u + 0x1.349389c70a1dbp-27) * u    \
  - 0x1.491818361fe5dp-26) * u + 0x1.b15da15ef66ecp-24) * u - 0x1.c6697b4306415p-23) * u + 0x1.aba9aae2643cfp-22) *    \
  u - 0x1.c3ee6fd3f4078p-21) * u + 0x1.e5ebc24390cd7p-20) * u - 0x1.027a77320de46p-18) * u + 0x1.13df5c29f7946p-17)    \
  * u - 0x1.284b7b7570031p-16) * u + 0x1.402f44c69de2cp-15) * u - 0x1.5c86ebc7a274cp-14) * u +                         \
  0x1.7ed732472e58fp-13) * u - 0x1.a96a3ea2d22dbp-12) * u + 0x1.dfebcf93da4a6p-11) * u - 0x1.145121fc5cf96p-9) * u +   \
  0x1.47974853a554bp-8) * u - 0x1.95ce223a97d37p-7) * u + 0x1.0e0c9df293546p-5) * u - 0x1.9ae6509ea10b4p-4) * u +      \
  0x1.b0ee6072093cep-2)

// sin(pi * a) of a from 0 on.
static THIN double sine_in_pi(double a) {
  FUSED const double nearest = __builtin_elementwise_rint(a), r = a - nearest, y = r * r, s = r * SINE(y);
  const double halved = nearest * 0.5;
  return halved == __builtin_elementwise_floor(halved) ? s : -s;
}

// A whole part of at least k as a factor of u + k.
#define FACTOR(k) (whole > k ? u + k : 1.0)

// gamma(a) = BELOW where a < 8.
#define BELOW_EIGHT                                                                                                    \
  const double whole = __builtin_elementwise_floor(a < 8.0 ? a : 0.0), u = a < 8.0 ? a - whole : 0.0;                  \
  const double over = (FACTOR(2.0) * FACTOR(3.0)) * (FACTOR(4.0) * FACTOR(5.0)) * FACTOR(6.0);                         \
  const double under = whole == 0.0 ? a * (a + 1.0) : (whole == 1.0 ? a : 1.0);                                        \
  const double below = GAMMA(u) * over / under;

CALL double tgamma(double x) {
  FUSED const double a = ABS(x) > 200.0 ? 200.0 : ABS(x);
  BELOW_EIGHT
  const double v = 1.0 / a, root = __builtin_elementwise_pow(a, 0.5 * a - 0.25);
  const double other = root * __builtin_elementwise_exp(-a) * STIRLING(v);
  const double first = a < 8.0 ? below : root, second = a < 8.0 ? 1.0 : other, sine = sine_in_pi(ABS(x));
  const double reflected = M_PI / sine / first / second / x;
  const double negative = sine == 0.0 ? NAN : reflected;
  return ABS(x) < 0x1p-60 ? 1.0 / x : (x < 0.0 ? negative : first * second);
}
CALL float tgamma(float of) {
  FUSED const double x = of, a = ABS(x) > 60.0 ? 60.0 : ABS(x);
  BELOW_EIGHT
  const double v = 1.0 / a, y = v * v;
  const double logarithm = (a - 0.5) * __builtin_elementwise_log(a) - a + (0x1.d67f1c864beb5p-1 + LOG_STIRLING(y) * v);
  const double value = a < 8.0 ? below : __builtin_elementwise_exp(logarithm), sine = sine_in_pi(ABS(x));
  const double negative = sine == 0.0 ? NAN : M_PI / (x * sine * value);
  return x < 0.0 ? negative : (x == 0.0 ? 1.0 / x : value);
}

// Below 8 down to 1 to 3, as log(gamma(x)) is near its zeros, 1 and 2, in precise form there.
CALL double lgamma(double x) {
  FUSED const double a = ABS(x);
  const double whole = __builtin_elementwise_floor(a < 8.0 ? a : 0.0), part = a < 8.0 ? a - whole : 0.0;
  const double u = whole < 2.0 ? part - 1.0 : part, w = whole < 2.0 ? part : part + 1.0;
  const double over = (FACTOR(3.0) * FACTOR(4.0)) * (FACTOR(5.0) * FACTOR(6.0)) * FACTOR(2.0);
  const double of = a < 8.0 ? (whole == 0.0 ? a : over) : a, logarithm = __builtin_elementwise_log(of);
  const double below = w * u * LOG_GAMMA(u) + (whole == 0.0 ? -logarithm : logarithm);
  const double v = 1.0 / a, y = v * v;
  const double above = (a - 0.5) * (logarithm - 1.0) + (0x1.acfe390c97d69p-2 + LOG_STIRLING(y) * v);
  const double value = a < 8.0 ? below : above, sine = ABS(sine_in_pi(a));
  const double reflected = __builtin_elementwise_log(M_PI / (a * sine)) - value;
  const double negative = (sine == 0.0 || a == (double)INFINITY) ? (double)INFINITY : reflected;
  return (x < 0.0 && a > 0x1p-70) ? negative : value;
}
CALL float lgamma(float x) { return (float)lgamma((double)x); }

// ---- Inverse hyperbolic functions. From FAR on log(2x) is what is left of them. ----

#define INVERSE_HYPERBOLIC(T, FAR)                                                                                     \
  CALL T asinh(T x) {                                                                                                  \
    const T a = ABS(x), square = a * a, root = __builtin_elementwise_sqrt(square + (T)1);                              \
    const T of = a < (T)FAR ? a + square / (root + (T)1) : a, value = log1p(of);                                       \
    return WITH_SIGN(a < (T)FAR ? value : value + (T)M_LN2, x);                                                        \
  }                                                                                                                    \
  CALL T acosh(T x) {                                                                                                  \
    const T t = x - (T)1, root = __builtin_elementwise_sqrt(t + t + t * t);                                            \
    const T of = x < (T)FAR ? t + root : x, value = log1p(of);                                                         \
    const T valid = x < (T)FAR ? value : value + (T)M_LN2;                                                             \
    return x < (T)1 ? (T)NAN : valid;                                                                                  \
  }                                                                                                                    \
  CALL T atanh(T x) {                                                                                                  \
    const T a = ABS(x);                                                                                                \
    return WITH_SIGN((T)0.5 * log1p((a + a) / ((T)1 - a)), x);                                                         \
  }
INVERSE_HYPERBOLIC(float, 0x1p25)
INVERSE_HYPERBOLIC(double, 0x1p54)

#define COMPONENTS(T, K, NAME, N)                                                                                      \
  CALL T##N NAME(T##N x) { return MAP1_##N(T##N, NAME, x); }
#define ALL_WIDTHS(NAME)                                                                                               \
  FLOAT_TYPES(VECTORS, COMPONENTS, NAME)                                                                               \
  HALF1_SAME(NAME)
ALL_WIDTHS(erf)
ALL_WIDTHS(erfc)
ALL_WIDTHS(tgamma)
ALL_WIDTHS(lgamma)
ALL_WIDTHS(asinh)
ALL_WIDTHS(acosh)
ALL_WIDTHS(atanh)
