// Image Read Functions (OpenCL C 6.15.15.2 to 4), with samplers as OpenCL C 8.2 has them.
//
// The texels are read in functions that vanish into the kernel, so that reports name its lines; what is computed from
// coordinates and bits are calls.
#include "images.h"

static THIN uint4 load(const global uchar *p, int bytes) {
  switch (bytes) {
  case 1:
    return (uint4)(*p, 0u, 0u, 0u);
  case 2:
    return (uint4)(*(const global ushort *)p, 0u, 0u, 0u);
  case 4:
    return (uint4)(*(const global uint *)p, 0u, 0u, 0u);
  case 8:
    return (uint4)(*(const global uint2 *)p, 0u, 0u);
  default:
    return *(const global uint4 *)p;
  }
}

// The addressing mode. CLK_ADDRESS_NONE promises that coordinates are in range; unless that is to be checked, those
// that are not get the nearest texel.
static THIN int mode(image_t image, int sampler) {
  const int mode = sampler & ADDRESS_MODES;
  return mode == CLK_ADDRESS_NONE && !image->checked ? CLK_ADDRESS_CLAMP_TO_EDGE : mode;
}

// A coordinate in texels (8.2: u, v or w).
CALL float __image_position(int sampler, float coordinate, int size) {
  if (!(sampler & CLK_NORMALIZED_COORDS_TRUE))
    return coordinate;
  switch (sampler & ADDRESS_MODES) {
  case CLK_ADDRESS_REPEAT:
    return (coordinate - __builtin_elementwise_floor(coordinate)) * (float)size;
  case CLK_ADDRESS_MIRRORED_REPEAT:
    return __builtin_elementwise_abs(coordinate - 2.0f * __builtin_elementwise_rint(0.5f * coordinate)) * (float)size;
  default:
    return coordinate * (float)size;
  }
}

// The texel of a whole number; beyond the image's ends -1 or size where the mode leaves the image, and what it is (2^30
// at most) where no mode has been chosen.
CALL int __image_index(int mode, float at, int size) {
  const float count = (float)size;
  const float wrapped = at < 0.0f ? at + count : (at >= count ? at - count : at);
  const float chosen = mode == CLK_ADDRESS_REPEAT ? wrapped : at;
  const float low = mode == CLK_ADDRESS_NONE ? -0x1p30f : mode == CLK_ADDRESS_CLAMP ? -1.0f : 0.0f;
  const float high = mode == CLK_ADDRESS_NONE ? 0x1p30f : mode == CLK_ADDRESS_CLAMP ? count : count - 1.0f;
  const float above = chosen > low ? chosen : low; // NaN becomes low
  return (int)(above < high ? above : high);
}

static THIN int index(int mode, int at, int size) {
  const int low = mode == CLK_ADDRESS_NONE ? INT_MIN : mode == CLK_ADDRESS_CLAMP ? -1 : 0;
  const int high = mode == CLK_ADDRESS_NONE ? INT_MAX : mode == CLK_ADDRESS_CLAMP ? size : size - 1;
  const int above = at > low ? at : low;
  return above < high ? above : high;
}

// The layer of an array: a coordinate that no filter and no addressing mode applies to.
static THIN int layer(float at, int size) {
  return __image_index(CLK_ADDRESS_CLAMP_TO_EDGE, __builtin_elementwise_rint(at), size);
}
static THIN int layer(int at, int size) { return index(CLK_ADDRESS_CLAMP_TO_EDGE, at, size); }

#define FETCH(T, NAME)                                                                                                 \
  static THIN T##4 fetch_##T(image_t image, int mode, int sampler, int x, int y, int z) {                               \
    const bool inside = is_inside(image, x, y, z);                                                                     \
    T##4 color = (T##4)(0, 0, 0, image->border_alpha);                                                                 \
    if ((mode != CLK_ADDRESS_CLAMP) | inside) {                                                                        \
      const bool somewhere = (mode != CLK_ADDRESS_NONE) | inside;                                                      \
      long offset = texel_offset(image, x, y, z);                                                                      \
      if (!somewhere)                                                                                                  \
        offset = __image_nowhere(sampler, x, y, z);                                                                    \
      color = NAME(image, load(image->texels + offset, image->texel_bytes));                                           \
    }                                                                                                                  \
    return color;                                                                                                      \
  }
FETCH(float, __image_floats)
FETCH(int, __image_ints)
FETCH(uint, __image_uints)

// ---- The nearest texel of float coordinates; of int coordinates; the texel without a sampler ----

