// Images as kernels see them: a pointer to a description, which the host writes and no kernel changes, and in it a
// pointer to the texels. The host's side of this contract is dev.barnacle.cl's ImageDescriptor.
#ifndef BARNACLE_IMAGES_H
#define BARNACLE_IMAGES_H

#include "intrinsics.h"

// What a texel's components are (kind).
#define KIND_NORMALIZED 0
#define KIND_HALF 1
#define KIND_WHOLE 2 // float, or integers of any width
#define KIND_SRGB 3

// A texel is texel_bytes bytes: 1, 2, 4, 8 or 16. Component i (red, green, blue, alpha) is the bits (texel >> shift[i])
// & mask[i]; components that share bits (luminance) or that no texel has (mask 0) have their values from that.
struct image {
  global uchar *texels;
  int width, height, slices; // slices: the depth, or the number of layers; what an image does not have is 1
  int checked;               // out of range accesses go where there is no texel, so that they are noticed
  ulong row_pitch, slice_pitch;
  int data_type, order; // (at byte 40, where "watch" reads it) as get_image_channel_... answer
  int texel_bytes, kind; // (at byte 48, where "watch" reads it)
  int sign_shift;   // signed components: 32 less their width; else 0
  int opaque;       // texels have no alpha: it reads as 1
  int border_alpha; // alpha outside of the image under CLK_ADDRESS_CLAMP; the other components are 0
  int levels;       // of a mipmapped image, from this one on: their descriptions follow each other
  int lowest;   // the range of components that are integers
  uint highest;
  uint4 shift, mask;
  uint4 stored;           // mask of the components that a write takes
  float4 scale;           // of normalised components: their value is that times the integer
  float4 maximum;         // ... the integer that stands for 1
  float4 lowest_integer;  // ... the smallest that a write stores
  float linear[256];      // KIND_SRGB only: the value of a red, green or blue component
};

typedef const constant struct image *image_t;

// A level of a mipmapped image, which is within its levels.
#define DESCRIPTION_BYTES 1280
static THIN image_t level_of(image_t image, int level) {
  return (image_t)((const constant uchar *)image + level * DESCRIPTION_BYTES);
}

#define IMAGE_TYPES(M, ...)                                                                                            \
  M(image1d_t, ##__VA_ARGS__)                                                                                          \
  M(image1d_buffer_t, ##__VA_ARGS__)                                                                                   \
  M(image1d_array_t, ##__VA_ARGS__)                                                                                    \
  M(image2d_t, ##__VA_ARGS__)                                                                                          \
  M(image2d_array_t, ##__VA_ARGS__)                                                                                    \
  M(image2d_depth_t, ##__VA_ARGS__)                                                                                    \
  M(image2d_array_depth_t, ##__VA_ARGS__)                                                                              \
  M(image3d_t, ##__VA_ARGS__)

#define DECLARE_IMAGE(T, A) EXTERN image_t __barnacle_image(A T image);
IMAGE_TYPES(DECLARE_IMAGE, read_only)
IMAGE_TYPES(DECLARE_IMAGE, write_only)
IMAGE_TYPES(DECLARE_IMAGE, read_write)

// A sampler's bits are its initialiser's: CLK_NORMALIZED_COORDS_..., CLK_ADDRESS_... and CLK_FILTER_... together.
int __barnacle_sampler(sampler_t sampler);
#define ADDRESS_MODES 0xe

// An offset in the image's memory that is beyond any texel, and says in its lower 38 bits which coordinates it stands
// for: whether there is a sampler (bit 37), and either (bit 36) x of 32 bits, where y and z are 0, or z + 16 of 6 bits,
// y + 1024 and x + 1024 of 15 each, the nearest of those. dev.barnacle.watch's OutsideTexel reads them.
#define NOWHERE ((long)1 << 38)
EXTERN long __image_nowhere(int sampler, int x, int y, int z);

static THIN bool is_inside(image_t image, int x, int y, int z) {
  return ((uint)x < (uint)image->width) & ((uint)y < (uint)image->height) & ((uint)z < (uint)image->slices);
}

static THIN long texel_offset(image_t image, int x, int y, int z) {
  return (long)x * image->texel_bytes + y * (long)image->row_pitch + z * (long)image->slice_pitch;
}

// M(type of image, float coordinates, int coordinates, geometry, dimensions that a filter works in)
#define SAMPLED_TYPES(M, ...)                                                                                          \
  M(image1d_t, float, int, LINE, 1, ##__VA_ARGS__)                                                                     \
  M(image1d_array_t, float2, int2, LINES, 1, ##__VA_ARGS__)                                                            \
  M(image2d_t, float2, int2, PLANE, 2, ##__VA_ARGS__)                                                                  \
  M(image2d_array_t, float4, int4, SPACE, 2, ##__VA_ARGS__)                                                            \
  M(image3d_t, float4, int4, SPACE, 3, ##__VA_ARGS__)
#define DEPTH_TYPES(M, ...)                                                                                            \
  M(image2d_depth_t, float2, int2, PLANE, 2, ##__VA_ARGS__)                                                            \
  M(image2d_array_depth_t, float4, int4, SPACE, 2, ##__VA_ARGS__)

// (x, y, z) of a coordinate, where z is also the layer
#define LINE(T, c) ((T)((c), 0, 0, 0))
#define LINES(T, c) ((T)((c).x, 0, (c).y, 0))
#define PLANE(T, c) ((T)((c).x, (c).y, 0, 0))
#define SPACE(T, c) (c)

// ---- What texels mean (image_format.cl); the engine "watch" knows these functions by their names ----

EXTERN float4 __image_floats(image_t image, uint4 texel);
EXTERN int4 __image_ints(image_t image, uint4 texel);
EXTERN uint4 __image_uints(image_t image, uint4 texel);
EXTERN uint4 __image_texel_of_floats(image_t image, float4 color);
EXTERN uint4 __image_texel_of_ints(image_t image, int4 color);
EXTERN uint4 __image_texel_of_uints(image_t image, uint4 color);

#endif
