// Common Functions (OpenCL C 6.15.4).
#include "intrinsics.h"

#define COMMON(T, K, N)                                                                                                \
  THIN T##N max(T##N x, T##N y) { return x < y ? y : x; }                                                              \
  THIN T##N min(T##N x, T##N y) { return y < x ? y : x; }                                                              \
  static THIN T##N between(T##N x, T##N low, T##N high) { return min(max(x, low), high); }                             \
  THIN T##N clamp(T##N x, T##N low, T##N high) { return between(x, low, __barnacle_expect_fclamp(high, low)); }        \
  THIN T##N mix(T##N x, T##N y, T##N a) { return x + (y - x) * __barnacle_expect_mix(a); }                             \
  THIN T##N degrees(T##N radians) { return (T##N)(T)57.295779513082320876798154814105170 * radians; }                  \
  THIN T##N radians(T##N degrees) { return (T##N)(T)0.017453292519943295769236907684886127 * degrees; }                \
  THIN T##N step(T##N edge, T##N x) { return x < edge ? (T##N)(T)0 : (T##N)(T)1; }                                     \
  THIN T##N smoothstep(T##N edge0, T##N edge1, T##N x) {                                                               \
    const T##N start = __barnacle_expect_smoothstep(edge0, edge1, x);                                                  \
    const T##N t = between((x - start) / (edge1 - start), (T##N)(T)0, (T##N)(T)1);                                     \
    return t * t * ((T##N)(T)3 - (T##N)(T)2 * t);                                                                      \
  }                                                                                                                    \
  THIN T##N sign(T##N x) {                                                                                             \
    const T##N zero = (T##N)(T)0, one = (T##N)(T)1;                                                                    \
    return x > zero ? one : (x < zero ? -one : (x == zero ? x : zero));                                                \
  }

#define WITH_SCALARS(T, K, N)                                                                                          \
  THIN T##N max(T##N x, T y) { return max(x, (T##N)y); }                                                               \
  THIN T##N min(T##N x, T y) { return min(x, (T##N)y); }                                                               \
  THIN T##N clamp(T##N x, T low, T high) { return clamp(x, (T##N)low, (T##N)high); }                                   \
  THIN T##N mix(T##N x, T##N y, T a) { return mix(x, y, (T##N)a); }                                                    \
  THIN T##N step(T edge, T##N x) { return step((T##N)edge, x); }                                                       \
  THIN T##N smoothstep(T edge0, T edge1, T##N x) { return smoothstep((T##N)edge0, (T##N)edge1, x); }

REAL_TYPES(WIDTHS, COMMON)
REAL_TYPES(VECTORS, WITH_SCALARS)
