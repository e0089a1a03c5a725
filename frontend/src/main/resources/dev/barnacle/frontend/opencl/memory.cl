// Address Space Qualifier Functions (OpenCL C 6.15.10), Async Copies and Prefetch (6.15.11).
#include "intrinsics.h"

// clang turns to_global(p) and its kin into calls of these, by their plain C names.
__attribute__((always_inline)) global void *__to_global(__generic void *p) {
  return __barnacle_is_global(p) ? (global void *)p : (global void *)0;
}
__attribute__((always_inline)) local void *__to_local(__generic void *p) {
  return __barnacle_is_local(p) ? (local void *)p : (local void *)0;
}
__attribute__((always_inline)) private void *__to_private(__generic void *p) {
  return __barnacle_is_private(p) ? (private void *)p : (private void *)0;
}

THIN cl_mem_fence_flags get_fence(const __generic void *p) {
  return __barnacle_is_local(p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}
THIN cl_mem_fence_flags get_fence(__generic void *p) {
  return __barnacle_is_local(p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}

#define ASYNC_COPY(T, U, N)                                                                                            \
  THIN event_t async_work_group_copy(local T##N *dst, const global T##N *src, size_t count, event_t event) {           \
    return __barnacle_async_copy((local void *)dst, (const global void *)src, sizeof(T##N), count, 1, 1, event);       \
  }                                                                                                                    \
  THIN event_t async_work_group_copy(global T##N *dst, const local T##N *src, size_t count, event_t event) {           \
    return __barnacle_async_copy((global void *)dst, (const local void *)src, sizeof(T##N), count, 1, 1, event);       \
  }                                                                                                                    \
  THIN event_t async_work_group_strided_copy(local T##N *dst, const global T##N *src, size_t count,                    \
                                             size_t src_stride, event_t event) {                                       \
    return __barnacle_async_copy((local void *)dst, (const global void *)src, sizeof(T##N), count, 1, src_stride,      \
                                 event);                                                                               \
  }                                                                                                                    \
  THIN event_t async_work_group_strided_copy(global T##N *dst, const local T##N *src, size_t count,                    \
                                             size_t dst_stride, event_t event) {                                       \
    return __barnacle_async_copy((global void *)dst, (const local void *)src, sizeof(T##N), count, dst_stride, 1,      \
                                 event);                                                                               \
  }                                                                                                                    \
  THIN void prefetch(const global T##N *p, size_t count) {}

ALL_TYPES(WIDTHS, ASYNC_COPY)

THIN void wait_group_events(int n, __generic event_t *list) { __barnacle_wait_group_events(n, list); }
THIN void wait_group_events(int n, private event_t *list) { __barnacle_wait_group_events(n, list); }
THIN void wait_group_events(int n, local event_t *list) { __barnacle_wait_group_events(n, list); }
THIN void wait_group_events(int n, global event_t *list) { __barnacle_wait_group_events(n, list); }
