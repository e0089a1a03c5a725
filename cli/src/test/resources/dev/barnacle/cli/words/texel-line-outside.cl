// --global 8 --local 8 --arg in=image[100000] --arg out=float[8]
kernel void k(read_only image1d_buffer_t in, global float *out)
{
  const int i = get_global_id(0);
#ifdef MENDED
  const int at = min(100000 * i, get_image_width(in) - 1);
#else
  const int at = 100000 * i;
#endif
  out[i] = read_imagef(in, at).x;
}
