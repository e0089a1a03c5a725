// Mathematical functions (OpenCL C 6.15.2) that are one LLVM intrinsic or instruction for a scalar or a whole vector.
#include "math.h"
#include "rounding.h"

#define ONE(T, K, NAME, BUILTIN, N)                                                                                    \
  THIN T##N NAME(T##N x) { return __builtin_elementwise_##BUILTIN(x); }
#define TWO(T, K, NAME, BUILTIN, N)                                                                                    \
  THIN T##N NAME(T##N x, T##N y) { return __builtin_elementwise_##BUILTIN(x, y); }

// Approximated: half through float.
#define FUNCTION1(NAME)                                                                                                \
  FLOAT_TYPES(WIDTHS, ONE, NAME, NAME)                                                                                 \
  HALF1_SAME(NAME)
#define FUNCTION2(NAME)                                                                                                \
  FLOAT_TYPES(WIDTHS, TWO, NAME, NAME)                                                                                 \
  HALF2_SAME(NAME)
FUNCTION1(acos)
FUNCTION1(asin)
FUNCTION1(atan)
FUNCTION1(cos)
FUNCTION1(cosh)
FUNCTION1(exp)
FUNCTION1(log)
FUNCTION1(log10)
FUNCTION1(sin)
FUNCTION1(sinh)
FUNCTION1(sqrt)
FUNCTION1(tan)
FUNCTION1(tanh)
FUNCTION2(atan2)
FUNCTION2(pow)

// Exact, or an operation on the bits: the same in every type.
REAL_TYPES(WIDTHS, ONE, ceil, ceil)
REAL_TYPES(WIDTHS, ONE, fabs, abs)
REAL_TYPES(WIDTHS, ONE, floor, floor)
REAL_TYPES(WIDTHS, ONE, rint, rint)
REAL_TYPES(WIDTHS, ONE, round, round)
REAL_TYPES(WIDTHS, ONE, trunc, trunc)
REAL_TYPES(WIDTHS, TWO, copysign, copysign)
REAL_TYPES(WIDTHS, TWO, fmax, max)
REAL_TYPES(WIDTHS, TWO, fmin, min)

#define WITH_SCALARS(T, K, N)                                                                                          \
  THIN T##N fmax(T##N x, T y) { return __builtin_elementwise_max(x, (T##N)y); }                                        \
  THIN T##N fmin(T##N x, T y) { return __builtin_elementwise_min(x, (T##N)y); }
REAL_TYPES(VECTORS, WITH_SCALARS)

#define FMA(T, K, N)                                                                                                   \
  THIN T##N fma(T##N x, T##N y, T##N z) { return __builtin_elementwise_fma(x, y, z); }
FLOAT_TYPES(WIDTHS, FMA)

// A product of two halves is exact in double. Its sum with the third is rounded to odd there (what the addition lost is
// known exactly), so that rounding to half is the only rounding that counts.
#define FMA_HALF(N)                                                                                                    \
  THIN half##N fma(half##N x, half##N y, half##N z) {                                                                  \
    const double##N a = CONVERT##N(double##N, x) * CONVERT##N(double##N, y), b = CONVERT##N(double##N, z), sum = a + b; \
    const double##N b_part = sum - a, lost = (a - (sum - b_part)) + (b - b_part);                                      \
    const long##N bits = AS(long##N, sum), outward = (lost > (double##N)0.0) == (sum > (double##N)0.0);                \
    const long##N exact = (lost == (double##N)0.0) | (lost != lost) | ((bits & (long##N)1) != (long##N)0);             \
    const long##N odd = outward != (long##N)0 ? bits + (long##N)1 : bits - (long##N)1;                                 \
    return narrow_half##N##_rte(AS(double##N, exact != (long##N)0 ? bits : odd));                                      \
  }
FMA_HALF()
FMA_HALF(2)
FMA_HALF(3)
FMA_HALF(4)
FMA_HALF(8)
FMA_HALF(16)

// mad is fused where that is the fast way.
#define MAD(T, K, N)                                                                                                   \
  THIN T##N mad(T##N x, T##N y, T##N z) {                                                                              \
    _Pragma("OPENCL FP_CONTRACT ON") return x * y + z;                                                                 \
  }
REAL_TYPES(WIDTHS, MAD)

#define RSQRT(T, K, N)                                                                                                 \
  THIN T##N rsqrt(T##N x) { return __barnacle_math_rsqrt(x); }
FLOAT_TYPES(WIDTHS, RSQRT)
HALF1_SAME(rsqrt)
