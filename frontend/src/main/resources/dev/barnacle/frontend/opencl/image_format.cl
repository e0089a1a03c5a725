// From a texel's bits to a colour and back (OpenCL C 6.15.15.1 and 8.3; OpenCL API, "Image Format Descriptor").
#include "images.h"

// The components, each in the low bits of its lane. (Texels of 16 bytes have four components of 32 bits.)
static THIN uint4 components(image_t image, uint4 texel) {
  if (image->texel_bytes == 16)
    return texel;
  const uint4 word = image->shift >= 32u ? texel.yyyy : texel.xxxx;
  return (word >> (image->shift & 31u)) & image->mask;
}

static THIN int4 extend_sign(image_t image, uint4 bits) {
  return AS(int4, bits << (uint4)image->sign_shift) >> (int4)image->sign_shift;
}

static THIN float4 normalized(image_t image, uint4 bits) {
  const float4 value = CONVERT4(float4, extend_sign(image, bits)) * image->scale;
  return value > -1.0f ? value : (float4)-1.0f;
}

static THIN float4 srgb(image_t image, uint4 bits) {
  return (float4)(image->linear[bits.x], image->linear[bits.y], image->linear[bits.z], (float)bits.w * image->scale.w);
}

CALL float4 __image_floats(image_t image, uint4 texel) {
  const uint4 bits = components(image, texel);
  float4 color;
  switch (image->kind) {
  case KIND_NORMALIZED:
    color = normalized(image, bits);
    break;
  case KIND_HALF:
    color = CONVERT4(float4, AS(half4, CONVERT4(ushort4, bits)));
    break;
  case KIND_SRGB:
    color = srgb(image, bits);
    break;
  default:
    color = AS(float4, bits);
    break;
  }
  color.w = image->opaque ? 1.0f : color.w;
  return color;
}

CALL int4 __image_ints(image_t image, uint4 texel) {
  int4 color = extend_sign(image, components(image, texel));
  color.w = image->opaque ? 1 : color.w;
  return color;
}

CALL uint4 __image_uints(image_t image, uint4 texel) {
  uint4 color = components(image, texel);
  color.w = image->opaque ? 1u : color.w;
  return color;
}

// The texel with the components that it stores.
static THIN uint4 texel(image_t image, uint4 components) {
  if (image->texel_bytes == 16)
    return components;
  const uint4 bits = (components & image->stored) << (image->shift & 31u);
  const uint4 high = image->shift >= 32u ? bits : (uint4)0u;
  const uint4 low = image->shift >= 32u ? (uint4)0u : bits;
  return (uint4)(low.x | low.y | low.z | low.w, high.x | high.y | high.z | high.w, 0u, 0u);
}

// Rounded to the nearest even integer and saturated, as convert_..._sat_rte is; NaN becomes 0.
static THIN uint4 denormalized(image_t image, float4 color) {
  const float4 scaled = color * image->maximum;
  const float4 numbers = scaled == scaled ? scaled : (float4)0.0f;
  const float4 above = numbers > image->lowest_integer ? numbers : image->lowest_integer;
  const float4 inside = above < image->maximum ? above : image->maximum;
  return AS(uint4, CONVERT4(int4, __builtin_elementwise_rint(inside)));
}

// cl_khr_srgb_image_writes (OpenCL C 8.3.1.3): red, green and blue, each from 0 to 1. NaN becomes 0.
static THIN float4 srgb_of(float4 linear) {
  const float4 above = linear > 0.0f ? linear : (float4)0.0f;
  const float4 c = above < 1.0f ? above : (float4)1.0f;
  const float4 curve = 1.055f * __builtin_elementwise_pow(c, (float4)(1.0f / 2.4f)) - 0.055f;
  const float4 encoded = c < 0.0031308f ? 12.92f * c : curve;
  return (float4)(encoded.xyz, linear.w);
}

CALL uint4 __image_texel_of_floats(image_t image, float4 color) {
  uint4 bits;
  switch (image->kind) {
  case KIND_NORMALIZED:
    bits = denormalized(image, color);
    break;
  case KIND_HALF:
    bits = CONVERT4(uint4, AS(ushort4, CONVERT4(half4, color)));
    break;
  case KIND_SRGB:
    bits = denormalized(image, srgb_of(color));
    break;
  default:
    bits = AS(uint4, color);
    break;
  }
  return texel(image, bits);
}

CALL uint4 __image_texel_of_ints(image_t image, int4 color) {
  const int4 lowest = (int4)image->lowest, highest = (int4)(int)image->highest;
  const int4 above = color > lowest ? color : lowest;
  return texel(image, AS(uint4, above < highest ? above : highest));
}

CALL uint4 __image_texel_of_uints(image_t image, uint4 color) {
  const uint4 highest = (uint4)image->highest;
  return texel(image, color < highest ? color : highest);
}
