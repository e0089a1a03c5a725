// Declarations of cl_khr_extended_async_copies and cl_khr_async_work_group_copy_fence, which clang does not know. A
// program gets them where it may use them (ExtensionDeclarations).
#define __barnacle_o __attribute__((overloadable, convergent))
#define __barnacle_lines(TO, FROM)                                                                                     \
  __barnacle_o event_t async_work_group_copy_2D2D(TO void *, size_t, const FROM void *, size_t, size_t, size_t, size_t, \
                                                  size_t, size_t, event_t);                                            \
  __barnacle_o event_t async_work_group_copy_3D3D(TO void *, size_t, const FROM void *, size_t, size_t, size_t, size_t, \
                                                  size_t, size_t, size_t, size_t, size_t, event_t);
__barnacle_lines(local, global)
__barnacle_lines(global, local)
__barnacle_o void async_work_group_copy_fence(cl_mem_fence_flags);
#undef __barnacle_lines
#undef __barnacle_o
