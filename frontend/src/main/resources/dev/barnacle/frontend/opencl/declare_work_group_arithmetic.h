// Declarations of cl_khr_work_group_uniform_arithmetic, which clang does not know. A program gets them where it
// may use them (ExtensionDeclarations).
#define __barnacle_o __attribute__((overloadable, convergent))
#define __barnacle_ways(T, OP)                                                                                         \
  __barnacle_o T work_group_reduce_##OP(T);                                                                            \
  __barnacle_o T work_group_scan_inclusive_##OP(T);                                                                    \
  __barnacle_o T work_group_scan_exclusive_##OP(T);
#define __barnacle_integer(T)                                                                                          \
  __barnacle_ways(T, mul) __barnacle_ways(T, and) __barnacle_ways(T, or) __barnacle_ways(T, xor)
__barnacle_integer(int)
__barnacle_integer(uint)
__barnacle_integer(long)
__barnacle_integer(ulong)
__barnacle_ways(float, mul)
__barnacle_ways(double, mul)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__barnacle_ways(half, mul)
__barnacle_ways(int, logical_and)
__barnacle_ways(int, logical_or)
__barnacle_ways(int, logical_xor)
#undef __barnacle_ways
#undef __barnacle_integer
#undef __barnacle_o
