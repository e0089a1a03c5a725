// --global 16 --local 8 --arg in=image[8,8] --arg out=float[16]
kernel void k(read_only image2d_t in, global float *out)
{
  const int i = get_global_id(0);
  float4 v = (float4)(0);
#ifdef MENDED
  if (i < get_image_width(in) && 5 < get_image_height(in))
#endif
    v = read_imagef(in, (int2)(i, 5));
  out[i] = v.x;
}
