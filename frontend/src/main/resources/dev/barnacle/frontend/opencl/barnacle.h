// What every file of Barnacle's OpenCL C library includes: the language's own types and macros (they come with
// clang), and the macros by which the library's families of overloads are written once for all their types.
//
// The library is compiled once, as OpenCL C 3.0 with every optional feature, and serves programs of every version:
// a program calls functions by their mangled names, and those depend on the argument types alone. So a function that
// takes a pointer is defined for the named address spaces (for programs without the generic one) and for the generic
// address space side by side.
#ifndef BARNACLE_H
#define BARNACLE_H

#include <opencl-c-base.h>

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// No a*b+c of the library is fused behind its back: error bounds are proved for the operations as they stand.
#pragma OPENCL FP_CONTRACT OFF

// A function that is to vanish into its caller, and one that may stay a call.
#define THIN __attribute__((overloadable, always_inline))
#define CALL __attribute__((overloadable))
// A function of one file's own is a "static THIN" one: nothing of it is left in the compiled library.
// A declaration of an engine's intrinsic function, or of a function that another file of the library defines.
#define EXTERN __attribute__((overloadable))

// ---- Families of types. WIDTHS(M, a, b) is M(a, b, ) M(a, b, 2) ... M(a, b, 16): the last argument is the width. ----

#define VECTORS(M, ...) M(__VA_ARGS__, 2) M(__VA_ARGS__, 3) M(__VA_ARGS__, 4) M(__VA_ARGS__, 8) M(__VA_ARGS__, 16)
#define WIDTHS(M, ...) M(__VA_ARGS__, ) VECTORS(M, __VA_ARGS__)

// M(type, unsigned type of its size, ..., width)
#define SIGNED_TYPES(EACH, M, ...)                                                                                     \
  EACH(M, char, uchar, ##__VA_ARGS__)                                                                                  \
  EACH(M, short, ushort, ##__VA_ARGS__)                                                                                \
  EACH(M, int, uint, ##__VA_ARGS__)                                                                                    \
  EACH(M, long, ulong, ##__VA_ARGS__)
#define UNSIGNED_TYPES(EACH, M, ...)                                                                                   \
  EACH(M, uchar, uchar, ##__VA_ARGS__)                                                                                 \
  EACH(M, ushort, ushort, ##__VA_ARGS__)                                                                               \
  EACH(M, uint, uint, ##__VA_ARGS__)                                                                                   \
  EACH(M, ulong, ulong, ##__VA_ARGS__)
#define INTEGER_TYPES(EACH, M, ...)                                                                                    \
  SIGNED_TYPES(EACH, M, ##__VA_ARGS__)                                                                                 \
  UNSIGNED_TYPES(EACH, M, ##__VA_ARGS__)

// M(type, signed integer type of its size, ..., width)
#define FLOAT_TYPES(EACH, M, ...)                                                                                      \
  EACH(M, float, int, ##__VA_ARGS__)                                                                                   \
  EACH(M, double, long, ##__VA_ARGS__)
#define REAL_TYPES(EACH, M, ...)                                                                                       \
  EACH(M, half, short, ##__VA_ARGS__)                                                                                  \
  FLOAT_TYPES(EACH, M, ##__VA_ARGS__)

// Every type, with the unsigned integer type of its size: M(type, unsigned, ..., width)
#define ALL_TYPES(EACH, M, ...)                                                                                        \
  INTEGER_TYPES(EACH, M, ##__VA_ARGS__)                                                                                \
  EACH(M, half, ushort, ##__VA_ARGS__)                                                                                 \
  EACH(M, float, uint, ##__VA_ARGS__)                                                                                  \
  EACH(M, double, ulong, ##__VA_ARGS__)

// ---- One text for scalars and vectors ----

// CONVERT##N(type, value): a scalar's or a vector's value in another type.
#define CONVERT(T, x) ((T)(x))
#define CONVERT2(T, x) __builtin_convertvector(x, T)
#define CONVERT3(T, x) __builtin_convertvector(x, T)
#define CONVERT4(T, x) __builtin_convertvector(x, T)
#define CONVERT8(T, x) __builtin_convertvector(x, T)
#define CONVERT16(T, x) __builtin_convertvector(x, T)

// MASK##N(T, condition): the outcome of a comparison, to choose between values of the signed integer type T (or of a
// type of its size) where the compared values have another size.
#define MASK(T, c) (c)
#define MASK2(T, c) __builtin_convertvector(c, T)
#define MASK3(T, c) __builtin_convertvector(c, T)
#define MASK4(T, c) __builtin_convertvector(c, T)
#define MASK8(T, c) __builtin_convertvector(c, T)
#define MASK16(T, c) __builtin_convertvector(c, T)

#define AS(T, x) __builtin_astype(x, T)

// MAPn##N(T, f, x, y, z): f, defined for scalars and narrower vectors, over the components of a vector T of width N.
#define MAP1_2(T, f, x) ((T)(f((x).s0), f((x).s1)))
#define MAP1_3(T, f, x) ((T)(f((x).s0), f((x).s1), f((x).s2)))
#define MAP1_4(T, f, x) ((T)(f((x).lo), f((x).hi)))
#define MAP1_8(T, f, x) ((T)(f((x).lo), f((x).hi)))
#define MAP1_16(T, f, x) ((T)(f((x).lo), f((x).hi)))
#define MAP2_2(T, f, x, y) ((T)(f((x).s0, (y).s0), f((x).s1, (y).s1)))
#define MAP2_3(T, f, x, y) ((T)(f((x).s0, (y).s0), f((x).s1, (y).s1), f((x).s2, (y).s2)))
#define MAP2_4(T, f, x, y) ((T)(f((x).lo, (y).lo), f((x).hi, (y).hi)))
#define MAP2_8(T, f, x, y) ((T)(f((x).lo, (y).lo), f((x).hi, (y).hi)))
#define MAP2_16(T, f, x, y) ((T)(f((x).lo, (y).lo), f((x).hi, (y).hi)))

#endif
