// --global 8 --local 8 --arg out=image[16,16]
kernel void k(write_only image2d_t out)
{
  const int i = get_global_id(0);
#ifdef MENDED
  write_imagef(out, (int2)(3 + i, 5), (float4)(i));
#else
  write_imagef(out, (int2)(3, 5), (float4)(i));
#endif
}
