// --global 8 --local 8 --arg in=image[8,4,2] --arg out=float[8]
kernel void k(read_only image3d_t in, global float *out)
{
#ifdef MENDED
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#else
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
#endif
  const int i = get_global_id(0);
  out[i] = read_imagef(in, s, (float4)(i, -2, 1, 0)).x;
}
