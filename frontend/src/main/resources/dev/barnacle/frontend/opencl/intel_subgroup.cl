// The functions of cl_intel_subgroups, cl_intel_subgroups_char, cl_intel_subgroups_short, cl_intel_subgroups_long and
// cl_intel_subgroup_buffer_prefetch.
#include "images.h"

// Functions that the rest of the library defines.
#define DECLARE(T, U, ...) EXTERN T sub_group_shuffle(T v, uint id);
#define EACH_SCALAR(M, T, U, ...) M(T, U, ##__VA_ARGS__)
ALL_TYPES(EACH_SCALAR, DECLARE)

// ---- Shuffles. Of two values, those of the first and second sub-group in a row: a distance reaches into the other. ----

#define SHUFFLES(T, U, ...)                                                                                            \
  THIN T intel_sub_group_shuffle(T v, uint id) { return sub_group_shuffle(v, id); }                                    \
  THIN T intel_sub_group_shuffle_xor(T v, uint mask) {                                                                 \
    return sub_group_shuffle(v, __barnacle_get_sub_group_local_id() ^ mask);                                           \
  }                                                                                                                    \
  THIN T intel_sub_group_shuffle_down(T current, T next, uint delta) {                                                 \
    const uint size = __barnacle_get_max_sub_group_size();                                                             \
    const T near = sub_group_shuffle(current, __barnacle_get_sub_group_local_id() + delta);                            \
    const T far = sub_group_shuffle(next, __barnacle_get_sub_group_local_id() + (delta - size));                       \
    return __barnacle_get_sub_group_local_id() + delta < size ? near : far;                                            \
  }                                                                                                                    \
  THIN T intel_sub_group_shuffle_up(T previous, T current, uint delta) {                                               \
    const uint size = __barnacle_get_max_sub_group_size();                                                             \
    const T near = sub_group_shuffle(current, __barnacle_get_sub_group_local_id() - delta);                            \
    const T far = sub_group_shuffle(previous, __barnacle_get_sub_group_local_id() + (size - delta));                   \
    return delta <= __barnacle_get_sub_group_local_id() ? near : far;                                                  \
  }
ALL_TYPES(EACH_SCALAR, SHUFFLES)

#define BY_ID(v) intel_sub_group_shuffle(v, id)
#define BY_MASK(v) intel_sub_group_shuffle_xor(v, id)
#define DOWN(v, w) intel_sub_group_shuffle_down(v, w, id)
#define UP(v, w) intel_sub_group_shuffle_up(v, w, id)
#define VECTOR_SHUFFLES(T, N)                                                                                          \
  THIN T##N intel_sub_group_shuffle(T##N v, uint id) { return MAP1_##N(T##N, BY_ID, v); }                              \
  THIN T##N intel_sub_group_shuffle_xor(T##N v, uint id) { return MAP1_##N(T##N, BY_MASK, v); }                        \
  THIN T##N intel_sub_group_shuffle_down(T##N v, T##N w, uint id) { return MAP2_##N(T##N, DOWN, v, w); }               \
  THIN T##N intel_sub_group_shuffle_up(T##N v, T##N w, uint id) { return MAP2_##N(T##N, UP, v, w); }
VECTORS(VECTOR_SHUFFLES, char)
VECTORS(VECTOR_SHUFFLES, uchar)
VECTORS(VECTOR_SHUFFLES, short)
VECTORS(VECTOR_SHUFFLES, ushort)
VECTORS(VECTOR_SHUFFLES, int)
VECTORS(VECTOR_SHUFFLES, uint)
VECTORS(VECTOR_SHUFFLES, float)

// ---- Broadcasts, reductions and scans of small types ----