#define NEAREST(T)                                                                                                     \
  static THIN T##4 nearest_##T(image_t image, int sampler, float4 c, int dimensions) {                                 \
    const int m = mode(image, sampler), w = image->width, h = image->height, d = image->slices;                        \
    const int x = __image_index(m, __builtin_elementwise_floor(__image_position(sampler, c.x, w)), w);                 \
    const int y =                                                                                                      \
        dimensions < 2 ? 0 : __image_index(m, __builtin_elementwise_floor(__image_position(sampler, c.y, h)), h);      \
    const int z = dimensions < 3                                                                                       \
                      ? layer(c.z, d)                                                                                  \
                      : __image_index(m, __builtin_elementwise_floor(__image_position(sampler, c.z, d)), d);           \
    return fetch_##T(image, m, sampler, x, y, z);                                                                      \
  }                                                                                                                    \
  static THIN T##4 nearest_##T(image_t image, int sampler, int4 c, int dimensions) {                                   \
    const int m = mode(image, sampler);                                                                                \
    const int x = index(m, c.x, image->width);                                                                         \
    const int y = dimensions < 2 ? 0 : index(m, c.y, image->height);                                                   \
    const int z = dimensions < 3 ? layer(c.z, image->slices) : index(m, c.z, image->slices);                           \
    return fetch_##T(image, m, sampler, x, y, z);                                                                      \
  }                                                                                                                    \
  static THIN T##4 direct_##T(image_t image, int4 c) { return nearest_##T(image, CLK_ADDRESS_NONE, c, 3); }
NEAREST(float)
NEAREST(int)
NEAREST(uint)

// ---- The mean of the texels around float coordinates, weighted by their nearness ----

static THIN float4 linear(image_t image, int sampler, float4 c, int dimensions) {
  const int m = mode(image, sampler), w = image->width, h = image->height, d = image->slices;
  const float u = __image_position(sampler, c.x, w) - 0.5f, left = __builtin_elementwise_floor(u), a = u - left;
  const int x0 = __image_index(m, left, w), x1 = __image_index(m, left + 1.0f, w);
  int y0 = 0, y1 = 0, z0, z1;
  float b = 0.0f, e = 0.0f;
  if (dimensions > 1) {
    const float v = __image_position(sampler, c.y, h) - 0.5f, upper = __builtin_elementwise_floor(v);
    b = v - upper;
    y0 = __image_index(m, upper, h);
    y1 = __image_index(m, upper + 1.0f, h);
  }
  if (dimensions > 2) {
    const float r = __image_position(sampler, c.z, d) - 0.5f, front = __builtin_elementwise_floor(r);
    e = r - front;
    z0 = __image_index(m, front, d);
    z1 = __image_index(m, front + 1.0f, d);
  } else {
    z0 = z1 = layer(c.z, d);
  }
  float4 sum = (float4)0.0f;
  for (int corner = 0; corner < 1 << dimensions; corner++) {
    const bool right = corner & 1, lower = corner & 2, back = corner & 4;
    const float weight = (right ? a : 1.0f - a) * (lower ? b : 1.0f - b) * (back ? e : 1.0f - e);
    sum += weight * fetch_float(image, m, sampler, right ? x1 : x0, lower ? y1 : y0, back ? z1 : z0);
  }
  return sum;
}

static THIN float4 sampled(image_t image, int sampler, float4 c, int dimensions) {
  return (sampler & CLK_FILTER_LINEAR) == CLK_FILTER_LINEAR ? linear(image, sampler, c, dimensions)
                                                            : nearest_float(image, sampler, c, dimensions);
}

// ---- The built-in functions ----

#define SAMPLER_FOR(USE) __barnacle_expect_sampler(__barnacle_sampler(sampler), USE)
#define FLOATS 0
#define INTEGERS SAMPLER_OF_INTEGERS
#define WHOLE SAMPLER_OF_WHOLE_COORDINATES

