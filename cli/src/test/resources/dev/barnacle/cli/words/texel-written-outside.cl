// --global 16 --local 8 --arg out=image[8,4]
kernel void k(write_only image2d_t out)
{
  const int i = get_global_id(0);
#ifdef MENDED
  if (i < get_image_width(out))
#endif
    write_imagef(out, (int2)(i, 3), (float4)(1));
}
