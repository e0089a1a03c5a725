// Declarations of cl_intel_subgroups and its kin, which clang does not know. A program gets them where it
// may use them (ExtensionDeclarations).
#define __barnacle_o __attribute__((overloadable, convergent))
#define __barnacle_vectors(M, ...) M(__VA_ARGS__##2) M(__VA_ARGS__##3) M(__VA_ARGS__##4) M(__VA_ARGS__##8) M(__VA_ARGS__##16)
#define __barnacle_shuffles(T)                                                                                         \
  __barnacle_o T intel_sub_group_shuffle(T, uint);                                                                     \
  __barnacle_o T intel_sub_group_shuffle_xor(T, uint);                                                                 \
  __barnacle_o T intel_sub_group_shuffle_down(T, T, uint);                                                             \
  __barnacle_o T intel_sub_group_shuffle_up(T, T, uint);
#define __barnacle_all_shuffles(T) __barnacle_shuffles(T) __barnacle_vectors(__barnacle_shuffles, T)
__barnacle_all_shuffles(char)
__barnacle_all_shuffles(uchar)
__barnacle_all_shuffles(short)
__barnacle_all_shuffles(ushort)
__barnacle_all_shuffles(int)
__barnacle_all_shuffles(uint)
__barnacle_all_shuffles(float)
__barnacle_shuffles(long)
__barnacle_shuffles(ulong)
__barnacle_shuffles(double)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__barnacle_shuffles(half)
#define __barnacle_broadcast(T) __barnacle_o T intel_sub_group_broadcast(T, uint);
#define __barnacle_collectives(T)                                                                                      \
  __barnacle_broadcast(T)                                                                                              \
  __barnacle_o T intel_sub_group_reduce_add(T);                                                                        \
  __barnacle_o T intel_sub_group_reduce_min(T);                                                                        \
  __barnacle_o T intel_sub_group_reduce_max(T);                                                                        \
  __barnacle_o T intel_sub_group_scan_exclusive_add(T);                                                                \
  __barnacle_o T intel_sub_group_scan_exclusive_min(T);                                                                \
  __barnacle_o T intel_sub_group_scan_exclusive_max(T);                                                                \
  __barnacle_o T intel_sub_group_scan_inclusive_add(T);                                                                \
  __barnacle_o T intel_sub_group_scan_inclusive_min(T);                                                                \
  __barnacle_o T intel_sub_group_scan_inclusive_max(T);
__barnacle_collectives(char)
__barnacle_collectives(uchar)
__barnacle_collectives(short)
__barnacle_collectives(ushort)
__barnacle_broadcast(short2)
__barnacle_broadcast(short3)
__barnacle_broadcast(short4)
__barnacle_broadcast(short8)
__barnacle_broadcast(ushort2)
__barnacle_broadcast(ushort3)
__barnacle_broadcast(ushort4)
__barnacle_broadcast(ushort8)
#if __OPENCL_C_VERSION__ >= 200
#define __barnacle_image_both(T, NAME, N)                                                                              \
  __barnacle_o T##N intel_sub_group_block_read##NAME##N(read_write image2d_t, int2);                                   \
  __barnacle_o void intel_sub_group_block_write##NAME##N(read_write image2d_t, int2, T##N);
#else
#define __barnacle_image_both(T, NAME, N)
#endif
#define __barnacle_block(T, NAME, N)                                                                                   \
  __barnacle_o T##N intel_sub_group_block_read##NAME##N(const __global T *);                                           \
  __barnacle_o void intel_sub_group_block_write##NAME##N(__global T *, T##N);                                          \
  __barnacle_o T##N intel_sub_group_block_read##NAME##N(read_only image2d_t, int2);                                    \
  __barnacle_o void intel_sub_group_block_write##NAME##N(write_only image2d_t, int2, T##N);                            \
  __barnacle_image_both(T, NAME, N)
#define __barnacle_blocks(T, NAME)                                                                                     \
  __barnacle_block(T, NAME, )                                                                                          \
  __barnacle_block(T, NAME, 2)                                                                                         \
  __barnacle_block(T, NAME, 4)                                                                                         \
  __barnacle_block(T, NAME, 8)
__barnacle_blocks(uint, )
__barnacle_blocks(uint, _ui)
__barnacle_blocks(uchar, _uc)
__barnacle_block(uchar, _uc, 16)
__barnacle_blocks(ushort, _us)
__barnacle_block(ushort, _us, 16)
__barnacle_blocks(ulong, _ul)
#define __barnacle_prefetch(T, NAME, N) __barnacle_o void intel_sub_group_block_prefetch##NAME##N(const __global T *);
#define __barnacle_prefetches(T, NAME)                                                                                 \
  __barnacle_prefetch(T, NAME, )                                                                                       \
  __barnacle_prefetch(T, NAME, 2)                                                                                      \
  __barnacle_prefetch(T, NAME, 4)                                                                                      \
  __barnacle_prefetch(T, NAME, 8)
__barnacle_prefetches(uchar, _uc)
__barnacle_prefetch(uchar, _uc, 16)
__barnacle_prefetches(ushort, _us)
__barnacle_prefetch(ushort, _us, 16)
__barnacle_prefetches(uint, _ui)
__barnacle_prefetches(ulong, _ul)
#undef __barnacle_prefetch
#undef __barnacle_prefetches
#undef __barnacle_vectors
#undef __barnacle_shuffles
#undef __barnacle_all_shuffles
#undef __barnacle_broadcast
#undef __barnacle_collectives
#undef __barnacle_image_both
#undef __barnacle_block
#undef __barnacle_blocks
#undef __barnacle_o
