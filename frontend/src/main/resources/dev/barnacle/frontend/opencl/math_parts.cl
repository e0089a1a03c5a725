// Mathematical functions on the parts of floating-point numbers (OpenCL C 6.15.2, edge cases in 7.5.1): sign, exponent,
// significand, integer and fractional part, neighbour, remainder.
#include "math.h"

#define half_FRACTION_BITS 10
#define short_MOST SHRT_MAX
#define half_MOST_FRACTION 0x1.ffcp-1h
#define float_MOST_FRACTION 0x1.fffffep-1f
#define double_MOST_FRACTION 0x1.fffffffffffffp-1

// M(T, N, A) for the four address spaces that results are stored to.
#define STORED(M, T, K, N) M(T, K, private, N) M(T, K, local, N) M(T, K, global, N) M(T, K, __generic, N)

// ---- Without results in memory ----

#define SIMPLE(T, K, N)                                                                                                \
  THIN T##N fdim(T##N x, T##N y) { return x <= y ? (T##N)(T)0 : x - y; }                                               \
  THIN T##N maxmag(T##N x, T##N y) {                                                                                   \
    const T##N a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y);                                     \
    return a > b ? x : (b > a ? y : __builtin_elementwise_max(x, y));                                                  \
  }                                                                                                                    \
  THIN T##N minmag(T##N x, T##N y) {                                                                                   \
    const T##N a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y);                                     \
    return a < b ? x : (b < a ? y : __builtin_elementwise_min(x, y));                                                  \
  }                                                                                                                    \
  THIN T##N nextafter(T##N x, T##N y) {                                                                                \
    const K##N bits = AS(K##N, x), one = (K##N)(K)1, y_sign = AS(K##N, y) & (K##N)(K)~K##_MOST;                        \
    const K##N outward = x > (T##N)(T)0 ? (K##N)(x < y) : (K##N)(x > y);                                               \
    const K##N neighbour = (K##N)(outward != (K##N)(K)0 ? (K##N)(bits + one) : (K##N)(bits - one));                    \
    const T##N next = x == (T##N)(T)0 ? AS(T##N, (K##N)(y_sign | one)) : AS(T##N, neighbour);                          \
    const K##N unordered = (K##N)((x != x) | (y != y));                                                                \
    return unordered != (K##N)(K)0 ? x + y : (x == y ? y : next);                                                      \
  }
REAL_TYPES(WIDTHS, SIMPLE)

#define NOT_A_NUMBER(T, U, N)                                                                                          \
  THIN T##N nan(U##N code) {                                                                                           \
    const U quiet = (U)((U)1 << (T##_FRACTION_BITS - 1));                                                              \
    const U##N payload = code & (U##N)(U)(quiet - 1);                                                                  \
    return AS(T##N, (U##N)((U##N)(U)(quiet | AS(U, (T)INFINITY)) | payload));                                          \
  }
WIDTHS(NOT_A_NUMBER, half, ushort)
WIDTHS(NOT_A_NUMBER, float, uint)
WIDTHS(NOT_A_NUMBER, double, ulong)

// ---- The exponent: of x = s * 2^e with 1 <= |s| < 2, denormal numbers being scaled into the normal range ----

#define EXPONENT(T, K, N)                                                                                              \
  const K##N magnitude = MAGNITUDE(K, N, x), infinity = INFINITY_BITS(T, K, N), zero = (K##N)(K)0;                     \
  const K##N least_normal = (K##N)((K)1 << T##_FRACTION_BITS);                                                         \
  const K##N scaled = AS(K##N, AS(T##N, magnitude) * (T##N)(T)0x1p64);                                                 \
  const K##N normal = magnitude < least_normal ? scaled : magnitude;                                                   \
  const K##N shift = magnitude < least_normal ? (K##N)(K)64 : zero;                                                    \
  const K##N exponent = (normal >> (K##N)(K)T##_FRACTION_BITS) - (K##N)(K)T##_BIAS - shift;

#define OF_EXPONENT(T, K, N)                                                                                           \
  THIN int##N ilogb(T##N x) {                                                                                          \
    EXPONENT(T, K, N)                                                                                                  \
    const K##N most = (K##N)(K)INT_MAX, least = (K##N)(K)INT_MIN;                                                      \
    return CONVERT##N(int##N, magnitude == zero ? least : (magnitude >= infinity ? most : exponent));                  \
  }                                                                                                                    \
  THIN T##N logb(T##N x) {                                                                                             \
    EXPONENT(T, K, N)                                                                                                  \
    const T##N value = CONVERT##N(T##N, exponent);                                                                     \
    return magnitude == zero ? (T##N)(T)-INFINITY : (magnitude >= infinity ? x * x : value);                           \
  }                                                                                                                    \
  static THIN T##N significand(T##N x, private int##N *e) {                                                            \
    EXPONENT(T, K, N)                                                                                                  \
    const K##N none = (K##N)((magnitude == zero) | (magnitude >= infinity));                                           \
    const K##N half_exponent = (K##N)((K)(T##_BIAS - 1) << T##_FRACTION_BITS), fraction = least_normal - (K##N)(K)1;   \
    const K##N sign = AS(K##N, x) & (K##N)(K)~K##_MOST;                                                                \
    *e = CONVERT##N(int##N, none != zero ? zero : exponent + (K##N)(K)1);                                              \
    return none != zero ? x : AS(T##N, sign | half_exponent | (normal & fraction));                                    \
  }
FLOAT_TYPES(WIDTHS, OF_EXPONENT)

#define OF_EXPONENT_HALF(N)                                                                                            \
  THIN int##N ilogb(half##N x) { return ilogb(CONVERT##N(float##N, x)); }                                              \
  static THIN half##N significand(half##N x, private int##N *e) {                                                      \
    return CONVERT##N(half##N, significand(CONVERT##N(float##N, x), e));                                               \
  }                                                                                                                    \
  HALF1(logb, N)
