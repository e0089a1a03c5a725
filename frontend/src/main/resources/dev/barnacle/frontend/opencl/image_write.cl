// Image Write Functions and Image Query Functions (OpenCL C 6.15.15.5 and 6).
#include "images.h"

static THIN long bits(int value, int bias, int width) {
  const int limit = (1 << width) - 1 - bias;
  return (value < -bias ? -bias : value > limit ? limit : value) + bias;
}

CALL long __image_nowhere(int sampler, int x, int y, int z) {
  const long several = bits(z, 16, 6) << 30 | bits(y, 1024, 15) << 15 | bits(x, 1024, 15);
  const long at = (y | z) == 0 ? (long)1 << 36 | (uint)x : several;
  return NOWHERE | (long)(sampler != 0) << 37 | at;
}

// A write outside of the image is undefined behaviour: nothing is written.
static THIN void store(image_t image, int4 at, uint4 texel) {
  const bool inside = is_inside(image, at.x, at.y, at.z);
  if (inside | image->checked) {
    long offset = texel_offset(image, at.x, at.y, at.z);
    if (!inside)
      offset = __image_nowhere(0, at.x, at.y, at.z);
    global uchar *const p = image->texels + offset;
    switch (image->texel_bytes) {
    case 1:
      *p = (uchar)texel.x;
      break;
    case 2:
      *(global ushort *)p = (ushort)texel.x;
      break;
    case 4:
      *(global uint *)p = texel.x;
      break;
    case 8:
      *(global uint2 *)p = texel.xy;
      break;
    default:
      *(global uint4 *)p = texel;
      break;
    }
  }
}

#define WRITE(T, F, I, POINT, DIMENSIONS, A)                                                                           \
  THIN void write_imagef(A T image, I c, float4 color) {                                                               \
    const image_t i = __barnacle_image(image);                                                                         \
    store(i, POINT(int4, c), __image_texel_of_floats(i, color));                                                       \
  }                                                                                                                    \
  THIN void write_imageh(A T image, I c, half4 color) { write_imagef(image, c, CONVERT4(float4, color)); }             \
  THIN void write_imagei(A T image, I c, int4 color) {                                                                 \
    const image_t i = __barnacle_image(image);                                                                         \
    store(i, POINT(int4, c), __image_texel_of_ints(i, color));                                                         \
  }                                                                                                                    \
  THIN void write_imageui(A T image, I c, uint4 color) {                                                               \
    const image_t i = __barnacle_image(image);                                                                         \
    store(i, POINT(int4, c), __image_texel_of_uints(i, color));                                                        \
  }
// cl_khr_mipmap_image_writes: a level that there is not has no texel.
static THIN image_t written_level(image_t image, int lod) {
  return level_of(image, (uint)lod < (uint)image->levels ? lod : 0);
}
static THIN int4 in_level(image_t image, int lod, int4 at) {
  at.x = (uint)lod < (uint)image->levels ? at.x : -1;
  return at;
}
#define WRITE_LEVEL(T, F, I, POINT, DIMENSIONS, A)                                                                     \
  THIN void write_imagef(A T image, I c, int lod, float4 color) {                                                      \
    const image_t i = __barnacle_image(image), l = written_level(i, lod);                                              \
    store(l, in_level(i, lod, POINT(int4, c)), __image_texel_of_floats(l, color));                                     \
  }                                                                                                                    \
  THIN void write_imagei(A T image, I c, int lod, int4 color) {                                                        \
    const image_t i = __barnacle_image(image), l = written_level(i, lod);                                              \
    store(l, in_level(i, lod, POINT(int4, c)), __image_texel_of_ints(l, color));                                       \
  }                                                                                                                    \
  THIN void write_imageui(A T image, I c, int lod, uint4 color) {                                                      \
    const image_t i = __barnacle_image(image), l = written_level(i, lod);                                              \
    store(l, in_level(i, lod, POINT(int4, c)), __image_texel_of_uints(l, color));                                      \
  }
