// Mathematical functions (OpenCL C 6.15.2) that LLVM has no intrinsic for: the engine's, component by component.
#include "math.h"

#define SCALAR1(T, K, NAME)                                                                                            \
  THIN T NAME(T x) { return __barnacle_math_##NAME(x); }
#define SCALAR2(T, K, NAME)                                                                                            \
  THIN T NAME(T x, T y) { return __barnacle_math_##NAME(x, y); }
#define VECTOR1(T, K, NAME, N)                                                                                         \
  CALL T##N NAME(T##N x) { return MAP1_##N(T##N, NAME, x); }
#define VECTOR2(T, K, NAME, N)                                                                                         \
  CALL T##N NAME(T##N x, T##N y) { return MAP2_##N(T##N, NAME, x, y); }
#define APPLY(M, ...) M(__VA_ARGS__)

#define FUNCTION1(NAME)                                                                                                \
  FLOAT_TYPES(APPLY, SCALAR1, NAME)                                                                                    \
  FLOAT_TYPES(VECTORS, VECTOR1, NAME)                                                                                  \
  HALF1_SAME(NAME)
#define FUNCTION2(NAME)                                                                                                \
  FLOAT_TYPES(APPLY, SCALAR2, NAME)                                                                                    \
  FLOAT_TYPES(VECTORS, VECTOR2, NAME)                                                                                  \
  HALF2_SAME(NAME)
FUNCTION1(expm1)
FUNCTION1(log1p)
FUNCTION2(hypot)

// cbrt: in double, C libraries are known to be off by more than the 2 ulps allowed, so a Newton step follows, its
// residual x - r^3 computed in twice the precision; for that, very small and great numbers are scaled by a cube.
THIN float cbrt(float x) { return __barnacle_math_cbrt(x); }
CALL double cbrt(double x) {
  const double magnitude = __builtin_elementwise_abs(x);
  const double scale = magnitude < 0x1p-600 ? 0x1p300 : (magnitude > 0x1p600 ? 0x1p-300 : 1.0);
  const double a = x * scale * scale * scale, r = __barnacle_math_cbrt(a);
  const double square = r * r, square_rest = __builtin_elementwise_fma(r, r, -square);
  const double cube = square * r, cube_rest = __builtin_elementwise_fma(square, r, -cube) + square_rest * r;
  const double step = ((a - cube) - cube_rest) / (3.0 * square);
  return ((a == 0.0 || magnitude == (double)INFINITY) ? r : r + step) / scale;
}
FLOAT_TYPES(VECTORS, VECTOR1, cbrt)
HALF1_SAME(cbrt)