#define READ(T, F, I, POINT, DIMENSIONS)                                                                               \
  THIN float4 read_imagef(read_only T image, sampler_t sampler, F at) {                                                \
    const F c = __barnacle_expect_coordinate(at);                                                                      \
    return sampled(__barnacle_image(image), SAMPLER_FOR(FLOATS), POINT(float4, c), DIMENSIONS);                        \
  }                                                                                                                    \
  THIN half4 read_imageh(read_only T image, sampler_t sampler, F c) {                                                  \
    return CONVERT4(half4, read_imagef(image, sampler, c));                                                            \
  }                                                                                                                    \
  THIN int4 read_imagei(read_only T image, sampler_t sampler, F at) {                                                  \
    const F c = __barnacle_expect_coordinate(at);                                                                      \
    return nearest_int(__barnacle_image(image), SAMPLER_FOR(INTEGERS), POINT(float4, c), DIMENSIONS);                  \
  }                                                                                                                    \
  THIN uint4 read_imageui(read_only T image, sampler_t sampler, F at) {                                                \
    const F c = __barnacle_expect_coordinate(at);                                                                      \
    return nearest_uint(__barnacle_image(image), SAMPLER_FOR(INTEGERS), POINT(float4, c), DIMENSIONS);                 \
  }                                                                                                                    \
  THIN float4 read_imagef(read_only T image, sampler_t sampler, I c) {                                                 \
    return nearest_float(__barnacle_image(image), SAMPLER_FOR(WHOLE), POINT(int4, c), DIMENSIONS);                     \
  }                                                                                                                    \
  THIN half4 read_imageh(read_only T image, sampler_t sampler, I c) {                                                  \
    return CONVERT4(half4, read_imagef(image, sampler, c));                                                            \
  }                                                                                                                    \
  THIN int4 read_imagei(read_only T image, sampler_t sampler, I c) {                                                   \
    return nearest_int(__barnacle_image(image), SAMPLER_FOR(WHOLE), POINT(int4, c), DIMENSIONS);                       \
  }                                                                                                                    \
  THIN uint4 read_imageui(read_only T image, sampler_t sampler, I c) {                                                 \
    return nearest_uint(__barnacle_image(image), SAMPLER_FOR(WHOLE), POINT(int4, c), DIMENSIONS);                      \
  }                                                                                                                    \
  READ_DIRECT(T, F, I, POINT, DIMENSIONS)

#define READ_DIRECT(T, F, I, POINT, DIMENSIONS)                                                                        \
  READ_ACCESS(T, I, POINT, read_only)                                                                                  \
  READ_ACCESS(T, I, POINT, read_write)
#define READ_ACCESS(T, I, POINT, A)                                                                                    \
  THIN float4 read_imagef(A T image, I c) { return direct_float(__barnacle_image(image), POINT(int4, c)); }            \
  THIN half4 read_imageh(A T image, I c) { return CONVERT4(half4, read_imagef(image, c)); }                            \
  THIN int4 read_imagei(A T image, I c) { return direct_int(__barnacle_image(image), POINT(int4, c)); }                \
  THIN uint4 read_imageui(A T image, I c) { return direct_uint(__barnacle_image(image), POINT(int4, c)); }

SAMPLED_TYPES(READ)
READ_DIRECT(image1d_buffer_t, float, int, LINE, 1)

#define READ_DEPTH(T, F, I, POINT, DIMENSIONS)                                                                         \
  THIN float read_imagef(read_only T image, sampler_t sampler, F at) {                                                 \
    const F c = __barnacle_expect_coordinate(at);                                                                      \
    return sampled(__barnacle_image(image), SAMPLER_FOR(FLOATS), POINT(float4, c), DIMENSIONS).x;                      \
  }                                                                                                                    \
  THIN float read_imagef(read_only T image, sampler_t sampler, I c) {                                                  \
    return nearest_float(__barnacle_image(image), SAMPLER_FOR(WHOLE), POINT(int4, c), DIMENSIONS).x;                   \
  }                                                                                                                    \
  THIN float read_imagef(read_only T image, I c) { return direct_float(__barnacle_image(image), POINT(int4, c)).x; }   \
  THIN float read_imagef(read_write T image, I c) { return direct_float(__barnacle_image(image), POINT(int4, c)).x; }
DEPTH_TYPES(READ_DEPTH)

// ---- cl_khr_mipmap_image: the level of detail chooses the level ----

// The bits of a sampler's mip filter are dev.barnacle.cl's MipFilter.
#define MIP_LINEAR 0x40
static THIN float level_of_detail(image_t image, int sampler, float lod) {
  const float low = (float)(sampler >> 7 & 0xfff) * 0x1p-8f, high = (float)(0xfff - (sampler >> 19 & 0xfff)) * 0x1p-8f;
  const float above = lod > low ? lod : low; // NaN becomes low
  const float inside = above < high ? above : high, last = (float)(image->levels - 1);
  return inside < last ? inside : last;
}

// The nearest one, and the one above where it is in the middle.
static THIN int nearest_level(float lod) {
  return (int)__builtin_elementwise_ceil(lod + 0.5f) - 1;
}

static THIN float4 sampled_level(image_t image, int sampler, float4 c, float lod, int dimensions) {
  const float d = level_of_detail(image, sampler, lod);
  if (!(sampler & MIP_LINEAR))
    return sampled(level_of(image, nearest_level(d)), sampler, c, dimensions);
  const float first = __builtin_elementwise_floor(d), part = d - first;
  float4 color = sampled(level_of(image, (int)first), sampler, c, dimensions);
  if (part > 0.0f)
    color = (1.0f - part) * color + part * sampled(level_of(image, (int)first + 1), sampler, c, dimensions);
  return color;
}

