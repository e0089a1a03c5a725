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

// cl_khr_extended_async_copies: a copy for each line, of bytes. That lines lie apart is expected where there are several.
#define COPY_OF_LINES(TO, FROM)                                                                                        \
  THIN event_t async_work_group_copy_3D3D(TO void *dst, size_t dst_offset, const FROM void *src, size_t src_offset,    \
                                          size_t bytes, size_t width, size_t lines, size_t planes, size_t src_line,    \
                                          size_t src_plane, size_t dst_line, size_t dst_plane, event_t event) {        \
    TO uchar *to = (TO uchar *)dst + dst_offset * bytes;                                                               \
    const FROM uchar *from = (const FROM uchar *)src + src_offset * bytes;                                             \
    if (lines > 1) {                                                                                                   \
      src_line = __barnacle_expect_step(src_line, width);                                                              \
      dst_line = __barnacle_expect_step(dst_line, width);                                                              \
    }                                                                                                                  \
    if (planes > 1) {                                                                                                  \
      src_plane = __barnacle_expect_step(src_plane, lines * src_line);                                                 \
      dst_plane = __barnacle_expect_step(dst_plane, lines * dst_line);                                                 \
    }                                                                                                                  \
    for (size_t p = 0; p < planes; p++) {                                                                              \
      for (size_t l = 0; l < lines; l++) {                                                                             \
        event = __barnacle_async_copy((TO void *)(to + (p * dst_plane + l * dst_line) * bytes),                        \
                                      (const FROM void *)(from + (p * src_plane + l * src_line) * bytes), 1,           \
                                      width * bytes, 1, 1, event);                                                     \
      }                                                                                                                \
    }                                                                                                                  \
    return event;                                                                                                      \
  }                                                                                                                    \
  THIN event_t async_work_group_copy_2D2D(TO void *dst, size_t dst_offset, const FROM void *src, size_t src_offset,    \
                                          size_t bytes, size_t width, size_t lines, size_t src_line, size_t dst_line,  \
                                          event_t event) {                                                             \
    return async_work_group_copy_3D3D(dst, dst_offset, src, src_offset, bytes, width, lines, 1, src_line, 0, dst_line, \
                                      0, event);                                                                       \
  }
COPY_OF_LINES(local, global)
COPY_OF_LINES(global, local)

THIN void async_work_group_copy_fence(cl_mem_fence_flags flags) { __barnacle_async_fence(flags); }

THIN void wait_group_events(int n, __generic event_t *list) { __barnacle_wait_group_events(n, list); }
THIN void wait_group_events(int n, private event_t *list) { __barnacle_wait_group_events(n, list); }
THIN void wait_group_events(int n, local event_t *list) { __barnacle_wait_group_events(n, list); }
THIN void wait_group_events(int n, global event_t *list) { __barnacle_wait_group_events(n, list); }