OF_EXPONENT_HALF()
OF_EXPONENT_HALF(2)
OF_EXPONENT_HALF(3)
OF_EXPONENT_HALF(4)
OF_EXPONENT_HALF(8)
OF_EXPONENT_HALF(16)

#define FREXP(T, K, A, N)                                                                                              \
  THIN T##N frexp(T##N x, A int##N *exponent) {                                                                        \
    int##N e;                                                                                                          \
    const T##N s = significand(x, &e);                                                                                 \
    *exponent = e;                                                                                                     \
    return s;                                                                                                          \
  }
#define FREXP_SPACES(T, K, N) STORED(FREXP, T, K, N)
REAL_TYPES(WIDTHS, FREXP_SPACES)

// ---- ldexp: powers of two in steps, each of which is exact but the last (or leaves nothing to be rounded) ----

#define float_LEAST_EXPONENT -126
#define double_LEAST_EXPONENT -1022
#define float_DOWN 0x1p-102f
#define double_DOWN 0x1p-969
#define float_UP 0x1p127f
#define double_UP 0x1p1023
#define float_FARTHEST 400
#define double_FARTHEST 3000

#define LDEXP(T, K, N)                                                                                                 \
  CALL T##N ldexp(T##N x, int##N n) {                                                                                  \
    const K##N most = (K##N)(K)T##_BIAS, least = (K##N)(K)T##_LEAST_EXPONENT, farthest = (K##N)(K)T##_FARTHEST;        \
    const K##N gap = (K##N)(K)(T##_LEAST_EXPONENT + T##_FRACTION_BITS + 1), zero = (K##N)(K)0;                         \
    const T##N up = (T##N)T##_UP, down = (T##N)T##_DOWN, one = (T##N)(T)1;                                             \
    K##N k = __builtin_elementwise_min(__builtin_elementwise_max(CONVERT##N(K##N, n), -farthest), farthest);           \
    T##N y = x * (k > most ? up : (k < least ? down : one));                                                           \
    k -= k > most ? most : (k < least ? gap : zero);                                                                   \
    y *= k > most ? up : (k < least ? down : one);                                                                     \
    k -= k > most ? most : (k < least ? gap : zero);                                                                   \
    k = __builtin_elementwise_min(__builtin_elementwise_max(k, least), most);                                          \
    return y * AS(T##N, (k + most) << (K##N)(K)T##_FRACTION_BITS);                                                     \
  }
FLOAT_TYPES(WIDTHS, LDEXP)
#define LDEXP_HALF(T, K, N)                                                                                            \
  THIN half##N ldexp(half##N x, int##N n) { return CONVERT##N(half##N, ldexp(CONVERT##N(float##N, x), n)); }
WIDTHS(LDEXP_HALF, half, short)
#define LDEXP_SCALAR(T, K, N)                                                                                          \
  THIN T##N ldexp(T##N x, int n) { return ldexp(x, (int##N)n); }
REAL_TYPES(VECTORS, LDEXP_SCALAR)

// ---- Integer and fractional part ----

