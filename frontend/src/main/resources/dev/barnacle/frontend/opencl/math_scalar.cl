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
FUNCTION1(acosh)
FUNCTION1(asinh)
FUNCTION1(atanh)
FUNCTION1(cbrt)
FUNCTION1(erf)
FUNCTION1(erfc)
FUNCTION1(exp10)
FUNCTION1(expm1)
FUNCTION1(lgamma)
FUNCTION1(log1p)
FUNCTION1(tgamma)
FUNCTION2(hypot)
FUNCTION2(remainder)