#define WRITE_DEPTH_LEVEL(T, F, I, POINT, DIMENSIONS, A)                                                               \
  THIN void write_imagef(A T image, I c, int lod, float depth) {                                                       \
    const image_t i = __barnacle_image(image), l = written_level(i, lod);                                              \
    store(l, in_level(i, lod, POINT(int4, c)), __image_texel_of_floats(l, (float4)(depth, 0.0f, 0.0f, 0.0f)));         \
  }
SAMPLED_TYPES(WRITE_LEVEL, write_only)
DEPTH_TYPES(WRITE_DEPTH_LEVEL, write_only)

SAMPLED_TYPES(WRITE, write_only)
SAMPLED_TYPES(WRITE, read_write)
WRITE(image1d_buffer_t, float, int, LINE, 1, write_only)
WRITE(image1d_buffer_t, float, int, LINE, 1, read_write)

#define WRITE_DEPTH(T, F, I, POINT, DIMENSIONS, A)                                                                     \
  THIN void write_imagef(A T image, I c, float depth) {                                                                \
    const image_t i = __barnacle_image(image);                                                                         \
    store(i, POINT(int4, c), __image_texel_of_floats(i, (float4)(depth, 0.0f, 0.0f, 0.0f)));                           \
  }
DEPTH_TYPES(WRITE_DEPTH, write_only)
DEPTH_TYPES(WRITE_DEPTH, read_write)

// ---- Queries ----

#define QUERY(T, A)                                                                                                    \
  THIN int get_image_width(A T image) { return __barnacle_image(image)->width; }                                       \
  THIN int get_image_channel_data_type(A T image) { return __barnacle_image(image)->data_type; }                       \
  THIN int get_image_channel_order(A T image) { return __barnacle_image(image)->order; }
#define QUERY_LEVELS(T, F, I, POINT, DIMENSIONS, A)                                                                    \
  THIN int get_image_num_mip_levels(A T image) { return __barnacle_image(image)->levels; }
#define QUERY_HEIGHT(T, A)                                                                                             \
  THIN int get_image_height(A T image) { return __barnacle_image(image)->height; }
#define QUERY_SIZE(T, A)                                                                                               \
  QUERY_HEIGHT(T, A)                                                                                                   \
  THIN int2 get_image_dim(A T image) { return (int2)(__barnacle_image(image)->width, __barnacle_image(image)->height); }
#define QUERY_LAYERS(T, A)                                                                                             \
  THIN size_t get_image_array_size(A T image) { return (size_t)__barnacle_image(image)->slices; }
#define QUERIES(A)                                                                                                     \
  SAMPLED_TYPES(QUERY_LEVELS, A)                                                                                       \
  DEPTH_TYPES(QUERY_LEVELS, A)                                                                                         \
  IMAGE_TYPES(QUERY, A)                                                                                                \
  QUERY_SIZE(image2d_t, A)                                                                                             \
  QUERY_SIZE(image2d_array_t, A)                                                                                       \
  QUERY_SIZE(image2d_depth_t, A)                                                                                       \
  QUERY_SIZE(image2d_array_depth_t, A)                                                                                 \
  QUERY_HEIGHT(image3d_t, A)                                                                                           \
  THIN int get_image_depth(A image3d_t image) { return __barnacle_image(image)->slices; }                              \
  THIN int4 get_image_dim(A image3d_t image) {                                                                         \
    const image_t i = __barnacle_image(image);                                                                         \
    return (int4)(i->width, i->height, i->slices, 0);                                                                  \
  }                                                                                                                    \
  QUERY_LAYERS(image1d_array_t, A)                                                                                     \
  QUERY_LAYERS(image2d_array_t, A)                                                                                     \
  QUERY_LAYERS(image2d_array_depth_t, A)
QUERIES(read_only)
QUERIES(write_only)
QUERIES(read_write)
