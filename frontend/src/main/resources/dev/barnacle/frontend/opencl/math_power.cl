// pown, powr and rootn (OpenCL C 6.15.2, edge cases in 7.5.1).
#include "math.h"

// By squaring, in double: its error is below |n| * 2^-53. Where |n| is so large that float sees that, within 4 ulp, x
// is so near to 1 that nothing overflows.
CALL float pown(float x, int n) {
  double square = x, result = 1.0;
  for (uint left = n < 0 ? 0u - (uint)n : (uint)n; left != 0u; left >>= 1) {
    result = (left & 1u) != 0u ? result * square : result;
    square *= square;
  }
  return (float)(n < 0 ? 1.0 / result : result);
}
#define POWN_COMPONENTS(N)                                                                                             \
  CALL float##N pown(float##N x, int##N n) { return MAP2_##N(float##N, pown, x, n); }
POWN_COMPONENTS(2)
POWN_COMPONENTS(3)
POWN_COMPONENTS(4)
POWN_COMPONENTS(8)
POWN_COMPONENTS(16)

// In double an int is exact and so is every parity.
#define POWN(N)                                                                                                        \
  THIN double##N pown(double##N x, int##N n) { return __builtin_elementwise_pow(x, CONVERT##N(double##N, n)); }        \
  THIN half##N pown(half##N x, int##N n) {                                                                             \
    return CONVERT##N(half##N, pown(CONVERT##N(float##N, x), n));                                                      \
  }
POWN()
POWN(2)
POWN(3)
POWN(4)
POWN(8)
POWN(16)

// powr(x, y) is exp(y * log(x)) by nature: where that is undefined, so is powr.
#define POWR(T, K, N)                                                                                                  \
  THIN T##N powr(T##N x, T##N y) {                                                                                     \
    const T##N zero = (T##N)(T)0, infinity = (T##N)(T)INFINITY, a = __builtin_elementwise_abs(x);                      \
    const K##N zero_log = (a == (T##N)(T)1) & (__builtin_elementwise_abs(y) == infinity);                              \
    const K##N infinite_log = ((a == zero) | (a == infinity)) & (y == zero);                                           \
    const K##N undefined = (x < zero) | (x != x) | (y != y) | zero_log | infinite_log;                                 \
    return undefined ? QUIET_NAN(T, N) : __builtin_elementwise_pow(a, y);                                              \
  }
FLOAT_TYPES(WIDTHS, POWR)
HALF2_SAME(powr)

// 1/n is taken as y + e with e the rounding error of y, and x^(y + e) = x^y * (1 + e*log(x)) to within rounding.
#define ROOTN(T, K, N)                                                                                                 \
  CALL T##N rootn(T##N x, int##N n) {                                                                                  \
    const T##N zero = (T##N)(T)0, one = (T##N)(T)1, infinity = (T##N)(T)INFINITY;                                      \
    const T##N a = __builtin_elementwise_abs(x), degree = CONVERT##N(T##N, n), y = one / degree;                       \
    const T##N e = __builtin_elementwise_fma(-y, degree, one) / degree;                                                \
    const T##N p = __builtin_elementwise_pow(a, y);                                                                    \
    const T##N corrected = __builtin_elementwise_fma(p, e * __builtin_elementwise_log(a), p);                          \
    const T##N root = ((a > zero) & (a < infinity) & (p < infinity)) ? corrected : p;                                  \
    const K##N odd = MASK##N(K##N, (n & (int##N)1) != (int##N)0), invalid = MASK##N(K##N, n == (int##N)0);             \
    const T##N of_negative = x == zero ? root : QUIET_NAN(T, N);                                                       \
    const T##N of_even = x < zero ? of_negative : root;                                                                \
    const T##N valid = odd ? __builtin_elementwise_copysign(root, x) : of_even;                                        \
    return invalid ? QUIET_NAN(T, N) : valid;                                                                          \
  }
FLOAT_TYPES(WIDTHS, ROOTN)
#define ROOTN_HALF(N)                                                                                                  \
  THIN half##N rootn(half##N x, int##N n) {                                                                            \
    return CONVERT##N(half##N, rootn(CONVERT##N(float##N, x), n));                                                     \
  }
ROOTN_HALF()
ROOTN_HALF(2)
ROOTN_HALF(3)
ROOTN_HALF(4)
ROOTN_HALF(8)
ROOTN_HALF(16)