#define COLLECTIVES(T, MIN, MAX)                                                                                       \
  THIN T intel_sub_group_broadcast(T v, uint id) { return __barnacle_sub_group_broadcast(v, id); }                     \
  THIN T intel_sub_group_reduce_add(T v) { return __barnacle_sub_group_reduce_add(v); }                                \
  THIN T intel_sub_group_reduce_min(T v) { return __barnacle_sub_group_reduce_##MIN(v); }                              \
  THIN T intel_sub_group_reduce_max(T v) { return __barnacle_sub_group_reduce_##MAX(v); }                              \
  THIN T intel_sub_group_scan_exclusive_add(T v) { return __barnacle_sub_group_scan_exclusive_add(v); }                \
  THIN T intel_sub_group_scan_exclusive_min(T v) { return __barnacle_sub_group_scan_exclusive_##MIN(v); }              \
  THIN T intel_sub_group_scan_exclusive_max(T v) { return __barnacle_sub_group_scan_exclusive_##MAX(v); }              \
  THIN T intel_sub_group_scan_inclusive_add(T v) { return __barnacle_sub_group_scan_inclusive_add(v); }                \
  THIN T intel_sub_group_scan_inclusive_min(T v) { return __barnacle_sub_group_scan_inclusive_##MIN(v); }              \
  THIN T intel_sub_group_scan_inclusive_max(T v) { return __barnacle_sub_group_scan_inclusive_##MAX(v); }
COLLECTIVES(char, min, max)
COLLECTIVES(uchar, umin, umax)
COLLECTIVES(short, min, max)
COLLECTIVES(ushort, umin, umax)

#define BROADCAST1(v) intel_sub_group_broadcast(v, id)
#define BROADCASTS(T, N)                                                                                               \
  THIN T##N intel_sub_group_broadcast(T##N v, uint id) { return MAP1_##N(T##N, BROADCAST1, v); }
BROADCASTS(short, 2)
BROADCASTS(short, 3)
BROADCASTS(short, 4)
BROADCASTS(short, 8)
BROADCASTS(ushort, 2)
BROADCASTS(ushort, 3)
BROADCASTS(ushort, 4)
BROADCASTS(ushort, 8)

// ---- Blocks of memory: the values of a sub-group stand side by side, those of one work-item a sub-group apart ----

#define BLOCKS(T, NAME)                                                                                                \
  THIN T intel_sub_group_block_read##NAME(const global T *p) { return p[__barnacle_get_sub_group_local_id()]; }        \
  THIN void intel_sub_group_block_write##NAME(global T *p, T v) { p[__barnacle_get_sub_group_local_id()] = v; }
// H: half the width
#define WIDE_BLOCKS(T, NAME, N, H)                                                                                     \
  THIN T##N intel_sub_group_block_read##NAME##N(const global T *p) {                                                   \
    const uint further = N / 2 * __barnacle_get_max_sub_group_size();                                                  \
    return (T##N)(intel_sub_group_block_read##NAME##H(p), intel_sub_group_block_read##NAME##H(p + further));           \
  }                                                                                                                    \
  THIN void intel_sub_group_block_write##NAME##N(global T *p, T##N v) {                                                \
    const uint further = N / 2 * __barnacle_get_max_sub_group_size();                                                  \
    intel_sub_group_block_write##NAME##H(p, v.lo);                                                                     \
    intel_sub_group_block_write##NAME##H(p + further, v.hi);                                                           \
  }
#define WIDTHS_OF_BLOCKS(T, NAME)                                                                                      \
  BLOCKS(T, NAME)                                                                                                      \
  WIDE_BLOCKS(T, NAME, 2, )                                                                                            \
  WIDE_BLOCKS(T, NAME, 4, 2)                                                                                           \
  WIDE_BLOCKS(T, NAME, 8, 4)
WIDTHS_OF_BLOCKS(uint, )
WIDTHS_OF_BLOCKS(uint, _ui)
WIDTHS_OF_BLOCKS(uchar, _uc)
WIDE_BLOCKS(uchar, _uc, 16, 8)
WIDTHS_OF_BLOCKS(ushort, _us)
WIDE_BLOCKS(ushort, _us, 16, 8)
WIDTHS_OF_BLOCKS(ulong, _ul)

// ---- Prefetches have no effect (cl_intel_subgroup_buffer_prefetch) ----

#define PREFETCH(T, NAME, N) THIN void intel_sub_group_block_prefetch##NAME##N(const global T *p) {}
#define PREFETCHES(T, NAME)                                                                                            \
  PREFETCH(T, NAME, )                                                                                                  \
  PREFETCH(T, NAME, 2)                                                                                                 \
  PREFETCH(T, NAME, 4)                                                                                                 \
  PREFETCH(T, NAME, 8)
PREFETCHES(uchar, _uc)
PREFETCH(uchar, _uc, 16)
PREFETCHES(ushort, _us)
PREFETCH(ushort, _us, 16)
PREFETCHES(uint, _ui)
PREFETCHES(ulong, _ul)

// ---- Blocks of an image, without conversion: a row for each value of a work-item. Its bytes are what bounds a row:
// reads outside give what is at the edge, writes outside do nothing. ----

static THIN int least(int a, int b) { return a < b ? a : b; }
static THIN int most(int a, int b) { return a < b ? b : a; }
static THIN long row(image_t image, int y) { return y * (long)image->row_pitch; }
static THIN int last_of_row(image_t image, int bytes) { return image->width * image->texel_bytes - bytes; }

#define IMAGE_READ(T, NAME, A)                                                                                         \
  THIN T intel_sub_group_block_read##NAME(A image2d_t image, int2 at) {                                                \
    const image_t i = __barnacle_image(image);                                                                         \
    const int x = at.x + (int)(__barnacle_get_sub_group_local_id() * sizeof(T));                                       \
    const int inside = most(least(x, last_of_row(i, sizeof(T))), 0);                                                      \
    return *(const global T *)(i->texels + row(i, most(least(at.y, i->height - 1), 0)) + inside);                         \
  }
#define IMAGE_WRITE(T, NAME, A)                                                                                        \
  THIN void intel_sub_group_block_write##NAME(A image2d_t image, int2 at, T v) {                                       \
    const image_t i = __barnacle_image(image);                                                                         \
    const int x = at.x + (int)(__barnacle_get_sub_group_local_id() * sizeof(T));                                       \
    if (x >= 0 && x <= last_of_row(i, sizeof(T)) && (uint)at.y < (uint)i->height)                                      \
      *(global T *)(i->texels + row(i, at.y) + x) = v;                                                                 \
  }
#define WIDE_IMAGE_READ(T, NAME, N, H, A)                                                                              \
  THIN T##N intel_sub_group_block_read##NAME##N(A image2d_t image, int2 at) {                                          \
    const int2 below = (int2)(at.x, at.y + N / 2);                                                                     \
    return (T##N)(intel_sub_group_block_read##NAME##H(image, at), intel_sub_group_block_read##NAME##H(image, below));  \
  }
#define WIDE_IMAGE_WRITE(T, NAME, N, H, A)                                                                             \
  THIN void intel_sub_group_block_write##NAME##N(A image2d_t image, int2 at, T##N v) {                                 \
    intel_sub_group_block_write##NAME##H(image, at, v.lo);                                                             \
    intel_sub_group_block_write##NAME##H(image, (int2)(at.x, at.y + N / 2), v.hi);                                     \
  }
#define WIDTHS_OF_IMAGES(T, NAME, KIND, A)                                                                             \
  IMAGE_##KIND(T, NAME, A)                                                                                             \
  WIDE_IMAGE_##KIND(T, NAME, 2, , A)                                                                                   \
  WIDE_IMAGE_##KIND(T, NAME, 4, 2, A)                                                                                  \
  WIDE_IMAGE_##KIND(T, NAME, 8, 4, A)
#define IMAGES(T, NAME)                                                                                                \
  WIDTHS_OF_IMAGES(T, NAME, READ, read_only)                                                                           \
  WIDTHS_OF_IMAGES(T, NAME, READ, read_write)                                                                          \
  WIDTHS_OF_IMAGES(T, NAME, WRITE, write_only)                                                                         \
  WIDTHS_OF_IMAGES(T, NAME, WRITE, read_write)
#define IMAGES16(T, NAME)                                                                                              \
  WIDE_IMAGE_READ(T, NAME, 16, 8, read_only)                                                                           \
  WIDE_IMAGE_READ(T, NAME, 16, 8, read_write)                                                                          \
  WIDE_IMAGE_WRITE(T, NAME, 16, 8, write_only)                                                                         \
  WIDE_IMAGE_WRITE(T, NAME, 16, 8, read_write)
IMAGES(uint, )
IMAGES(uint, _ui)
IMAGES(uchar, _uc)
IMAGES16(uchar, _uc)
IMAGES(ushort, _us)
IMAGES16(ushort, _us)
IMAGES(ulong, _ul)