#define SPLIT(T, K, A, N)                                                                                              \
  THIN T##N fract(T##N x, A T##N *integer) {                                                                           \
    const T##N most = (T##N)T##_MOST_FRACTION, zero = (T##N)(T)0, whole = __builtin_elementwise_floor(x);              \
    const T##N difference = x - whole, below_one = difference > most ? most : difference;                              \
    const T##N of_finite = x == zero ? x : below_one;                                                                  \
    *integer = whole;                                                                                                  \
    return __builtin_elementwise_abs(x) == (T##N)(T)INFINITY ? __builtin_elementwise_copysign(zero, x) : of_finite;    \
  }                                                                                                                    \
  THIN T##N modf(T##N x, A T##N *integer) {                                                                            \
    const T##N whole = __builtin_elementwise_trunc(x), zero = (T##N)(T)0;                                              \
    *integer = whole;                                                                                                  \
    return __builtin_elementwise_copysign(                                                                             \
        __builtin_elementwise_abs(x) == (T##N)(T)INFINITY ? zero : x - whole, x);                                      \
  }
#define SPLIT_SPACES(T, K, N) STORED(SPLIT, T, K, N)
REAL_TYPES(WIDTHS, SPLIT_SPACES)

// ---- remquo: the remainder of the quotient rounded to nearest even, and the low seven bits of that quotient ----

// |x| modulo 128|y| is taken first (128|y| may be infinite: then it is |x|), then 64|y|, 32|y| ... |y| are subtracted
// where they fit: each difference is exact.
#define REMQUO(T, K, N)                                                                                                \
  CALL T##N __lib_remquo(T##N x, T##N y, private int##N *quotient) {                                                   \
    const T##N zero = (T##N)(T)0, a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y);                  \
    const T##N modulus = b * (T##N)(T)128;                                                                             \
    const K##N undefined = (K##N)((x != x) | (y != y) | (a == (T##N)(T)INFINITY) | (b == zero));                       \
    T##N r = modulus < (T##N)(T)INFINITY ? __builtin_elementwise_fmod(a, modulus) : a;                                 \
    K##N q = (K##N)(K)0;                                                                                               \
    for (int i = 6; i >= 0; i--) {                                                                                     \
      const T##N step = b * (T##N)(T)(1 << i);                                                                         \
      q = r >= step ? (K##N)(q + (K##N)((K)1 << i)) : q;                                                               \
      r = r >= step ? r - step : r;                                                                                    \
    }                                                                                                                  \
    const T##N rest = b - r;                                                                                           \
    const K##N to_even = (q & (K##N)(K)1) != (K##N)(K)0, up = (K##N)((r > rest) | ((r == rest) & to_even));            \
    q = up != (K##N)(K)0 ? (K##N)(q + (K##N)(K)1) : q;                                                                 \
    r = up != (K##N)(K)0 ? r - b : r;                                                                                  \
    q &= (K##N)(K)127;                                                                                                 \
    q = (AS(K##N, x) ^ AS(K##N, y)) < (K##N)(K)0 ? (K##N)-q : q;                                                       \
    r = AS(K##N, x) < (K##N)(K)0 ? -r : r;                                                                             \
    *quotient = CONVERT##N(int##N, undefined != (K##N)(K)0 ? (K##N)(K)0 : q);                                          \
    return undefined != (K##N)(K)0 ? QUIET_NAN(T, N) : r;                                                              \
  }
FLOAT_TYPES(WIDTHS, REMQUO)
#define REMQUO_HALF(T, K, N)                                                                                           \
  static THIN half##N __lib_remquo(half##N x, half##N y, private int##N *quotient) {                                   \
    return CONVERT##N(half##N, __lib_remquo(CONVERT##N(float##N, x), CONVERT##N(float##N, y), quotient));              \
  }
WIDTHS(REMQUO_HALF, half, short)
#define REMQUO_STORED(T, K, A, N)                                                                                      \
  THIN T##N remquo(T##N x, T##N y, A int##N *quotient) {                                                               \
    int##N q;                                                                                                          \
    const T##N r = __lib_remquo(x, y, &q);                                                                             \
    *quotient = q;                                                                                                     \
    return r;                                                                                                          \
  }
#define REMQUO_SPACES(T, K, N) STORED(REMQUO_STORED, T, K, N)
REAL_TYPES(WIDTHS, REMQUO_SPACES)

// ---- lgamma_r: the sign of gamma(x) is 0 at its poles, where the sign of the gamma function is not defined ----

#define LGAMMA_SIGN(T, K, N)                                                                                           \
  CALL T##N __lib_lgamma_r(T##N x, private int##N *sign) {                                                             \
    const T##N zero = (T##N)(T)0, whole = __builtin_elementwise_floor(x), halved = whole * (T##N)(T)0.5;               \
    const K##N pole = (K##N)((x == whole) & (x <= zero) & (x > (T##N)(T)-INFINITY));                                   \
    const K##N negative = (K##N)((x < zero) & (__builtin_elementwise_floor(halved) != halved));                        \
    const K##N one = (K##N)(K)1, none = (K##N)(K)0;                                                                    \
    *sign = CONVERT##N(int##N, pole != none ? none : (negative != none ? -one : one));                                 \
    return lgamma(x);                                                                                                 \
  }
FLOAT_TYPES(WIDTHS, LGAMMA_SIGN)
#define LGAMMA_SIGN_HALF(T, K, N)                                                                                      \
  static THIN half##N __lib_lgamma_r(half##N x, private int##N *sign) {                                                \
    return CONVERT##N(half##N, __lib_lgamma_r(CONVERT##N(float##N, x), sign));                                         \
  }
WIDTHS(LGAMMA_SIGN_HALF, half, short)
#define LGAMMA_R(T, K, A, N)                                                                                           \
  THIN T##N lgamma_r(T##N x, A int##N *sign) {                                                                         \
    int##N s;                                                                                                          \
    const T##N value = __lib_lgamma_r(x, &s);                                                                          \
    *sign = s;                                                                                                         \
    return value;                                                                                                      \
  }
#define LGAMMA_R_SPACES(T, K, N) STORED(LGAMMA_R, T, K, N)
REAL_TYPES(WIDTHS, LGAMMA_R_SPACES)
