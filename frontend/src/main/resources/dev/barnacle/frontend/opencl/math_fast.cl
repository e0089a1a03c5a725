// half_ functions (at least 10 correct bits) and native_ functions (OpenCL C 6.15.2): float only.
#include "math.h"

#define LOG2_10 3.321928094887362347870319429489f

#define NAMED(PREFIX, N)                                                                                               \
  THIN float##N PREFIX##_cos(float##N x) { return __builtin_elementwise_cos(x); }                                      \
  THIN float##N PREFIX##_divide(float##N x, float##N y) { return x / y; }                                              \
  THIN float##N PREFIX##_exp(float##N x) { return __builtin_elementwise_exp(x); }                                      \
  THIN float##N PREFIX##_exp2(float##N x) { return __builtin_elementwise_exp2(x); }                                    \
  THIN float##N PREFIX##_exp10(float##N x) { return __builtin_elementwise_exp2(x * (float##N)LOG2_10); }               \
  THIN float##N PREFIX##_log(float##N x) { return __builtin_elementwise_log(x); }                                      \
  THIN float##N PREFIX##_log2(float##N x) { return __builtin_elementwise_log2(x); }                                    \
  THIN float##N PREFIX##_log10(float##N x) { return __builtin_elementwise_log10(x); }                                  \
  THIN float##N PREFIX##_recip(float##N x) { return (float##N)1.0f / x; }                                              \
  THIN float##N PREFIX##_rsqrt(float##N x) { return __barnacle_math_rsqrt(x); }                                        \
  THIN float##N PREFIX##_sin(float##N x) { return __builtin_elementwise_sin(x); }                                      \
  THIN float##N PREFIX##_sqrt(float##N x) { return __builtin_elementwise_sqrt(x); }                                    \
  THIN float##N PREFIX##_tan(float##N x) { return __builtin_elementwise_tan(x); }
#define BOTH(N)                                                                                                        \
  NAMED(half, N)                                                                                                       \
  NAMED(native, N)                                                                                                     \
  EXTERN float##N powr(float##N x, float##N y);                                                                        \
  THIN float##N half_powr(float##N x, float##N y) { return powr(x, y); }                                               \
  THIN float##N native_powr(float##N x, float##N y) { return __builtin_elementwise_pow(x, y); }
BOTH()
BOTH(2)
BOTH(3)
BOTH(4)
BOTH(8)
BOTH(16)
