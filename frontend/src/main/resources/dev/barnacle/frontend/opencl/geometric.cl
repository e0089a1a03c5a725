// Geometric Functions (OpenCL C 6.15.5). Lengths neither overflow nor lose precision to underflow.
#include "intrinsics.h"

#define GEOMETRIC_WIDTHS(M, ...) M(__VA_ARGS__, ) M(__VA_ARGS__, 2) M(__VA_ARGS__, 3) M(__VA_ARGS__, 4)

#define SUM(x) (x)
#define SUM2(x) ((x).s0 + (x).s1)
#define SUM3(x) ((x).s0 + (x).s1 + (x).s2)
#define SUM4(x) (((x).s0 + (x).s1) + ((x).s2 + (x).s3))

#define CROSS(T)                                                                                                       \
  THIN T##3 cross(T##3 a, T##3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }                                            \
  THIN T##4 cross(T##4 a, T##4 b) { return (T##4)(cross(a.xyz, b.xyz), (T)0); }
CROSS(half)
CROSS(float)
CROSS(double)

// A power of two by which a vector of the squared length s is scaled, so that the squares of its components neither
// overflow nor underflow.
static THIN float scale_of(float s) { return s > 0x1p100f ? 0x1p-70f : (s < 0x1p-80f ? 0x1p100f : 1.0f); }
static THIN float scale_back(float scale) { return scale == 1.0f ? 1.0f : (scale < 1.0f ? 0x1p70f : 0x1p-100f); }
static THIN double scale_of(double s) { return s > 0x1p1000 ? 0x1p-600 : (s < 0x1p-900 ? 0x1p600 : 1.0); }
static THIN double scale_back(double scale) { return scale == 1.0 ? 1.0 : (scale < 1.0 ? 0x1p600 : 0x1p-600); }

#define GEOMETRIC(T, K, N)                                                                                             \
  THIN T dot(T##N x, T##N y) {                                                                                         \
    const T##N products = x * y;                                                                                       \
    return SUM##N(products);                                                                                           \
  }                                                                                                                    \
  THIN T length(T##N x) {                                                                                              \
    const T scale = scale_of(dot(x, x));                                                                               \
    const T##N scaled = x * (T##N)scale;                                                                               \
    return __builtin_elementwise_sqrt(dot(scaled, scaled)) * scale_back(scale);                                        \
  }                                                                                                                    \
  THIN T distance(T##N x, T##N y) { return length(x - y); }                                                            \
  CALL T##N normalize(T##N x) {                                                                                        \
    T back = scale_of(dot(x, x));                                                                                      \
    T##N scaled = x * (T##N)back;                                                                                      \
    T s = dot(scaled, scaled);                                                                                         \
    if (s == (T)INFINITY) {                                                                                            \
      const T##N one = (T##N)(T)1, nothing = scaled * (T##N)(T)0;                                                      \
      scaled = __builtin_elementwise_copysign(                                                                         \
          __builtin_elementwise_abs(x) == (T##N)(T)INFINITY ? one : nothing, x);                                       \
      s = dot(scaled, scaled);                                                                                         \
      back = (T)1;                                                                                                     \
    } else if (back < (T)1) {                                                                                          \
      scaled = x; /* small components would lose bits beside large ones */                                             \
    } else {                                                                                                           \
      back = (T)1;                                                                                                     \
    }                                                                                                                  \
    return s == (T)0 ? x : scaled / (T##N)__builtin_elementwise_sqrt(s) * (T##N)back;                                  \
  }
FLOAT_TYPES(GEOMETRIC_WIDTHS, GEOMETRIC)

#define GEOMETRIC_HALF(N)                                                                                              \
  THIN half dot(half##N x, half##N y) {                                                                                \
    const half##N products = x * y;                                                                                    \
    return SUM##N(products);                                                                                           \
  }                                                                                                                    \
  THIN half length(half##N x) { return (half)length(CONVERT##N(float##N, x)); }                                        \
  THIN half distance(half##N x, half##N y) {                                                                           \
    return (half)length(CONVERT##N(float##N, x) - CONVERT##N(float##N, y));                                            \
  }                                                                                                                    \
  THIN half##N normalize(half##N x) { return CONVERT##N(half##N, normalize(CONVERT##N(float##N, x))); }
GEOMETRIC_HALF()
GEOMETRIC_HALF(2)
GEOMETRIC_HALF(3)
GEOMETRIC_HALF(4)

#define FAST(T, N)                                                                                                     \
  THIN T fast_length(T##N x) { return __builtin_elementwise_sqrt(dot(x, x)); }                                         \
  THIN T fast_distance(T##N x, T##N y) { return fast_length(x - y); }                                                  \
  THIN T##N fast_normalize(T##N x) {                                                                                   \
    const T s = __barnacle_expect_squares(dot(x, x));                                                                  \
    return s == (T)0 ? x : x * (T##N)((T)1 / __builtin_elementwise_sqrt(s));                                           \
  }
GEOMETRIC_WIDTHS(FAST, float)
