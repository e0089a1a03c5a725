// half_ functions (at least 10 correct bits) and native_ functions (OpenCL C 6.15.2): float only.
#include "math.h"

#define LOG2_10 3.321928094887362347870319429489f

#define NAMED(PREFIX, N)                                                                                               \
  THIN float##N PREFIX##_divide(float##N x, float##N y) { return x / y; }                                              \
  THIN float##N PREFIX##_recip(float##N x) { return (float##N)1.0f / x; }                                              \
  THIN float##N PREFIX##_rsqrt(float##N x) { return __barnacle_math_rsqrt(x); }                                        \
  THIN float##N PREFIX##_sqrt(float##N x) { return __builtin_elementwise_sqrt(x); }
#define HALF_FUNCTIONS(N)                                                                                              \
  THIN float##N half_cos(float##N x) { return __builtin_elementwise_cos(__barnacle_expect_angle(x)); }                 \
  THIN float##N half_exp(float##N x) { return __builtin_elementwise_exp(x); }                                          \
  THIN float##N half_exp2(float##N x) { return __builtin_elementwise_exp2(x); }                                        \
  THIN float##N half_exp10(float##N x) { return __builtin_elementwise_exp2(x * (float##N)LOG2_10); }                   \
  THIN float##N half_log(float##N x) { return __builtin_elementwise_log(x); }                                          \
  THIN float##N half_log2(float##N x) { return __builtin_elementwise_log2(x); }                                        \
  THIN float##N half_log10(float##N x) { return __builtin_elementwise_log10(x); }                                      \
  EXTERN float##N powr(float##N x, float##N y);                                                                        \
  THIN float##N half_powr(float##N x, float##N y) { return powr(x, y); }                                               \
  THIN float##N half_sin(float##N x) { return __builtin_elementwise_sin(__barnacle_expect_angle(x)); }                 \
  THIN float##N half_tan(float##N x) { return __builtin_elementwise_tan(__barnacle_expect_angle(x)); }
#define NATIVE(NAME, N)                                                                                                \
  EXTERN float##N __relaxed_##NAME(float##N x);                                                                        \
  THIN float##N native_##NAME(float##N x) { return __relaxed_##NAME(x); }
#define NATIVE_FUNCTIONS(N)                                                                                            \
  NATIVE(cos, N)                                                                                                       \
  NATIVE(exp, N)                                                                                                       \
  NATIVE(exp2, N)                                                                                                      \
  NATIVE(exp10, N)                                                                                                     \
  NATIVE(log, N)                                                                                                       \
  NATIVE(log2, N)                                                                                                      \
  NATIVE(log10, N)                                                                                                     \
  NATIVE(sin, N)                                                                                                       \
  NATIVE(tan, N)                                                                                                       \
  EXTERN float##N __relaxed_powr(float##N x, float##N y);                                                              \
  THIN float##N native_powr(float##N x, float##N y) { return __relaxed_powr(x, y); }
#define ALL(N)                                                                                                         \
  NAMED(half, N)                                                                                                       \
  NAMED(native, N)                                                                                                     \
  HALF_FUNCTIONS(N)                                                                                                    \
  NATIVE_FUNCTIONS(N)
ALL()
ALL(2)
ALL(3)
ALL(4)
ALL(8)
ALL(16)