// The level whose texels are as far apart as the coordinates of neighbours: log2 of the longer gradient, in texels.
CALL float __image_lod(float4 x, float4 y, float4 size) {
  const float4 u = x * size, v = y * size;
  const float a = u.x * u.x + u.y * u.y + u.z * u.z, b = v.x * v.x + v.y * v.y + v.z * v.z;
  return 0.5f * __builtin_elementwise_log2(a > b ? a : b);
}
static THIN float lod_of(image_t image, float4 x, float4 y, int dimensions) {
  return __image_lod(x, y,
                     (float4)((float)image->width, dimensions < 2 ? 0.0f : (float)image->height,
                              dimensions < 3 ? 0.0f : (float)image->slices, 0.0f));
}
#define GRADIENT1(g) ((float4)((g), 0.0f, 0.0f, 0.0f))
#define GRADIENT2(g) ((float4)((g).x, (g).y, 0.0f, 0.0f))
#define GRADIENT3(g) (g)

#define LEVELS(i) ((i)->levels > 1 ? SAMPLER_OF_LEVELS : 0)
#define READ_LEVEL(T, F, POINT, DIMENSIONS, GRADIENTS, ...)                                                            \
  THIN float4 read_imagef(read_only T image, sampler_t sampler, F at, __VA_ARGS__) {                                   \
    const F c = __barnacle_expect_coordinate(at);                                                                      \
    const image_t i = __barnacle_image(image);                                                                         \
    return sampled_level(i, SAMPLER_FOR(FLOATS | LEVELS(i)), POINT(float4, c), GRADIENTS, DIMENSIONS);                 \
  }                                                                                                                    \
  READ_NEAREST_LEVEL(int, read_imagei, T, F, POINT, DIMENSIONS, GRADIENTS, __VA_ARGS__)                                \
  READ_NEAREST_LEVEL(uint, read_imageui, T, F, POINT, DIMENSIONS, GRADIENTS, __VA_ARGS__)
#define READ_NEAREST_LEVEL(C, NAME, T, F, POINT, DIMENSIONS, GRADIENTS, ...)                                           \
  THIN C##4 NAME(read_only T image, sampler_t sampler, F at, __VA_ARGS__) {                                            \
    const F c = __barnacle_expect_coordinate(at);                                                                      \
    const image_t i = __barnacle_image(image);                                                                         \
    const int s = SAMPLER_FOR(INTEGERS | LEVELS(i));                                                                   \
    return nearest_##C(level_of(i, nearest_level(level_of_detail(i, s, GRADIENTS))), s, POINT(float4, c), DIMENSIONS); \
  }
#define READ_DEPTH_LEVEL(T, F, POINT, DIMENSIONS, GRADIENTS, ...)                                                      \
  THIN float read_imagef(read_only T image, sampler_t sampler, F at, __VA_ARGS__) {                                    \
    const F c = __barnacle_expect_coordinate(at);                                                                      \
    const image_t i = __barnacle_image(image);                                                                         \
    return sampled_level(i, SAMPLER_FOR(FLOATS | LEVELS(i)), POINT(float4, c), GRADIENTS, DIMENSIONS).x;               \
  }
#define GRADIENTS_OF(N) lod_of(i, GRADIENT##N(gx), GRADIENT##N(gy), N)
#define READ_LOD(T, F, I, POINT, DIMENSIONS) READ_LEVEL(T, F, POINT, DIMENSIONS, lod, float lod)
SAMPLED_TYPES(READ_LOD)
READ_LEVEL(image1d_t, float, LINE, 1, GRADIENTS_OF(1), float gx, float gy)
READ_LEVEL(image1d_array_t, float2, LINES, 1, GRADIENTS_OF(1), float gx, float gy)
READ_LEVEL(image2d_t, float2, PLANE, 2, GRADIENTS_OF(2), float2 gx, float2 gy)
READ_LEVEL(image2d_array_t, float4, SPACE, 2, GRADIENTS_OF(2), float2 gx, float2 gy)
READ_LEVEL(image3d_t, float4, SPACE, 3, GRADIENTS_OF(3), float4 gx, float4 gy)
#define READ_DEPTH_LOD(T, F, I, POINT, DIMENSIONS) READ_DEPTH_LEVEL(T, F, POINT, DIMENSIONS, lod, float lod)
DEPTH_TYPES(READ_DEPTH_LOD)
READ_DEPTH_LEVEL(image2d_depth_t, float2, PLANE, 2, GRADIENTS_OF(2), float2 gx, float2 gy)
READ_DEPTH_LEVEL(image2d_array_depth_t, float4, SPACE, 2, GRADIENTS_OF(2), float2 gx, float2 gy)
