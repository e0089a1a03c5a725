// Enqueuing Kernels (OpenCL C 6.15.17, the optional feature __opencl_c_device_enqueue). The calls of enqueue_kernel and
// of the questions about blocks are clang's, and read as instructions.
#include "intrinsics.h"

THIN queue_t get_default_queue(void) { return __barnacle_default_queue(); }

#define NDRANGE_1D(GLOBAL, LOCAL, OFFSET)                                                                              \
  ndrange_t r = {1, {OFFSET, 0, 0}, {GLOBAL, 0, 0}, {LOCAL, 0, 0}};                                                    \
  return r;
#define NDRANGE_2D(GLOBAL, LOCAL, OFFSET)                                                                              \
  ndrange_t r = {2, {OFFSET(0), OFFSET(1), 0}, {GLOBAL(0), GLOBAL(1), 0}, {LOCAL(0), LOCAL(1), 0}};                    \
  return r;
#define NDRANGE_3D(GLOBAL, LOCAL, OFFSET)                                                                              \
  ndrange_t r = {3,                                                                                                    \
                 {OFFSET(0), OFFSET(1), OFFSET(2)},                                                                    \
                 {GLOBAL(0), GLOBAL(1), GLOBAL(2)},                                                                    \
                 {LOCAL(0), LOCAL(1), LOCAL(2)}};                                                                      \
  return r;
#define NONE(i) 0
#define OF_GLOBAL(i) global_size[i]
#define OF_LOCAL(i) local_size[i]
#define OF_OFFSET(i) offset[i]

THIN ndrange_t ndrange_1D(size_t global_size) { NDRANGE_1D(global_size, 0, 0) }
THIN ndrange_t ndrange_1D(size_t global_size, size_t local_size) { NDRANGE_1D(global_size, local_size, 0) }
THIN ndrange_t ndrange_1D(size_t offset, size_t global_size, size_t local_size) {
  NDRANGE_1D(global_size, local_size, offset)
}
#define NDRANGES(N)                                                                                                    \
  THIN ndrange_t ndrange_##N##D(const size_t global_size[N]) { NDRANGE_##N##D(OF_GLOBAL, NONE, NONE) }                 \
  THIN ndrange_t ndrange_##N##D(const size_t global_size[N], const size_t local_size[N]) {                             \
    NDRANGE_##N##D(OF_GLOBAL, OF_LOCAL, NONE)                                                                          \
  }                                                                                                                    \
  THIN ndrange_t ndrange_##N##D(const size_t offset[N], const size_t global_size[N], const size_t local_size[N]) {     \
    NDRANGE_##N##D(OF_GLOBAL, OF_LOCAL, OF_OFFSET)                                                                     \
  }
NDRANGES(2)
NDRANGES(3)

THIN int enqueue_marker(queue_t queue, uint count, const clk_event_t *list, clk_event_t *event) {
  return __barnacle_enqueue_marker(queue, count, list, event);
}

THIN clk_event_t create_user_event(void) { return __barnacle_create_user_event(); }
THIN void set_user_event_status(clk_event_t event, int status) { __barnacle_set_user_event_status(event, status); }
THIN void retain_event(clk_event_t event) { __barnacle_retain_event(event); }
THIN void release_event(clk_event_t event) { __barnacle_release_event(event); }
THIN bool is_valid_event(clk_event_t event) { return __barnacle_is_valid_event(event); }
THIN void capture_event_profiling_info(clk_event_t event, clk_profiling_info name, global void *value) {
  __barnacle_capture_profiling_info(event, name, value);
}
