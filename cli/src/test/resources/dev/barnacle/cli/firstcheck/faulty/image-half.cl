// expected: data-race; in lines 6, 7
kernel void downscale(read_only image2d_t src, write_only image2d_t dst, global float *mean) {
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int x = get_global_id(0), y = get_global_id(1);
  float4 v = read_imagef(src, s, (int2)(x, y));
  write_imagef(dst, (int2)(x / 2, y / 2), v);
  mean[(y / 2) * (get_global_size(0) / 2) + x / 2] = 0.25f * (v.x + v.y + v.z + v.w);
}
